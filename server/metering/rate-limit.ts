// How fast one key or one address may ask: token buckets of this process, and what their headers say.
import { LRUCache } from 'lru-cache';
import type { Allowed } from '../contract/credential.ts';

/** So many requests in so many seconds; an unused quota is saved up to the quota and no further. */
export type Policy = { readonly name: string; readonly quota: number; readonly seconds: number };

export type RateLimits = {
  /** Requests with a key or of a chat, by the workspace; what it asks of its status is counted apart, by the same numbers. */
  readonly keyed: readonly Policy[];
  /** Requests without one, by the address. */
  readonly unkeyed: readonly Policy[];
  /** What guards secrets, over all processes. */
  readonly device_initiation: Policy;
  /** How many proxies in front of the server add the address they saw to X-Forwarded-For. */
  readonly proxies: number;
};

export const defaultRateLimits: RateLimits = {
  keyed: [
    { name: 'burst', quota: 10, seconds: 1 },
    { name: 'minute', quota: 120, seconds: 60 },
  ],
  unkeyed: [{ name: 'minute', quota: 60, seconds: 60 }],
  device_initiation: { name: 'hour', quota: 10, seconds: 3_600 },
  proxies: 0,
};

/** Limits that hold for all workers of a server: of who has a key, of the status that it may ask, of who has none. */
export type LimitName = 'keyed' | 'status' | 'unkeyed';

export type Limiter = (name: LimitName, policies: readonly Policy[]) => (subject: string) => Allowed | Promise<Allowed>;

/** A bucket gains `quota` in a millisecond, and a request takes `cost`: whole numbers, where fractions would drift. */
type Bucket = { readonly policy: Policy; readonly cost: number; readonly full: number; level: number; at: number };

/** Callers that are remembered; whoever was forgotten starts with a full quota. */
const SUBJECTS_MAX = 20_000;

/**
 * Buckets of one kind of caller. A token comes back every seconds / quota; a request takes one from each bucket, or none
 * when one of them is empty. `elapsed` is a clock in milliseconds that only goes forward.
 */
export function rateLimit(policies: readonly Policy[], elapsed: () => number): (subject: string) => Allowed {
  const subjects = new LRUCache<string, Bucket[]>({ max: SUBJECTS_MAX });
  const policyHeader = policies.map(({ name, quota, seconds }) => `"${name}";q=${quota};w=${seconds}`).join(', ');
  function fullBuckets(subject: string, now: number): Bucket[] {
    const buckets = policies.map((policy) => fullBucket(policy, now));
    subjects.set(subject, buckets);
    return buckets;
  }
  return (subject) => {
    const now = Math.floor(elapsed());
    const buckets = subjects.get(subject) ?? fullBuckets(subject, now);
    for (const bucket of buckets) refillBucket(bucket, now);
    const isAllowed = buckets.every(({ level, cost }) => level >= cost);
    if (isAllowed) for (const bucket of buckets) bucket.level -= bucket.cost;
    return {
      headers: { 'RateLimit-Policy': policyHeader, RateLimit: buckets.map(stateOf).join(', ') },
      retryAfter: isAllowed ? null : Math.max(1, ...buckets.map((bucket) => secondsUntil(bucket, bucket.cost))),
    };
  };
}

function fullBucket(policy: Policy, now: number): Bucket {
  const cost = policy.seconds * 1_000;
  const full = policy.quota * cost;
  return { policy, cost, full, level: full, at: now };
}

function refillBucket(bucket: Bucket, now: number): void {
  bucket.level = Math.min(bucket.full, bucket.level + (now - bucket.at) * bucket.policy.quota);
  bucket.at = now;
}

/** What is left, and the seconds until all of it is back. */
function stateOf(bucket: Bucket): string {
  const { policy, level, cost, full } = bucket;
  return `"${policy.name}";r=${Math.floor(level / cost)};t=${secondsUntil(bucket, full)}`;
}

function secondsUntil({ policy, level }: Bucket, wanted: number): number {
  return Math.max(0, Math.ceil((wanted - level) / (policy.quota * 1_000)));
}
