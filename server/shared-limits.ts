/**
 * Limits that hold over all workers of a server: the buckets are the primary's, and a worker asks it over the channel that
 * the two have anyway. A server without workers has its own.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Allowed } from './contract/credential.ts';
import { type LimitName, type Limiter, type RateLimits, rateLimit } from './metering/rate-limit.ts';

interface Asked {
  readonly limit: LimitName;
  readonly subject: string;
  readonly id: number;
}

interface Told {
  readonly allowed: Allowed;
  readonly id: number;
}

const isAsked = (message: unknown): message is Asked =>
  typeof message === 'object' && message !== null && 'limit' in message && 'subject' in message && 'id' in message;
const isTold = (message: unknown): message is Told =>
  typeof message === 'object' && message !== null && 'allowed' in message && 'id' in message;

/** Of the primary: answers its workers. `elapsed`: milliseconds of a clock that only goes forward. */
export function answerWorkers(rateLimits: RateLimits, elapsed: () => number): void {
  const buckets = {
    keyed: rateLimit(rateLimits.keyed, elapsed),
    status: rateLimit(rateLimits.keyed, elapsed),
    unkeyed: rateLimit(rateLimits.unkeyed, elapsed),
  };
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isAsked(message)) return;
    const { limit, subject, id } = message;
    // A worker that has just ended hears nothing any more.
    if (worker.isConnected()) worker.send({ allowed: buckets[limit](subject), id } satisfies Told);
  });
}

/** Of a worker: asks the primary, whose answers come in the order of the questions or not. */
function askPrimary(): Limiter {
  const waiting = new Map<number, (allowed: Allowed) => void>();
  let asked = 0;
  process.on('message', (message: unknown) => {
    if (!isTold(message)) return;
    waiting.get(message.id)?.(message.allowed);
    waiting.delete(message.id);
  });
  return (limit) => (subject) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      process.send?.({ limit, subject, id: asked } satisfies Asked);
    });
}

/** The limiter of this process; undefined where it counts for itself. */
export const sharedLimiter = (): Limiter | undefined => (cluster.isWorker ? askPrimary() : undefined);
