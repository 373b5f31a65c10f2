// Server of the service as a process: the one way in which tests, drills and benches start it.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { noRateLimitsSetting } from '../../server/metering/testing/rate-limits.ts';
import { end, hasEnded, withUs } from './children.ts';
import { freePort } from './listening.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ServiceOptions = {
  /** Arguments of node, the server among them. */
  args: readonly string[];
  /** Over the defaults: no rate limits, errors alone in the log, and nothing inherited but PATH. */
  env: Environment;
  /** 0: the server takes a free one, and prints its address. */
  port: number;
  cwd?: string;
  /** Opens a channel for messages. */
  ipc?: boolean;
  /** Discards its output, which then costs the reader nothing; `listening` asks the server instead. */
  isSilent?: boolean;
};

export type ServiceProcess = {
  child: ChildProcess;
  port: number;
  address: string;
  /** Resolves when it listens; rejects with its output if it ends before. */
  listening: Promise<void>;
  /** The end of its output and of its log. */
  log(): string;
  /** The rest of the line of its output that begins with these words, once there is one. */
  line(words: string): Promise<string>;
  /** The exit code; null if the signal killed it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

const LISTENING = 'listening on ';
const LOG_LENGTH_MAX = 100_000;

export function spawnService({ args, env, port, cwd, ipc = false, isSilent = false }: ServiceOptions): ServiceProcess {
  const output = isSilent ? 'ignore' : 'pipe';
  const child: ChildProcess = withUs(
    spawn(process.execPath, args, {
      ...(cwd !== undefined && { cwd }),
      env: {
        PATH: process.env['PATH'],
        LOG_LEVEL: 'error',
        RATE_LIMITS: noRateLimitsSetting,
        ...env,
        PORT: String(port),
      },
      stdio: ['ignore', output, output, ...(ipc ? ['ipc' as const] : [])],
    }),
  );
  const address = `http://127.0.0.1:${port}`;
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-LOG_LENGTH_MAX)));
  const failure = (): Error => new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${log}`);
  const line = async (words: string): Promise<string> => {
    for (;;) {
      const found = log.split('\n').find((one, at, { length }) => at < length - 1 && one.startsWith(words));
      if (found !== undefined) return found.slice(words.length);
      if (hasEnded(child)) throw failure();
      await setTimeout(5);
    }
  };
  const answering = async (): Promise<void> => {
    while (!(await isAnswering(address))) {
      if (hasEnded(child)) throw failure();
      await setTimeout(50);
    }
  };
  const listening = isSilent ? answering() : line(LISTENING).then(() => undefined);
  // A caller that waits gets the failure; a caller that does not wait must not end the process by it.
  listening.catch(() => undefined);
  return {
    child,
    port,
    address,
    listening,
    log: () => log,
    line,
    end: async (signal = 'SIGTERM') => {
      await end(child, signal);
      return child.exitCode;
    },
  };
}

/** The same, once it listens; by default on a free port. */
export async function startService(options: Omit<ServiceOptions, 'port'> & { port?: number }): Promise<ServiceProcess> {
  const service = spawnService({ ...options, port: options.port ?? (await freePort()) });
  await service.listening;
  return options.port === 0 ? { ...service, address: await service.line(LISTENING) } : service;
}

function isAnswering(address: string): Promise<boolean> {
  return fetch(`${address}/v1/tickers`).then(
    ({ ok }) => ok,
    () => false,
  );
}
