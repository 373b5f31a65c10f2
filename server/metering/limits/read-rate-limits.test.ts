// RATE_LIMITS as operators write it: overrides of the defaults, with all mistakes reported together.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRateLimits } from './rate-limit.ts';
import { readRateLimits } from './read-rate-limits.ts';

function read(given: unknown) {
  const mistakes: string[] = [];
  const limits = readRateLimits(typeof given === 'string' ? given : JSON.stringify(given), mistakes);
  return { limits, mistakes };
}

describe('RATE_LIMITS', () => {
  it('left out or empty means the defaults', () => {
    expect(readRateLimits(undefined, [])).toBe(defaultRateLimits);
    expect(readRateLimits('', [])).toBe(defaultRateLimits);
    expect(read({})).toEqual({ limits: defaultRateLimits, mistakes: [] });
  });

  it('changes what it names and nothing else', () => {
    const { limits, mistakes } = read({ keyed: { minute: 600 }, device_initiation: { hour: 3 }, proxies: 2 });
    expect(mistakes).toEqual([]);
    expect(limits).toEqual({
      keyed: [
        { name: 'burst', quota: 10, seconds: 1 },
        { name: 'minute', quota: 600, seconds: 60 },
      ],
      unkeyed: defaultRateLimits.unkeyed,
      device_initiation: { name: 'hour', quota: 3, seconds: 3_600 },
      proxies: 2,
    });
  });

  it('takes any whole number from 1 to a thousand million for each of its quotas', () => {
    const quota = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(quota, quota, quota, fc.integer({ min: 0, max: 9 }), (burst, minute, unkeyed, proxies) => {
        const { limits, mistakes } = read({ keyed: { burst, minute }, unkeyed: { minute: unkeyed }, proxies });
        expect(mistakes).toEqual([]);
        expect([...limits.keyed, ...limits.unkeyed].map((policy) => policy.quota)).toEqual([burst, minute, unkeyed]);
        expect(limits.proxies).toBe(proxies);
      }),
    );
  });

  it.each(['{', '[]', '5', 'null', '"keyed"', ' ', 'keyed=5'])('is refused as a whole when it is %s', (text) => {
    const { limits, mistakes } = read(text);
    expect(mistakes).toEqual(['RATE_LIMITS must be a JSON object such as {"keyed":{"burst":50,"minute":600}}']);
    expect(limits).toEqual(defaultRateLimits);
  });

  it('is told of every mistake at once', () => {
    const { mistakes } = read({
      keyed: { burst: 0, minute: 1.5, hour: 5 },
      unkeyed: 60,
      device_initiation: { hour: '10' },
      proxies: -1,
      keyd: { burst: 1 },
    });
    expect(mistakes).toEqual([
      'RATE_LIMITS knows no keyd; it knows keyed, unkeyed, device_initiation, proxies',
      'RATE_LIMITS.proxies must be a whole number from 0',
      'RATE_LIMITS.device_initiation.hour must be a whole number from 1 to 1000000000',
      'RATE_LIMITS.keyed.burst must be a whole number from 1 to 1000000000',
      'RATE_LIMITS.keyed.minute must be a whole number from 1 to 1000000000',
      'RATE_LIMITS.keyed knows no hour; it knows burst and minute',
      'RATE_LIMITS.unkeyed must be an object with minute',
    ]);
  });

  it('refuses whatever is no quota, and knows only its own names', () => {
    const wrong = [0, -1, 0.5, 1e300, 1_000_000_001, null, true, '5', [5], {}];
    for (const quota of wrong) expect([quota, read({ keyed: { burst: quota } }).mistakes.length]).toEqual([quota, 1]);
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'Keyed', ''];
    for (const name of names) {
      expect([name, read(`{"${name}":{"burst":1}}`).mistakes.length]).toEqual([name, 1]);
      expect([name, read(`{"keyed":{"${name}":1}}`).mistakes.length]).toEqual([name, 1]);
    }
    for (const empty of [{}, [], null, '', 5]) expect(read({ unkeyed: empty }).mistakes.length).toBe(1);
    expect([wrong.length, names.length]).toEqual([10, 6]);
  });
});
