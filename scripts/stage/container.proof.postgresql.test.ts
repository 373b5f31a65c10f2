// The container file: its image starts and serves outside a container, and the compose file fits it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../server/store/engine/engine.ts';
import { databaseUrlOf, openTestStore } from '../../server/store/testing/store.ts';
import { freePort } from '../../server/testing/port.ts';
import { frozenBuild } from './frozen-build.ts';

const folder = new URL('../../server/docs/container/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const root = new URL('../..', import.meta.url).pathname;

/** Instructions of the last stage, in their order. */
const image =
  text('Containerfile')
    .split(/^FROM .*$/m)
    .at(-1) ?? '';
const instructions = (name: string): string[] =>
  [...image.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, words = '']) => words);

/** The image as a folder: what its last stage copies, which is what the build stage writes. */
async function unpacked(build: string): Promise<string> {
  const { writeImage } = (await import(new URL('../image.js', import.meta.url).href)) as {
    writeImage(folder: string, build: string): void;
  };
  const made = mkdtempSync(join(tmpdir(), 'research-image-'));
  expect(instructions('COPY')).toEqual(['--from=build /opt/image ./']);
  expect(text('Containerfile')).toContain('RUN npm run build -- /opt/image\n');
  expect(instructions('RUN')).toEqual([]);
  writeImage(made, build);
  return made;
}

let store: Store;
let made: string;
let child: ChildProcess | undefined;
let port: number;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const build = await frozenBuild();
  store = await openTestStore();
  port = await freePort();
  made = await unpacked(join(build.main, '..', '..'));
  await build.remove();
  const settings = Object.fromEntries(
    instructions('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
  );
  env = {
    PATH: process.env['PATH'],
    ...settings,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: await databaseUrlOf(store),
    LOG_LEVEL: 'silent',
  };
  const [command = '', ...words] = JSON.parse(instructions('CMD').at(-1) ?? '[]') as string[];
  child = spawn(command, words, { cwd: made, env, stdio: 'ignore' });
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await store?.close();
  rmSync(made, { recursive: true, force: true });
});

describe('the image', () => {
  it('serves from what it holds alone, by its own health check', async () => {
    const [, probe = '[]'] = /HEALTHCHECK .*? CMD (\[.+\])/.exec(image) ?? [];
    const [command = '', option = '', script = ''] = JSON.parse(probe) as string[];
    const own = [option, script.replace('127.0.0.1:8080', `127.0.0.1:${port}`)];
    const isHealthy = async (): Promise<boolean> =>
      promisify(execFile)(command, own).then(
        () => true,
        () => false,
      );
    await expect.poll(isHealthy).toBe(true);
    const tickers = await fetch(`http://127.0.0.1:${port}/v1/tickers`);
    expect(tickers.status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
    // Agents read the guides as Markdown.
    expect((await fetch(`http://127.0.0.1:${port}/docs/operate.md`)).status).toBe(200);
    // The package that reads files of requests is not in it.
    const form = new FormData();
    form.set('deviceName', new Blob(['a laptop']), 'name.txt');
    const initiate = `http://127.0.0.1:${port}/api/auth/cli/initiate`;
    expect((await fetch(initiate, { method: 'POST', body: form })).status).toBe(415);
  });

  it('loads each of its packages', async () => {
    const { apart } = (await import(new URL('../bundle.js', import.meta.url).href)) as { apart: readonly string[] };
    const programs = apart.filter((name) => !name.startsWith('@fontsource'));
    const script = `await Promise.all(${JSON.stringify(programs)}.map((name) => import(name)));`;
    await promisify(execFile)('node', ['--input-type=module', '-e', script], { cwd: made });
    expect(programs).toContain('@electric-sql/pglite');
  });

  it('has the command line of the operator', async () => {
    const run = promisify(execFile);
    const { stdout } = await run('node', ['.build/server/admin.js', 'create-workspace', 'Fictional desk'], {
      cwd: made,
      env,
    });
    expect(stdout).toContain('(Fictional desk); it has no credit yet');
  });
});

type Compose = {
  services: {
    [name: string]: { environment?: { [name: string]: string }; build?: { context: string; dockerfile: string } };
  };
};

describe('the compose file', () => {
  const compose = parse(text('compose.yaml')) as Compose;

  it('builds the container file from the root of the repository', () => {
    const { build } = compose.services['service'] ?? {};
    expect(new URL(`${build?.context}/`, folder).pathname).toBe(root);
    expect(join(root, build?.dockerfile ?? '')).toBe(new URL('Containerfile', folder).pathname);
  });

  it('sets variables that the service reads', () => {
    const known = new Set(
      [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
    );
    const set = Object.keys(compose.services['service']?.environment ?? {});
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    expect(set).not.toEqual([]);
  });

  it('leads the proxy to the port of the image', () => {
    expect(text('nginx.conf')).toContain(`server service:${instructions('EXPOSE')[0]};`);
  });

  it('names no secret', () => {
    for (const name of readdirSync(folder)) expect(text(name)).not.toMatch(/password[:=] ?['"]?[0-9a-f]{8}/i);
  });
});
