/**
 * Rate limits over several servers of a database: token buckets that are reconciled once a second. Each server counts for
 * itself, writes what it has let through, and reads what is left over all of them. What they let through together in that
 * second is paid back, so that the limit holds in the long run. One statement a second for all callers, where counting
 * each request in the store would be a statement each.
 */
import type { PaceUse } from '../../store/ledger/request-pace.ts';
import { type Buckets, type LimitName, type Limiter, createBuckets } from './rate-limit.ts';

/** Writes what was let through; returns the milliseconds until each quota is whole again. */
export type NotePassed = (passed: readonly PaceUse[]) => Promise<readonly number[]>;

export const PACE_MS = 1_000;

type LimitBuckets = { name: LimitName; buckets: Buckets };

export type SharedPace = {
  limiter: Limiter;
  /** Tells the other servers and is told by them; one at a time. What could not be written is written the next time. */
  exchange(): Promise<void>;
};

export function sharedPace(options: {
  elapsed: () => number;
  note: NotePassed;
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
