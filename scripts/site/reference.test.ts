// Reference by Redoc: reproducible, without other origins, and with the contract as YAML.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract, servedContract } from '../../server/contract/description.ts';
import { exampleAddress } from './recording/examples.ts';
import { referencePage } from './reference-page.ts';
import { type ReferencePages, partsOf, writeReference } from './reference.ts';
import { root, rootPath } from './test-site.ts';

const description = servedContract(contract(), exampleAddress);
let written: ReferencePages;
beforeAll(async () => {
  written = await writeReference(root, description);
});

describe('the reference', () => {
  it('is the same bytes when it is built again', async () => {
    const again = await writeReference(root, description);
    expect(again).toEqual(written);
  });

  it('allows files of this service and one script by its hash, and names nothing elsewhere', () => {
    const page = referencePage(
      written,
      { stylesheet: '/docs.css', script: '/docs.js' },
      { program: '/reference.js', semantics: '/semantics.js', stylesheet: '/reference.css' },
    );
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const scripts = Array.from(page.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, text = '']) => text);
    const hashes = scripts.map((text) => createHash('sha256').update(text).digest('base64'));
    expect(hashes).toHaveLength(1);
    expect(policy.replaceAll('&#39;', "'")).toContain(`script-src 'self' 'sha256-${hashes[0]}';`);
    for (const text of [page, written.program]) expect(text).not.toMatch(/cdn\.redoc|redocly\.com\/|googleapis/);
    for (const link of ['/docs', '/connect', '/docs/reference.md', '/docs/start'])
      expect(page).toContain(`href="${link}"`);
  });

  it('is not built when Redoc brings another script', () => {
    const mode = '<script>try{var m=localStorage.x}catch(e){}</script>';
    const page = `<div id="redoc">${mode}<p>x</p></div>\n<script type="module">two</script>`;
    expect(partsOf(page, new Set())).toMatchObject({ program: 'two', markup: `${mode}<p>x</p>` });
    expect(() => partsOf(`${page}<script>three</script>`, new Set())).toThrow('3 scripts');
    expect(() => partsOf(page.replace('localStorage', 'other'), new Set())).toThrow('another form');
  });
});

describe('the contract as YAML', () => {
  it('is the contract as JSON, as another program reads it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-'));
    try {
      const [yaml, json] = [join(folder, 'openapi.yaml'), join(folder, 'back.json')];
      await writeFile(yaml, written.yaml);
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const cli = join(rootPath, 'node_modules/@redocly/cli/bin/cli.js');
      await promisify(execFile)(process.execPath, [cli, 'bundle', yaml, '--ext', 'json', '-o', json], {
        env,
        cwd: folder,
      });
      expect(JSON.parse(await readFile(json, 'utf8'))).toEqual(description);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
