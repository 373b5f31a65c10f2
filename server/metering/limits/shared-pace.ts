// Rate limits over the servers of a database: token buckets reconciled once a second.

// Each server counts for itself, writes the requests that it admitted, and reads the rest over all servers.
// An excess within that second is paid back, so the limit holds over time. This is one statement a second for all
// callers; a count of each request in the store would be one statement per request.
import type { PaceUse } from '../../store/ledger/request-pace.ts';
import { type Buckets, type LimitName, type Limiter, createBuckets } from './rate-limit.ts';

/** Writes the admitted requests; returns the milliseconds until each quota is full again. */
export type PaceWriter = (passed: readonly PaceUse[]) => Promise<readonly number[]>;

export const PACE_MS = 1_000;

type LimitBuckets = { name: LimitName; buckets: Buckets };

export type SharedPace = {
  limiter: Limiter;
  /** Exchanges counts with the other servers, one exchange at a time. A failed write is repeated by the next. */
  exchange(): Promise<void>;
};

export function sharedPace(options: {
  elapsed: () => number;
  note: PaceWriter;
  onFailure: (error: unknown) => void;
}): SharedPace {
  const all: LimitBuckets[] = [];
  let running: Promise<void> | null = null;
  async function exchange(): Promise<void> {
    const passed = all.flatMap(({ name, buckets }) => buckets.passed().map((one) => ({ name, buckets, ...one })));
    if (passed.length === 0) return;
    try {
      const left = await options.note(
        passed.map(({ name, bucket: { subject, policy }, count }) => ({
          name: `${name} ${policy.name}`,
          subject,
          count,
          msEach: (policy.seconds * 1_000) / policy.quota,
        })),
      );
      for (const [place, { buckets, bucket }] of passed.entries()) buckets.settle(bucket, left[place] ?? 0);
    } catch (error) {
      for (const { buckets, bucket, count } of passed) buckets.keepPassed(bucket, count);
      options.onFailure(error);
    }
  }
  return {
    limiter(name, policies) {
      const buckets = createBuckets(policies, options.elapsed);
      all.push({ name, buckets });
      return buckets.take;
    },
    exchange: () =>
      (running ??= exchange().finally(() => {
        running = null;
      })),
  };
}
