// Tarball in consumer projects: by import, by require and in strict TypeScript, against a running service.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientPackage, buildPackage } from './build-package.ts';
import { type Consumers, makeConsumers, runConsumer } from './consumers.ts';
import { GZIPPED_BYTES_MAX, WHOLE_BYTES_MAX, packageSizes } from './package-size.ts';
import { type PreviewService, startPreviewService } from './running.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const node = { command: process.execPath };
let folder: string;
let packed: ClientPackage;
let consumers: Consumers;
let service: PreviewService;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-consumers-'));
  packed = await buildPackage(join(folder, 'pack'));
  [consumers, service] = await Promise.all([
    makeConsumers(packed.tarball, join(folder, 'consumers')),
    startPreviewService(folder),
  ]);
  env = { SERVICE_API_KEY: service.key, SERVICE_BASE_URL: service.server.base };
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the tarball', () => {
  it('holds what runs, its types, the README and the licence, and nothing else', () => {
    const { files } = packed;
    expect(files.length).toBeGreaterThan(60);
    expect(
      files.filter((path) => !/^((esm|cjs)\/(client|generated)\/.*|README\.md|LICENSE|package\.json)$/.test(path)),
    ).toEqual([]);
    expect(files.filter((path) => /test/.test(path))).toEqual([]);
    for (const [runs, types] of [
      ['index.js', 'index.d.ts'],
      ['index.cjs', 'index.d.cts'],
    ] as const)
      for (const one of [runs, types]) expect(files.some((path) => path.endsWith(`/client/${one}`))).toBe(true);
  });

  it('needs one package at run time, at an exact version, and no module of Node in the client', async () => {
    const manifest = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8')) as {
      dependencies: object;
      private?: boolean;
    };
    // npm refuses to publish a private package.
    expect(manifest.private).toBeUndefined();
    expect(manifest.dependencies).toEqual({ 'openapi-fetch': '0.16.0' });
    let seen = 0;
    for (const path of packed.files.filter((one) => /\.c?js$/.test(one) && !/\/(cli|command-line)\//.test(one))) {
      seen += 1;
      const text = await readFile(join(packed.folder, path), 'utf8');
      const named = [...text.matchAll(/(?:from\s*|require\(|import\()['"]([^'"]+)/g)].map(([, name]) => name ?? '');
      expect([path, named.filter((name) => !/^\.\.?\//.test(name) && name !== 'openapi-fetch')]).toEqual([path, []]);
    }
    expect(seen).toBeGreaterThan(30);
  });

  it('weighs at most twelve kibibytes, and sixteen with all checks of an answer', async () => {
    const sizes = await packageSizes(join(packed.folder, 'esm/client/index.js'), join(root, 'node_modules'));
    const [whole, client] = sizes.map(({ gzipped }) => gzipped);
    expect(whole).toBeLessThanOrEqual(WHOLE_BYTES_MAX);
    expect(client).toBeLessThanOrEqual(GZIPPED_BYTES_MAX);
  });
});

describe('what judges packages', () => {
  it.each([
    ['publint', () => ['publint/src/cli.js', 'run', packed.tarball, '--strict']],
    ['are the types wrong', () => ['@arethetypeswrong/cli/dist/index.js', packed.tarball, '--no-color', '--no-emoji']],
  ])('%s finds nothing', async (_name, command) => {
    const [program = '', ...args] = command();
    const asked = [join(root, 'node_modules', program), ...args];
    // The linter exits with 1 if it finds something; its output then explains the failure.
    await expect(promisify(execFile)(process.execPath, asked, { cwd: folder })).resolves.toBeDefined();
  });
});

describe('a consumer', () => {
  it('compiles in strict TypeScript with every library checked, as ES module, as CommonJS and for a bundler', async () => {
    expect(await consumers.typeCheck(compiler)).toBe('');
  });

  it('gets the same from the service, however it loads the package', async () => {
    const outputs: string[] = [];
    for (const consumer of consumers.programs) outputs.push(await runConsumer(consumer, node, env));
    expect(outputs.length).toBe(5);
    expect(new Set(outputs).size).toBe(1);
    expect(JSON.parse(outputs[0] ?? '')).toMatchObject({
      name: 'Northwater Turbines, Inc.',
      isResult: true,
      notModified: true,
      verified: [true, 0, true],
      refused: ['not-covered', 404, false, true],
      usable: 'the key reads preview data',
      charged: 0,
    });
  });

  it('can run every block of the README', async () => {
    expect(consumers.readme.length).toBe(7);
    await consumers.moveReadmeTo(service.server.base);
    const printed = new Map<string, string>();
    for (const consumer of consumers.readme) printed.set(consumer.name, await runConsumer(consumer, node, env));
    expect(printed.get('readme-1')).toContain('Northwater Turbines, Inc. BUY 2026-10-01T13:00:00.000Z');
    // Preview requests are not counted, so the answer reports no remainder.
    expect(printed.get('readme-1')).toMatch(/\n0 charged *\n$/);
    expect(printed.get('readme-2')).toBe('true 0\n');
    expect(printed.get('readme-4')).toBe('no research covers this\n');
    expect(printed.get('readme-6')).toBe('null there is a key already\n');
    expect(printed.get('readme-7')).toMatch(/^true \d+ 0 \d+\n/);
    expect(printed.get('readme-7')).toContain('passed observation-hash NWTB');
  });
});
