// The reference as Redoc makes it: the same every time, alone in the world, and the contract as YAML beside it.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract, servedContract } from '../../server/contract/description.ts';
import { exampleAddress } from './recording/examples.ts';
import { type Written, selfContained, writeReference } from './reference.ts';
import { root, rootPath } from './test-site.ts';

const description = servedContract(contract(), exampleAddress);
let written: Written;
beforeAll(async () => {
  written = await writeReference(root, description);
});

describe('the reference', () => {
  it('is the same bytes when it is built again', async () => {
    const again = await writeReference(root, description);
    expect([again.page === written.page, again.yaml === written.yaml]).toEqual([true, true]);
  });

  it('allows its own two scripts by their hashes, and nothing from elsewhere', () => {
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(written.page)?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; /);
    expect(written.page).not.toMatch(/cdn\.redoc|redocly\.com\/|googleapis/);
    expect(written.page).toContain('<a href="/docs"');
    expect(written.page).toContain('href="/docs/reference.md"');
  });

  it('is not built when Redoc brings another script', () => {
    const page = '<head></head><script>one</script><script>two</script>';
    expect(selfContained(page, new Set())).toContain("script-src 'sha256-");
    expect(() => selfContained(`${page}<script>three</script>`, new Set())).toThrow('3 scripts');
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
