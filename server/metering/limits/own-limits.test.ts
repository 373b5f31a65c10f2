// Limits of one workspace or key, and buckets shared by several servers.
import { describe, expect, it } from 'vitest';
import { type Policy, createBuckets, rateLimit } from './rate-limit.ts';

const burst: Policy = { name: 'burst', quota: 10, seconds: 1 };
const minute: Policy = { name: 'minute', quota: 120, seconds: 60 };

describe('a workspace with numbers of its own', () => {
  const counted = (quotas: readonly number[], key?: { subject: string; minute: number }) => ({
    subject: 'account one',
    quotas,
    ...(key && { key }),
  });

  it('is held to them, and its headers name them', () => {
    const limit = rateLimit([burst, minute], () => 0);
    expect(limit(counted([2, 5])).headers).toEqual({
      'RateLimit-Policy': '"burst";q=2;w=1, "minute";q=5;w=60',
      RateLimit: '"burst";r=1;t=1, "minute";r=4;t=12',
    });
    expect([limit(counted([2, 5])).retryAfter, limit(counted([2, 5])).retryAfter]).toEqual([null, 1]);
    expect(limit('account two').headers['RateLimit-Policy']).toBe('"burst";q=10;w=1, "minute";q=120;w=60');
  });

  it('keeps the part that is left when its numbers change: no gift for who has used them up, no penalty', () => {
    const limit = rateLimit([minute], () => 0);
    for (let one = 0; one < 60; one += 1) limit(counted([120]));
    expect(limit(counted([240])).headers['RateLimit']).toBe('"minute";r=119;t=31');
    expect(limit(counted([2])).retryAfter).toBe(1);
    const empty = rateLimit([minute], () => 0);
    for (let one = 0; one < 120; one += 1) empty(counted([120]));
    expect(empty(counted([1_000])).retryAfter).toBe(1);
  });

  it('whose key has a lower limit takes from both or from neither, and says both', () => {
    const limit = rateLimit([burst, minute], () => 0);
    const slow = counted([10, 120], { subject: 'key slow', minute: 2 });
    expect(limit(slow).headers).toEqual({
      'RateLimit-Policy': '"burst";q=10;w=1, "minute";q=120;w=60, "key";q=2;w=60',
      RateLimit: '"burst";r=9;t=1, "minute";r=119;t=1, "key";r=1;t=30',
    });
    limit(slow);
    for (let one = 0; one < 5; one += 1) expect(limit(slow).retryAfter).toBe(30);
    expect(limit(counted([10, 120])).headers['RateLimit']).toContain('"minute";r=117');
  });

  it('cannot ask more by a key of its own limit than the workspace may', () => {
    const limit = rateLimit([burst], () => 0);
    const fast = counted([1], { subject: 'key fast', minute: 1_000 });
    expect([limit(fast).retryAfter, limit(fast).retryAfter]).toEqual([null, 1]);
    expect(limit(fast).headers['RateLimit']).toContain('"key";r=999');
  });
});

describe('buckets that several servers share', () => {
  it('name what was let through since the last time, of quotas of a minute alone', () => {
    const buckets = createBuckets([burst, { ...minute, quota: 3 }], () => 0);
    for (let one = 0; one < 5; one += 1) buckets.take('one');
    buckets.take('two');
    const told = () => buckets.passed().map(({ bucket, count }) => [bucket.subject, bucket.policy.name, count]);
    expect(told()).toEqual([
      ['one', 'minute', 3],
      ['two', 'minute', 1],
    ]);
    expect(told()).toEqual([]);
  });

  it('are set to what is left over all of them, less what was let through meanwhile', () => {
    const clock = { ms: 0 };
    const buckets = createBuckets([{ ...minute, quota: 60 }], () => clock.ms);
    buckets.take('one');
    const [passed] = buckets.passed();
    if (passed === undefined) throw new Error('nothing was let through');
    buckets.take('one');
    // All servers together have let ten pass.
    buckets.settle(passed.bucket, 10_000);
    expect(buckets.take('one').headers['RateLimit']).toBe('"minute";r=48;t=12');
    // Above the quota: it is paid back before another request passes.
    buckets.settle(passed.bucket, 65_000);
    const refused = buckets.take('one');
    expect([refused.retryAfter, refused.headers['RateLimit']]).toEqual([8, '"minute";r=0;t=67']);
    clock.ms = 8_000;
    expect(buckets.take('one').retryAfter).toBeNull();
  });
});
