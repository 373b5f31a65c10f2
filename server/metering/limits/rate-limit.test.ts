// Token buckets: exact under any schedule of a clock that tests move, with headers that a structured-field parser
// reads.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Policy, defaultRateLimits, rateLimit } from './rate-limit.ts';
import { noRateLimits } from '../testing/rate-limits.ts';

const burst: Policy = { name: 'burst', quota: 10, seconds: 1 };
const minute: Policy = { name: 'minute', quota: 120, seconds: 60 };

/** A limit with a clock in milliseconds. */
function limited(policies: readonly Policy[]) {
  const clock = { ms: 0 };
  const limit = rateLimit(policies, () => clock.ms);
  return {
    clock,
    ask: (subject = 'one') => limit(subject),
    allows: (subject = 'one') => limit(subject).retryAfter === null,
  };
}

/** The same in exact fractions and without eviction: tokens in units of 1 / (seconds x 1000). */
function reference(policies: readonly Policy[]) {
  const state = policies.map(({ quota, seconds }) => ({ parts: BigInt(quota * seconds * 1_000), at: 0 }));
  return (ms: number): boolean => {
    for (const [index, one] of state.entries()) {
      const { quota = 1, seconds = 1 } = policies[index] ?? {};
      const gained = one.parts + BigInt(ms - one.at) * BigInt(quota);
      const full = BigInt(quota * seconds * 1_000);
      Object.assign(one, { parts: gained < full ? gained : full, at: ms });
    }
    const isAllowed = state.every(({ parts }, index) => parts >= BigInt((policies[index]?.seconds ?? 1) * 1_000));
    if (isAllowed)
      for (const [index, one] of state.entries()) one.parts -= BigInt((policies[index]?.seconds ?? 1) * 1_000);
    return isAllowed;
  };
}

const anyPolicy = fc.record({
  name: fc.constantFrom('burst', 'minute', 'hour'),
  quota: fc.integer({ min: 1, max: 200 }),
  seconds: fc.constantFrom(1, 7, 60, 3_600),
});
const anyPolicies = fc.array(anyPolicy, { minLength: 1, maxLength: 3 });
/** Steps of the clock before each request: a burst, a few milliseconds apart, or a long rest. */
const anySteps = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 41, max: 2_000 }),
    fc.integer({ min: 1, max: 4_000_000 }),
  ),
  { minLength: 1, maxLength: 400 },
);

describe('a token bucket', () => {
  it('allows exactly what exact arithmetic allows, under any schedule', () => {
    fc.assert(
      fc.property(anyPolicies, anySteps, (policies, steps) => {
        const { clock, allows } = limited(policies);
        const allowed = reference(policies);
        for (const step of steps) {
          clock.ms += step;
          expect(allows()).toBe(allowed(clock.ms));
        }
      }),
    );
  });

  it('loses nothing to rounding: a token is back on the millisecond, however often it was asked before', () => {
    const { clock, allows } = limited([burst]);
    for (let call = 0; call < 10; call += 1) expect(allows()).toBe(true);
    let refused = 0;
    for (clock.ms = 1; clock.ms < 100; clock.ms += 1) refused += allows() ? 0 : 1;
    expect(refused).toBe(99);
    expect(allows()).toBe(true);
    expect(allows()).toBe(false);
  });

  it('gives in any stretch of time no more than the quota and what came back in it', () => {
    fc.assert(
      fc.property(anyPolicy, anySteps, (policy, steps) => {
        const { clock, allows } = limited([policy]);
        const taken: number[] = [];
        for (const step of steps) {
          clock.ms += step;
          if (allows()) taken.push(clock.ms);
        }
        for (const [index, from] of taken.entries()) {
          for (const [after, to] of taken.slice(index).entries()) {
            expect((after + 1 - policy.quota) * policy.seconds * 1_000).toBeLessThanOrEqual((to - from) * policy.quota);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('allows the next request after exactly Retry-After seconds, and a refusal takes nothing', () => {
    fc.assert(
      fc.property(anyPolicies, anySteps, (policies, steps) => {
        const { clock, ask, allows } = limited(policies);
        for (const step of steps) {
          clock.ms += step;
          const { retryAfter } = ask();
          if (retryAfter === null) continue;
          expect(Number.isInteger(retryAfter) && retryAfter >= 1).toBe(true);
          clock.ms += retryAfter * 1_000;
          expect(allows()).toBe(true);
        }
      }),
    );
  });

  it('saves an unused quota up to the quota and no further', () => {
    const { clock, allows } = limited([burst]);
    clock.ms = 3_600_000;
    let allowed = 0;
    for (let call = 0; call < 50; call += 1) allowed += allows() ? 1 : 0;
    expect(allowed).toBe(10);
  });

  it('is one per caller: one that is used up takes nothing from another', () => {
    const { allows } = limited([{ name: 'minute', quota: 2, seconds: 60 }]);
    expect([allows('a'), allows('a'), allows('a'), allows('b'), allows('b'), allows('b')]).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('takes from every bucket or from none', () => {
    const { clock, ask, allows } = limited([burst, minute]);
    for (let call = 0; call < 10; call += 1) expect(allows()).toBe(true);
    for (let call = 0; call < 5; call += 1) expect(allows()).toBe(false);
    expect(ask().headers['RateLimit']).toBe('"burst";r=0;t=1, "minute";r=110;t=5');
    for (let second = 1; second <= 11; second += 1) {
      clock.ms = second * 1_000;
      for (let call = 0; call < 10; call += 1) allows();
    }
    expect(ask()).toMatchObject({
      retryAfter: 1,
      headers: { RateLimit: expect.stringContaining('"minute";r=22') as string },
    });
  });

  it('forgets whoever has not asked for longest, who then starts with a full quota', () => {
    const { allows } = limited([{ name: 'minute', quota: 1, seconds: 60 }]);
    expect([allows('first'), allows('first')]).toEqual([true, false]);
    for (let other = 0; other < 20_000; other += 1) allows(`other ${other}`);
    expect(allows('first')).toBe(true);
  });

  it('reads a clock with fractions of a millisecond as whole ones', () => {
    const { clock, allows } = limited([{ name: 'burst', quota: 1, seconds: 1 }]);
    clock.ms = 0.75;
    expect(allows()).toBe(true);
    clock.ms = 999.999;
    expect(allows()).toBe(false);
    clock.ms = 1_000.001;
    expect(allows()).toBe(true);
  });
});

/** A list of strings with integer parameters by RFC 8941, strictly; null for anything else. */
function structured(field: string): [name: string, parameters: Record<string, number>][] | null {
  const members = field.split(', ').map((member): [string, Record<string, number>] | null => {
    const match = /^"([\x20\x21\x23-\x5b\x5d-\x7e]*)"((?:;[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/.exec(member);
    if (match === null) return null;
    const parameters = (match[2] ?? '')
      .split(';')
      .slice(1)
      .map((one) => one.split('='));
    return [match[1] ?? '', Object.fromEntries(parameters.map(([name, value]) => [name, Number(value)]))];
  });
  return members.some((member) => member === null)
    ? null
    : members.flatMap((member) => (member === null ? [] : [member]));
}

describe('the headers of a limit', () => {
  it('are structured fields that name the policy, what is left of it and when it is whole again', () => {
    fc.assert(
      fc.property(anyPolicies, anySteps, (policies, steps) => {
        const { clock, ask } = limited(policies);
        for (const step of steps) {
          clock.ms += step;
          const { headers } = ask();
          const policy = structured(headers['RateLimit-Policy'] ?? '');
          const state = structured(headers['RateLimit'] ?? '');
          expect(policy).toEqual(policies.map(({ name, quota, seconds }) => [name, { q: quota, w: seconds }]));
          for (const [index, [name, { r = -1, t = -1 }]] of (state ?? []).entries()) {
            const { quota, seconds } = policies[index] ?? minute;
            expect([name, r >= 0 && r <= quota, t >= 0 && t <= seconds, r === quota]).toEqual([
              policies[index]?.name,
              true,
              true,
              t === 0,
            ]);
          }
          expect(state).toHaveLength(policies.length);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of the defaults are ten a second and 120 a minute with a key, 60 a minute without [SPEC-E7]', () => {
    const ask = (policies: readonly Policy[]) => rateLimit(policies, () => 0)('one').headers;
    expect(ask(defaultRateLimits.keyed)).toEqual({
      'RateLimit-Policy': '"burst";q=10;w=1, "minute";q=120;w=60',
      RateLimit: '"burst";r=9;t=1, "minute";r=119;t=1',
    });
    expect(ask(defaultRateLimits.unkeyed)).toEqual({
      'RateLimit-Policy': '"minute";q=60;w=60',
      RateLimit: '"minute";r=59;t=1',
    });
    expect(defaultRateLimits.device_initiation).toEqual({ name: 'hour', quota: 10, seconds: 3_600 });
    expect(structured(ask(noRateLimits.keyed)['RateLimit'] ?? '')).not.toBeNull();
  });
});
