// The limits of a workspace: its own before its plan's, refreshed without a wait.
import { describe, expect, it } from 'vitest';
import type { LimitedWorkspace } from '../../store/ledger/workspace-limits.ts';
import { LIMITS_REMEMBERED_MS, limitsFor, limitsOfAccounts } from './account-limits.ts';
import { plans } from '../credit/plans.ts';
import { defaultRateLimits } from './rate-limit.ts';

const { keyed } = defaultRateLimits;
const nothing: LimitedWorkspace = { burst_max: null, minute_max: null, weight: null, plan: null };

describe('limits', () => {
  it('are the server’s without a plan, for a plan that is no longer sold, and for a key without a workspace', () => {
    const usual = { burst: 10, minute: 120, weight: 1 };
    expect([null, nothing, { ...nothing, plan: 'of old' }].map((own) => limitsFor(own, keyed))).toEqual([
      usual,
      usual,
      usual,
    ]);
  });

  it('are those of the plan: so many times the server’s, and its weight', () => {
    for (const { id, rate_factor: factor, weight } of plans)
      expect(limitsFor({ ...nothing, plan: id }, keyed)).toEqual({ burst: 10 * factor, minute: 120 * factor, weight });
    expect(limitsFor({ ...nothing, plan: 'unlimited' }, keyed)).toEqual({ burst: 20, minute: 240, weight: 2 });
  });

  it('are the workspace’s own where the operator has set one, each by itself', () => {
    const own = { burst_max: 1, minute_max: null, weight: 7, plan: 'unlimited' };
    expect(limitsFor(own, keyed)).toEqual({ burst: 1, minute: 240, weight: 7 });
  });
});

describe('what is remembered of them', () => {
  function bench() {
    const clock = { ms: 0 };
    const found = { own: { ...nothing, minute_max: 5 }, fails: false, reads: 0 };
    const limits = limitsOfAccounts({
      read: async () => {
        found.reads += 1;
        if (found.fails) throw new Error('away');
        return found.own;
      },
      keyed,
      elapsed: () => clock.ms,
    });
    return { clock, found, limits };
  }

  it('is read once for all who ask at first, and given at once from then on', async () => {
    const { found, limits } = bench();
    const all = await Promise.all([limits.counted('ws_1'), limits.counted('ws_1'), limits.counted('ws_1')]);
    expect(all).toEqual(Array.from({ length: 3 }, () => ({ subject: 'account ws_1', quotas: [10, 5] })));
    expect(limits.counted('ws_1')).toEqual({ subject: 'account ws_1', quotas: [10, 5] });
    expect(found.reads).toBe(1);
  });

  it('follows a change within ten seconds, and nobody waits for it', async () => {
    const { clock, found, limits } = bench();
    await limits.counted('ws_1');
    found.own = { ...nothing, minute_max: 9, weight: 3 };
    clock.ms = LIMITS_REMEMBERED_MS - 1;
    expect(limits.counted('ws_1')).toMatchObject({ quotas: [10, 5] });
    expect(found.reads).toBe(1);
    clock.ms = LIMITS_REMEMBERED_MS;
    expect(limits.counted('ws_1')).toMatchObject({ quotas: [10, 5] });
    await new Promise((resolve) => setImmediate(resolve));
    expect(limits.counted('ws_1')).toMatchObject({ quotas: [10, 9] });
    expect([limits.weightOf('ws_1'), limits.weightOf('ws_2')]).toEqual([3, 1]);
    expect(LIMITS_REMEMBERED_MS).toBe(10_000);
  });

  it('stays while the store is away, and whoever is not known yet is told that it is', async () => {
    const { clock, found, limits } = bench();
    await limits.counted('ws_1');
    found.fails = true;
    clock.ms = 60_000;
    for (let one = 0; one < 3; one += 1) expect(limits.counted('ws_1')).toMatchObject({ quotas: [10, 5] });
    await expect(limits.counted('ws_2')).rejects.toThrow('away');
  });
});
