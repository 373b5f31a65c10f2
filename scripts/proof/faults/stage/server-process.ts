// One server process that can be killed and started again on its own port, like the one behind a load balancer.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { noRateLimitsSetting } from '../../../../server/metering/testing/rate-limits.ts';
import { end, hasEnded } from '../../../stage/children.ts';
import { freePort } from '../../../stage/listening.ts';
import { type ServiceProcess, spawnService } from '../../../stage/service-process.ts';

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
  /** As RATE_LIMITS has it; by default nobody is limited. */
  rateLimits?: string;
};

export async function serverProcess(
  main: string,
  databaseUrl: string,
  { clockOffsetFile, rateLimits = noRateLimitsSetting }: ProcessOptions = {},
): Promise<ServerProcess> {
  const args = clockOffsetFile === undefined ? [main] : ['--import', skewedClock, main];
  const port = await freePort();
  let service: ServiceProcess | undefined;
  let isWanted = false;
  async function attempt(): Promise<boolean> {
    service = spawnService({
      args,
      port,
      env: {
        BASE_URL: baseUrl,
        DATABASE_URL: databaseUrl,
        RATE_LIMITS: rateLimits,
        ...(clockOffsetFile !== undefined && { CLOCK_OFFSET_FILE: clockOffsetFile }),
      },
    });
    return service.listening.then(
      () => true,
      () => false,
    );
  }
  const log = (): string => service?.log() ?? '';
  async function endBy(signal: NodeJS.Signals): Promise<boolean> {
    isWanted = false;
    return service !== undefined && end(service.child, signal);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    start: async () => {
      isWanted = true;
      for (let starts = 0; isWanted && starts < STARTS_MAX; starts += 1) {
        while (isWanted && !(await isReachable(databaseUrl))) await setTimeout(10);
        if (isWanted && (await attempt())) return;
      }
      throw new Error(`the server does not start:\n${log()}`);
    },
    kill: () => endBy('SIGKILL'),
    stop: () => endBy('SIGTERM'),
    mustRun: () => {
      if (service === undefined || hasEnded(service.child))
        throw new Error(`the server has ended by itself:\n${log()}`);
    },
    log,
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
