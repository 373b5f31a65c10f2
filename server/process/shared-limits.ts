// Limits over all workers of a server and all servers of a store: the primary holds the buckets.

// A worker asks over the channel that the two share anyway. A server without workers has its own buckets. The primary
// has no connection to the store: a worker writes and reads for it.
import cluster, { type Worker } from 'node:cluster';
import type { LimitVerdict, LimitSubject } from '../contract/credential.ts';
import type { Logger } from '../observe/log.ts';
import type { LimitName, Limiter, RateLimits } from '../metering/limits/rate-limit.ts';
import { type PaceWriter, PACE_MS, type SharedPace, sharedPace } from '../metering/limits/shared-pace.ts';
import type { Store } from '../store/engine/engine.ts';
import { type PaceUse, notePassed } from '../store/ledger/request-pace.ts';

interface LimitQuestion {
  readonly limit: LimitName;
  readonly counted: string | LimitSubject;
  readonly id: number;
}

interface LimitAnswer {
  readonly allowed: LimitVerdict;
  readonly id: number;
}

interface PaceNote {
  readonly passed: readonly PaceUse[];
  readonly id: number;
}

interface PaceReply {
  /** Null if the store could not be reached. */
  readonly left: readonly number[] | null;
  readonly id: number;
}

const has = (message: unknown, name: string): boolean =>
  typeof message === 'object' && message !== null && name in message && 'id' in message;
const isAsked = (message: unknown): message is LimitQuestion => has(message, 'limit') && has(message, 'counted');
const isTold = (message: unknown): message is LimitAnswer => has(message, 'allowed');
const isPaceNote = (message: unknown): message is PaceNote => has(message, 'passed');
const isPaceReply = (message: unknown): message is PaceReply => has(message, 'left');

/** After this time without an answer a worker has ended, or its store hangs. */
const NOTE_MS_MAX = 5_000;

function everySecond({ exchange }: SharedPace): () => void {
  const timer = setInterval(() => void exchange(), PACE_MS).unref();
  return () => clearInterval(timer);
}

export interface PaceOptions {
  readonly elapsed: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Limits hold for this server alone until the store is reachable again, which each failing request reports louder. */
export const notPaced =
  (log: Logger) =>
  (error: unknown): void =>
    log.debug({ err: error }, 'limits are not shared with other servers; it is tried again');

/** In the primary: answers its workers, and lets one of them exchange counts with other servers. */
export function answerWorkers(rateLimits: RateLimits, options: PaceOptions): void {
  const pace = sharedPace({ ...options, note: byAWorker() });
  const takes = {
    keyed: pace.limiter('keyed', rateLimits.keyed),
    status: pace.limiter('status', rateLimits.keyed),
    unkeyed: pace.limiter('unkeyed', rateLimits.unkeyed),
  };
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isAsked(message)) return;
    const { limit, counted, id } = message;
    void Promise.resolve(takes[limit](counted)).then((allowed) => {
      // A worker that has just ended receives nothing.
      if (worker.isConnected()) worker.send({ allowed, id } satisfies LimitAnswer);
    });
  });
  everySecond(pace);
}

function byAWorker(): PaceWriter {
  const waiting = new Map<number, (left: readonly number[] | null) => void>();
  let asked = 0;
  cluster.on('message', (_worker: Worker, message: unknown) => {
    if (isPaceReply(message)) waiting.get(message.id)?.(message.left);
  });
  return async (passed) => {
    const worker = Object.values(cluster.workers ?? {}).find((one) => one?.isConnected() === true);
    if (worker === undefined) throw new Error('no worker is there to write the pace of callers');
    asked += 1;
    const id = asked;
    const left = await new Promise<readonly number[] | null>((resolve) => {
      const timer = setTimeout(resolve, NOTE_MS_MAX, null).unref();
      waiting.set(id, (told) => {
        clearTimeout(timer);
        resolve(told);
      });
      worker.send({ passed, id } satisfies PaceNote);
    });
    waiting.delete(id);
    if (left === null) throw new Error('the pace of callers was not written');
    return left;
  };
}

/** In a worker: asks the primary, whose answers may come out of order, and writes for it. */
function askPrimary({ accounts }: Store): Limiter {
  const waiting = new Map<number, (allowed: LimitVerdict) => void>();
  let asked = 0;
  process.on('message', (message: unknown) => {
    if (isPaceNote(message)) void writeFor(message, accounts);
    if (!isTold(message)) return;
    waiting.get(message.id)?.(message.allowed);
    waiting.delete(message.id);
  });
  return (limit) => (counted) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      process.send?.({ limit, counted, id: asked } satisfies LimitQuestion);
    });
}

async function writeFor({ passed, id }: PaceNote, accounts: Store['accounts']): Promise<void> {
  const left = await notePassed(accounts, passed).catch(() => null);
  process.send?.({ left, id } satisfies PaceReply);
}

/** The limiter of this process, with its stop. An embedded store has one server, so it exchanges nothing. */
export function sharedLimiter(store: Store, options: PaceOptions): { limiter: Limiter | undefined; stop: () => void } {
  if (cluster.isWorker) return { limiter: askPrimary(store), stop: () => undefined };
  if (store.engine === 'embedded') return { limiter: undefined, stop: () => undefined };
  const pace = sharedPace({ ...options, note: (passed) => notePassed(store.accounts, passed) });
  return { limiter: pace.limiter, stop: everySecond(pace) };
}
