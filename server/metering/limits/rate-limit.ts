// Token buckets of workspaces, keys and addresses, and the headers that say what is left.
import { LRUCache } from 'lru-cache';
import type { Allowed, Counted } from '../../contract/credential.ts';

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

export type Take = (counted: string | Counted) => Allowed | Promise<Allowed>;
export type Limiter = (name: LimitName, policies: readonly Policy[]) => Take;

/** A bucket gains `quota` in a millisecond, and a request takes `cost`: whole numbers, where fractions would drift. */
export type Bucket = {
  readonly subject: string;
  readonly policy: Policy;
  readonly cost: number;
  readonly full: number;
  level: number;
  at: number;
  /** Requests that other servers have not been told of yet. */
  passed: number;
};

export type Buckets = {
  take(counted: string | Counted): Allowed;
  /** Buckets that a request was taken from since the last call, and how many were. */
  passed(): { bucket: Bucket; count: number }[];
  /** Sets a bucket to what all servers together have left of it: the milliseconds until it is full. */
  settle(bucket: Bucket, msLeft: number): void;
  /** Puts requests back among those that other servers are to be told of. */
  keepPassed(bucket: Bucket, count: number): void;
};

/** Callers that are remembered; whoever was forgotten starts with a full quota. */
const SUBJECTS_MAX = 20_000;
/** Of a key that has a limit of its own. */
const keyPolicies: readonly Policy[] = [{ name: 'key', quota: 1, seconds: 60 }];
/** Shorter ones are over before servers have told each other. */
const SHARED_SECONDS_MIN = 60;

type Asking = { subject: string; usual: readonly Policy[]; quotas: readonly number[] | undefined; now: number };
type Caller = { readonly buckets: readonly Bucket[]; readonly policyHeader: string };

/**
 * Buckets of one kind of caller. A token comes back every seconds / quota; a request takes one from each bucket, or none
 * when one of them is empty. `elapsed` is a clock in milliseconds that only goes forward.
 */
export function createBuckets(policies: readonly Policy[], elapsed: () => number): Buckets {
  const callers = new LRUCache<string, Caller>({ max: SUBJECTS_MAX });
  const told = new Set<Bucket>();

  function callerOf({ subject, usual, quotas, now }: Asking): Caller {
    const known = callers.get(subject);
    if (known !== undefined && isCurrent(known, usual, quotas)) return known;
    const buckets = usual.map((policy, place) =>
      bucketOf({
        subject,
        policy: { ...policy, quota: quotas?.[place] ?? policy.quota },
        now,
        before: known?.buckets[place],
      }),
    );
    const caller = { buckets, policyHeader: buckets.map(({ policy }) => policyText(policy)).join(', ') };
    callers.set(subject, caller);
    return caller;
  }

  function takeOf({ buckets, policyHeader }: Caller, now: number): Allowed {
    let isAllowed = true;
    for (const bucket of buckets) {
      refillBucket(bucket, now);
      isAllowed &&= bucket.level >= bucket.cost;
    }
    if (isAllowed) {
      for (const bucket of buckets) {
        bucket.level -= bucket.cost;
        if (bucket.policy.seconds < SHARED_SECONDS_MIN) continue;
        bucket.passed += 1;
        told.add(bucket);
      }
    }
    return {
      headers: { 'RateLimit-Policy': policyHeader, RateLimit: buckets.map(stateOf).join(', ') },
      retryAfter: isAllowed ? null : Math.max(1, ...buckets.map((bucket) => secondsUntil(bucket, bucket.cost))),
    };
  }

  return {
    take(counted) {
      const now = Math.floor(elapsed());
      if (typeof counted === 'string')
        return takeOf(callerOf({ subject: counted, usual: policies, quotas: undefined, now }), now);
      const { subject, quotas, key } = counted;
      const workspace = callerOf({ subject, usual: policies, quotas, now });
      if (key === undefined) return takeOf(workspace, now);
      const own = callerOf({ subject: key.subject, usual: keyPolicies, quotas: [key.minute], now });
      const policyHeader = `${workspace.policyHeader}, ${own.policyHeader}`;
      return takeOf({ buckets: [...workspace.buckets, ...own.buckets], policyHeader }, now);
    },
    passed() {
      const all = [...told].map((bucket) => ({ bucket, count: bucket.passed }));
      for (const bucket of told) bucket.passed = 0;
      told.clear();
      return all;
    },
    settle(bucket, msLeft) {
      bucket.at = Math.floor(elapsed());
      const missing = Math.ceil(msLeft) * bucket.policy.quota + bucket.passed * bucket.cost;
      bucket.level = Math.min(bucket.full, bucket.full - missing);
    },
    keepPassed(bucket, count) {
      bucket.passed += count;
      told.add(bucket);
    },
  };
}

export function rateLimit(policies: readonly Policy[], elapsed: () => number): Buckets['take'] {
  return createBuckets(policies, elapsed).take;
}

function isCurrent({ buckets }: Caller, usual: readonly Policy[], quotas: readonly number[] | undefined): boolean {
  for (const [place, { policy }] of buckets.entries()) {
    if (policy.quota !== (quotas?.[place] ?? usual[place]?.quota)) return false;
  }
  return true;
}

function policyText({ name, quota, seconds }: Policy): string {
  return `"${name}";q=${quota};w=${seconds}`;
}

type NewBucket = { subject: string; policy: Policy; now: number; before: Bucket | undefined };

/** A quota that was changed has the same part left of it: neither is a full one a gift, nor an empty one a penalty. */
function bucketOf({ subject, policy, now, before }: NewBucket): Bucket {
  const cost = policy.seconds * 1_000;
  const full = policy.quota * cost;
  if (before === undefined) return { subject, policy, cost, full, level: full, at: now, passed: 0 };
  refillBucket(before, now);
  return { subject, policy, cost, full, level: Math.floor((before.level / before.full) * full), at: now, passed: 0 };
}

function refillBucket(bucket: Bucket, now: number): void {
  bucket.level = Math.min(bucket.full, bucket.level + (now - bucket.at) * bucket.policy.quota);
  bucket.at = now;
}

/** What is left, and the seconds until all of it is back. */
function stateOf(bucket: Bucket): string {
  const { policy, level, cost, full } = bucket;
  return `"${policy.name}";r=${Math.max(0, Math.floor(level / cost))};t=${secondsUntil(bucket, full)}`;
}

function secondsUntil({ policy, level }: Bucket, wanted: number): number {
  return Math.max(0, Math.ceil((wanted - level) / (policy.quota * 1_000)));
}
