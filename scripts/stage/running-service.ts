// A service as an operator runs it, in separate processes: commands that end, a server on a free port, a temporary store.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noRateLimitsSetting } from '../../server/metering/testing/rate-limits.ts';
import { freePort } from './listening.ts';
import { spawnService } from './service-process.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const START_SECONDS_MAX = 120;

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
/** Arguments of node in `npm start`: its options, and the program. The shell replaces itself by node, which so gets the signals. */
export const startArguments: readonly string[] = scripts.start.split(' ').slice('exec node'.split(' ').length);

// A signal must end the started processes too: only a regular exit runs the handlers below.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export type Ran = { code: number; stdout: string; stderr: string; seconds: number };
export type Answer = { status: number; body: unknown; next: string | null };
export type Server = { process: ChildProcess; base: string; log(): string; stop(): Promise<void> };
export type Settings = { port: number; base: string; env: NodeJS.ProcessEnv };

/** A port and an environment in which nothing inherited points at another store. */
export async function settings(store: { dataDir: string } | { databaseUrl: string }): Promise<Settings> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: String(port), HOST: '127.0.0.1', BASE_URL: base };
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'DATA_DIR', 'NODE_ENV', 'WORKERS', 'METRICS_PORT'])
    delete env[name];
  env['RATE_LIMITS'] = noRateLimitsSetting;
  if ('dataDir' in store) env['DATA_DIR'] = store.dataDir;
  else env['DATABASE_URL'] = store.databaseUrl;
  return { port, base, env };
}

export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'research-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a script of the project to its end; `npm run admin` is scripts/admin.js. */
function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const [stdout, stderr] = [Buffer.concat(out).toString(), Buffer.concat(err).toString()];
      resolve({ code: code ?? 1, stdout, stderr, seconds: (performance.now() - start) / 1000 });
    });
  });
}

/** The same, for a command that has to succeed. */
export async function succeed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const ran = await run(args, env);
  if (ran.code !== 0)
    throw new Error(`${args.join(' ').slice(0, 400)} ended with ${ran.code}:\n${ran.stderr}${ran.stdout}`);
  return ran;
}

/** Starts the server as `npm start` does, or another program of node; it is killed with this process at the latest. */
export function spawnServer({ base, port, env }: Settings, program = startArguments): Server {
  const { child, log, end } = spawnService({ args: program, env: { LOG_LEVEL: 'info', ...env }, port, cwd: root });
  return { process: child, base, log, stop: async () => void (await end()) };
}

/** Tries again until there is a result; if the server stops meanwhile, the error contains its output. */
export async function until<T>(server: Server, attempt: () => Promise<T | undefined>, pauseMs = 20): Promise<T> {
  for (const end = performance.now() + START_SECONDS_MAX * 1000; performance.now() < end;) {
    if (server.process.exitCode !== null)
      throw new Error(`the server stopped with ${server.process.exitCode}:\n${server.log()}`);
    const result = await attempt().catch(() => undefined);
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`the server did not answer within ${START_SECONDS_MAX} s:\n${server.log()}`);
}

export async function startServer(chosen: Settings): Promise<Server> {
  const server = spawnServer(chosen);
  await until(server, async () => ((await fetch(`${server.base}/v1/tickers`)).ok ? true : undefined));
  return server;
}

/** Answer of an address, with the next page from its Link header; waits out a rate limit as a client would. */
export async function read(key: string, url: string): Promise<Answer> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1000));
    return read(key, url);
  }
  const next = /<([^>]*)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  return { status: response.status, body: text === '' ? null : JSON.parse(text), next };
}

export function brief(base: string, key: string, query: Record<string, string>): Promise<Answer> {
  return read(key, `${base}/v1/brief?${new URLSearchParams(query)}`);
}

/** A key for the live collection whose workspace may read without a limit. */
export async function liveKey(env: NodeJS.ProcessEnv): Promise<string> {
  const admin = async <Report>(...words: string[]): Promise<Report> => {
    const { stdout } = await succeed(['scripts/admin.js', ...words, '--json'], env);
    return JSON.parse(stdout) as Report;
  };
  const { workspace_id: workspace } = await admin<{ workspace_id: string }>('create-workspace', 'Reader');
  await admin('set-plan', '--workspace', workspace, '--plan', 'unlimited');
  return (await admin<{ key: string }>('create-key', '--workspace', workspace)).key;
}
