// Token buckets of workspaces, keys and addresses, and the headers that report their state.
import type { LimitVerdict, LimitSubject } from '../../contract/credential.ts';
import { remembered } from '../../memory/remembered.ts';

/** A quota of requests in a number of seconds; an unused quota accumulates at most to the quota. */
export type Policy = { readonly name: string; readonly quota: number; readonly seconds: number };

export type RateLimits = {
  /** Requests with a key or of a chat, by workspace; its status requests count separately with the same numbers. */
  readonly keyed: readonly Policy[];
  /** Requests without a key, by address. */
  readonly unkeyed: readonly Policy[];
  /** Guards of secrets, over all processes. */
  readonly device_initiation: Policy;
  /** Number of proxies in front of the server that append an address to X-Forwarded-For. */
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

/** Limits over all workers of a server: requests with a key, status requests, requests without a key. */
export type LimitName = 'keyed' | 'status' | 'unkeyed';

export type Take = (counted: string | LimitSubject) => LimitVerdict | Promise<LimitVerdict>;
export type Limiter = (name: LimitName, policies: readonly Policy[]) => Take;

/**
 * A bucket gains `quota` in a millisecond, and a request takes `cost`: whole numbers, because fractions would drift.
 */
export type Bucket = {
  readonly subject: string;
  readonly policy: Policy;
  readonly cost: number;
  readonly full: number;
  level: number;
  at: number;
  /** Requests not yet reported to other servers. */
  passed: number;
};

export type Buckets = {
  take(counted: string | LimitSubject): LimitVerdict;
  /** Buckets used since the last call, with the number of requests. */
  passed(): { bucket: Bucket; count: number }[];
  /** Sets a bucket to its level over all servers: the milliseconds until it is full. */
  settle(bucket: Bucket, msLeft: number): void;
  /** Returns requests to those still to be reported to other servers. */
  keepPassed(bucket: Bucket, count: number): void;
};

/** For a key with its own limit. */
const keyPolicies: readonly Policy[] = [{ name: 'key', quota: 1, seconds: 60 }];
/** Shorter windows end before servers have exchanged their counts. */
const SHARED_SECONDS_MIN = 60;

type Subject = { subject: string; usual: readonly Policy[]; quotas: readonly number[] | undefined; now: number };
type Caller = { readonly buckets: readonly Bucket[]; readonly policyHeader: string };

/**
 * Buckets of one kind of caller. A token returns every seconds / quota; a request takes one from each bucket, or none
 * if one of them is empty. `elapsed` is a monotonic clock in milliseconds.
 */
export function createBuckets(policies: readonly Policy[], elapsed: () => number): Buckets {
  /** An evicted caller starts with a full quota. */
  const callers = remembered<string, Caller>('buckets');
  const told = new Set<Bucket>();

  function callerOf({ subject, usual, quotas, now }: Subject): Caller {
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

  function takeOf({ buckets, policyHeader }: Caller, now: number): LimitVerdict {
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

/** A changed quota keeps the same share left: neither a gift nor a penalty. */
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

/** The tokens left, and the seconds until the bucket is full. */
function stateOf(bucket: Bucket): string {
  const { policy, level, cost, full } = bucket;
  return `"${policy.name}";r=${Math.max(0, Math.floor(level / cost))};t=${secondsUntil(bucket, full)}`;
}

function secondsUntil({ policy, level }: Bucket, wanted: number): number {
  return Math.max(0, Math.ceil((wanted - level) / (policy.quota * 1_000)));
}
