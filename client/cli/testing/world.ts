// Test support: a world of streams, time and folders for one run, and a service that plays recorded answers.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recordedText } from '../../../server/testing/recordings.ts';
import { type VirtualClock, virtualClock } from '../../testing/scripted-server.ts';
import { run } from '../run.ts';
import type { Environment, World } from '../world.ts';

export const testKey = 'ri_live_SeCrEtKeY0123456789abcdef';
export const baseUrl = 'http://research.test';

export type Ran = { code: number; out: string; err: string; bytes: Uint8Array };

export type ServiceRequest = {
  method: string;
  path: string;
  authorization: string | null;
  requestId: string | null;
  body: string;
};

export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'drop';
export type Play = (asked: ServiceRequest) => Answer;

export type TestOptions = {
  env?: Environment;
  home?: string;
  play?: Play;
  terminal?: boolean;
  columns?: number;
  stdin?: string | AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
  platform?: string;
};

export type Bench = {
  asked: ServiceRequest[];
  clock: VirtualClock;
  /** Runs the repeating timers of the command line. */
  tick(times?: number): void;
  ticking(): number;
  home: string;
  research(...args: string[]): Promise<Ran>;
};

/** Deleted at the end of the test. */
export async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'research-cli-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

/** A run with the test key against a scripted service; inherits nothing from the process. */
export async function bench(options: TestOptions = {}): Promise<Bench> {
  const home = options.home ?? (await makeHome());
  const asked: ServiceRequest[] = [];
  const clock = virtualClock();
  const works = new Set<() => void>();
  const env = { SERVICE_API_KEY: testKey, ...options.env };
  return {
    asked,
    clock,
    home,
    tick: (times = 1) => {
      for (let at = 0; at < times; at += 1) for (const work of works) work();
    },
    ticking: () => works.size,
    research: async (...args) => {
      const [out, err]: [Buffer[], Buffer[]] = [[], []];
      const screen = (into: Buffer[]): World['stdout'] => ({
        isTerminal: options.terminal ?? false,
        columns: options.columns,
        write: (chunk) => void into.push(Buffer.from(chunk)),
      });
      const world: World = {
        env,
        home,
        hostname: 'quay',
        platform: options.platform ?? 'linux',
        stdin: typeof options.stdin === 'object' ? options.stdin : chunksOf(options.stdin ?? ''),
        stdout: screen(out),
        stderr: screen(err),
        fetch: (request) => play(request, options.play ?? (() => ({ status: 500 })), asked),
        clock,
        signal: options.signal ?? new AbortController().signal,
        every: (_milliseconds, work) => {
          works.add(work);
          return () => void works.delete(work);
        },
      };
      const code = await run(
        args.includes('--base-url') || options.env?.XDG_CONFIG_HOME !== undefined
          ? args
          : [...args, '--base-url', baseUrl],
        world,
      );
      const bytes = Buffer.concat(out);
      return { code, out: bytes.toString(), err: Buffer.concat(err).toString(), bytes };
    },
  };
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function play(request: Request, answers: Play, asked: ServiceRequest[]): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const seen = {
    method: request.method,
    path: `${pathname}${search}`,
    authorization: request.headers.get('authorization'),
    requestId: request.headers.get('x-request-id'),
    body: await request.text(),
  };
  asked.push(seen);
  const answer = answers(seen);
  if (answer === 'drop') throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
  const { status = 200, headers = {}, body = {} } = answer;
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
}

/** Answers every request with this recorded document, as the service would send it. */
export async function answering(name: string, headers: Record<string, string> = {}): Promise<Play> {
  const body = recordedText(name);
  const { status } = JSON.parse(body) as { status?: number | string };
  const isProblem = typeof status === 'number';
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const good = { 'Document-Digest': digest, 'Usage-Charge': '1', 'Usage-Remaining': '411', ...headers };
  return () => ({ status: isProblem ? status : 200, headers: isProblem ? headers : good, body });
}
