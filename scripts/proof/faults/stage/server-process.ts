// Server process on a fixed port that can be killed and restarted, as behind a load balancer.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { noRateLimitsSetting } from '../../../../server/metering/testing/rate-limits.ts';
import { end, hasEnded, withUs } from '../../../stage/children.ts';
import { freePort } from '../../../stage/listening.ts';

export type ServerProcess = {
  address: string;
  /** Resolves when it listens; tries again while the database is away. */
  start(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is said, and a start under way is given up. True when it ran until then. */
  kill(): Promise<boolean>;
  stop(): Promise<unknown>;
  /** Throws when it has ended. */
  mustRun(): void;
  /** The end of what it has logged. */
  log(): string;
};

/** All processes answer with the same links, so that their bytes can be compared. */
export const baseUrl = 'https://research.example';
const STARTS_MAX = 20;
const skewedClock = new URL('skewed-clock.js', import.meta.url).href;

export type ProcessOptions = {
  /** Says by how many milliseconds its wall clock is off, at any moment; by default it is right. */
  clockOffsetFile?: string;
  /** Format of RATE_LIMITS; by default no limit. */
  rateLimits?: string;
};

export async function serverProcess(
  main: string,
  databaseUrl: string,
  { clockOffsetFile, rateLimits = noRateLimitsSetting }: ProcessOptions = {},
): Promise<ServerProcess> {
  const words = clockOffsetFile === undefined ? [main] : ['--import', skewedClock, main];
  const port = await freePort();
  let child: ChildProcess | undefined;
  let log = '';
  let isWanted = false;
  async function attempt(): Promise<boolean> {
    const started = spawn(process.execPath, words, {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        BASE_URL: baseUrl,
        DATABASE_URL: databaseUrl,
        RATE_LIMITS: rateLimits,
        LOG_LEVEL: 'error',
        ...(clockOffsetFile !== undefined && { CLOCK_OFFSET_FILE: clockOffsetFile }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = withUs(started);
    const listens = new Promise<boolean>((resolve) => {
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          log = (log + chunk.toString()).slice(-20_000);
          if (stream === started.stdout && log.includes('listening on')) resolve(true);
        });
      }
      started.once('exit', () => resolve(false));
    });
    log = '';
    return listens;
  }
  async function endBy(signal: NodeJS.Signals): Promise<boolean> {
    isWanted = false;
    return child !== undefined && end(child, signal);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    start: async () => {
      isWanted = true;
      for (let starts = 0; isWanted && starts < STARTS_MAX; starts += 1) {
        while (isWanted && !(await isReachable(databaseUrl))) await setTimeout(10);
        if (isWanted && (await attempt())) return;
      }
      throw new Error(`the server does not start:\n${log}`);
    },
    kill: () => endBy('SIGKILL'),
    stop: () => endBy('SIGTERM'),
    mustRun: () => {
      if (child === undefined || hasEnded(child)) throw new Error(`the server has ended by itself:\n${log}`);
    },
    log: () => log,
  };
}

/** A start without a database would only cost the processor a second. */
async function isReachable(databaseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(databaseUrl);
  const socket = connect(Number(port || 5432), hostname);
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
