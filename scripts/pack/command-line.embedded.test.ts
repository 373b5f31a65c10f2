// Installed program `research` against a running service: the day of a person and of an agent, in separate processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arriveBy } from './approver.ts';
import { buildPackage } from './build-package.ts';
import { makeConsumers } from './consumers.ts';
import { shellBlocks } from './consumer-sources.ts';
import { type PreviewService, startPreviewService } from './running.ts';

let folder: string;
let bin: string;
let service: PreviewService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-command-line-'));
  const packed = await buildPackage(join(folder, 'pack'));
  const consumers = join(folder, 'consumers');
  [service] = await Promise.all([startPreviewService(folder), makeConsumers(packed.tarball, consumers)]);
  bin = join(consumers, 'node_modules/.bin');
  // The program defaults to the address of `npm start`; this replaces it by the service of the test.
  const settings = join(consumers, 'node_modules/@research-intelligence/client/esm/client/settings.js');
  const text = await readFile(settings, 'utf8');
  await writeFile(settings, text.replaceAll('http://127.0.0.1:8080', service.server.base));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes a part of the preview corpus as live research. */
async function releaseLive(): Promise<void> {
  const { admin } = service.server;
  const at = (name: string): string => fileURLToPath(new URL(`../../fixtures/preview/${name}`, import.meta.url));
  for (const file of ['cast', 'NWTB']) await admin('import', at(`1-history/${file}.ndjson`));
  await admin('import-prices', at('prices/2026-03-31.csv'), '--provider', 'Preview synthetic prices');
  await admin('release', '--effective-at', '2025-01-02T00:00:00.000Z');
}

type Ran = { code: number | null; out: string; err: string };
type RunningProgram = { child: ChildProcess; out: () => string; ended: Promise<Ran> };

let homes = 0;

async function newHome(): Promise<string> {
  const home = join(folder, `home-${(homes += 1)}`);
  await mkdir(home);
  return home;
}

/** Inherits nothing from the environment of this process. */
function start(command: string, args: readonly string[], env: Record<string, string>): RunningProgram {
  const child = spawn(command, args, {
    cwd: env['HOME'],
    env: { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, out: () => out, ended };
}

const research = (env: Record<string, string>, ...args: string[]): Promise<Ran> => start('research', args, env).ended;

/** The first JSON line with this event, as soon as it is printed. */
async function event(started: RunningProgram, name: string): Promise<Record<string, string>> {
  for (;;) {
    const found = started
      .out()
      .split('\n')
      .find((line) => line.includes(`"event":"${name}"`));
    if (found !== undefined) return JSON.parse(found) as Record<string, string>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a person with a preview key', () => {
  it('reads, keeps, verifies and compares documents, for nothing', async () => {
    const env = { HOME: await newHome(), SERVICE_API_KEY: service.key };
    expect((await research({ HOME: env.HOME }, 'tickers')).out).toContain('Northwater Turbines, Inc.');
    const status = await research(env, 'status');
    expect([status.code, status.out.includes('preview reads only')]).toEqual([0, true]);
    const text = await research(env, 'brief', 'NWTB');
    expect([text.code, text.err]).toEqual([0, '']);
    expect(text.out.trimEnd().split('\n').at(-1)).toMatch(/^0 charged: preview data is free\. Request id /);
    const json = await research(env, 'brief', 'NWTB', '--json', '--request-id', 'mine:1');
    expect(JSON.parse(json.out)).toMatchObject({ view: 'overview', security: { ticker: 'NWTB' } });
    const file = join(env.HOME, 'brief.json');
    await writeFile(file, json.out);
    expect((await research(env, 'verify', file)).code).toBe(0);
    await writeFile(file, json.out.replace('"price":57.42', '"price":57.43'));
    expect((await research(env, 'verify', file)).code).toBe(8);
    const fresh = await research(env, 'verify', '--brief', 'NWTB', '--evidence', '--json');
    expect(JSON.parse(fresh.out)).toMatchObject({ ok: true, failed: 0 });
    expect((await research(env, 'diff', 'NWTB', '--from', '2026-04-01')).out).toMatch(/^NWTB: \d+ changes/);
    const all = await research(env, 'beliefs', '--ticker', 'KLPF', '--limit', '4', '--all', '--json');
    expect(all.out.trimEnd().split('\n').length).toBe(3);
    const { data } = JSON.parse(all.out.split('\n')[0] ?? '') as { data: { beliefs: { detail_url: string }[] } };
    expect((await research(env, 'belief', data.beliefs[0]?.detail_url ?? '')).code).toBe(0);
    const outputs = [status, text, json, fresh, all].map(({ out, err }) => out + err).join('');
    expect(outputs).not.toContain(service.key.slice(11));
  });

  it('ends with the code of what went wrong', async () => {
    const env = { HOME: await newHome(), SERVICE_API_KEY: service.key };
    const cases = [
      [env, ['brief', 'ZZZZ'], 5],
      [env, ['brief', 'NWTB', '--max-results', '0'], 2],
      [{ ...env, SERVICE_API_KEY: 'ri_live_0000000000000000000000000000' }, ['brief', 'NWTB'], 3],
      [{ HOME: env.HOME }, ['brief', 'NWTB'], 3],
      [env, ['brief', 'NWTB', '--base-url', 'http://127.0.0.1:1'], 7],
      [env, ['receipt', 'never-asked'], 5],
    ] as const;
    for (const [one, args, code] of cases) {
      const { code: ended, out, err } = await research(one, ...args, '--json');
      expect([args, ended, out]).toEqual([args, code, '']);
      expect(Object.keys(JSON.parse(err) as object)).toContain('charged');
    }
  });

  it('can run every block of the README', async () => {
    const blocks = await shellBlocks(new URL('../../client/README.md', import.meta.url));
    expect(blocks.length).toBe(1);
    const env = { HOME: await newHome(), SERVICE_API_KEY: service.key };
    for (const { code } of blocks) {
      const ran = await start('bash', ['-e', '-u', '-o', 'pipefail', '-c', code], env).ended;
      expect([ran.code, ran.err.replaceAll(/^0 charged.*\n/gm, '')]).toEqual([0, '']);
      for (const part of ['Northwater Turbines, Inc.', 'Verified', 'changes between two cutoffs'])
        expect(ran.out).toContain(part);
    }
  });
});

describe('an agent without a key', () => {
  it('gets one that a person approves, stops before a payment, then pays for what it reads, and forgets it at the end', async () => {
    const home = await newHome();
    const env = { HOME: home };
    await releaseLive();
    const { workspace_id: workspace } = await service.server.admin('create-workspace', 'Desk');
    const { link } = await service.server.admin(
      'invite',
      'ada@people.example',
      '--workspace',
      String(workspace),
      '--role',
      'admin',
    );
    const ada = await arriveBy(String(link));
    const login = start('research', ['login', '--non-interactive'], env);
    const asked = await event(login, 'authorize');
    expect(asked['browserUrl']).toBe(`${service.server.base}/cli-auth?code=${asked['userCode']}`);
    expect(await ada.approve(asked['userCode'] ?? '', String(workspace))).toBe('Approved');
    const { code, out, err } = await login.ended;
    expect([code, err]).toEqual([4, '']);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; usable?: boolean });
    expect(lines.map((line) => line.event)).toEqual(['authorize', 'authorized', 'checkout', 'done']);

    const file = join(home, '.config/research/credentials.json');
    expect([(await stat(file)).mode & 0o777, (await stat(join(home, '.config/research'))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    const [key = ''] = /ri_live_\w+/.exec(await readFile(file, 'utf8')) ?? [];
    expect(key).not.toBe('');

    const again = await research(env, 'login', '--non-interactive');
    expect([again.code, again.out.includes('existing_key')]).toEqual([4, true]);
    await service.server.admin('grant-credit', '--workspace', String(workspace), '--requests', '3');
    const status = await research(env, 'status');
    expect(status.out).toContain('yes: 3 prepaid requests are left');
    const brief = await research(env, 'brief', 'NWTB');
    expect([brief.code, brief.out.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      expect.stringMatching(/^1 request charged, 2 left\. Request id /),
    ]);
    const requestId = /Request id (\S+)/.exec(brief.out)?.[1] ?? '';
    const repeated = await research(env, 'brief', 'NWTB', '--request-id', requestId, '--json');
    expect(repeated.err).toBe(`0 charged: repeated, 2 left. Request id ${requestId}\n`);
    const receipt = await research(env, 'receipt', requestId);
    expect(receipt.out).toContain('1 request, from the prepaid requests');
    const copy = join(home, 'brief.json');
    await writeFile(copy, repeated.out);
    const verified = await research(env, 'verify', copy, '--receipt', requestId);
    expect([verified.code, verified.out.includes('document-digest')]).toEqual([0, true]);
    expect((await research(env, 'diff', 'NWTB', '--from', '2026-01-01')).out).toMatch(
      /2 requests charged, 0 left\.\n$/,
    );
    expect((await research(env, 'brief', 'NWTB')).code).toBe(4);

    expect((await research(env, 'login')).out).toContain('no other was asked for');

    const gone = await research(env, 'logout');
    expect([gone.code, gone.out.includes(`${service.server.base}/account/keys`)]).toEqual([0, true]);
    expect((await research(env, 'status')).code).toBe(3);
    expect(await readdir(join(home, '.config/research'))).toEqual([]);
    for (const text of [out, err, again.out, status.out, brief.out, receipt.out, gone.out])
      expect(text).not.toContain(key.slice(8));
  });

  it('is stopped by Ctrl-C while it waits, with 130 and nothing left behind', async () => {
    const env = { HOME: await newHome() };
    const login = start('research', ['login', '--non-interactive'], env);
    await event(login, 'authorize');
    login.child.kill('SIGINT');
    const { code, err } = await login.ended;
    expect([code, (JSON.parse(err) as { code: string }).code]).toEqual([130, 'aborted']);
    expect(await readdir(join(env.HOME, '.config/research'))).toEqual([]);
  });
});
