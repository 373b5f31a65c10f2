// The three-part rule of the specification over every balance: a client that follows it never starts a refused call.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../store/ledger/ledger.ts';
import { type Standing, standingOf } from './standing.ts';

/**
 * The specification's own words: ready, live, and prepaid requests, or a plan with an allowance that is positive or
 * null.
 */
function isUsable(status: Standing, dataMode: 'live' | 'preview'): boolean {
  const { prepaidRequestsRemaining, subscriptionPlan, subscriptionRequestsRemaining } = status;
  const bySubscription =
    subscriptionPlan !== null && (subscriptionRequestsRemaining === null || subscriptionRequestsRemaining > 0);
  return status.status === 'ready' && dataMode === 'live' && (prepaidRequestsRemaining > 0 || bySubscription);
}

const few = fc.integer({ min: 0, max: 3 });
/** As the store returns them: the spendable prepaid requests follow from the limit and the use. */
const balances = fc
  .record({
    plan: fc.constantFrom(null, 'monthly', 'unlimited'),
    allowance: fc.option(few),
    prepaid: few,
    spend_limit: fc.option(few),
    spend_used: few,
  })
  .map(({ plan, allowance, prepaid, spend_limit, spend_used }): Balance => ({
    plan,
    period_ends_at: plan === null ? null : '2027-01-01T00:00:00.000Z',
    allowance_left: plan === null ? 0 : allowance,
    prepaid,
    prepaid_left: spend_limit === null ? prepaid : Math.min(prepaid, Math.max(0, spend_limit - spend_used)),
    spend_limit,
    spend_used,
  }));

describe('a standing', () => {
  it('is usable by the specification’s rule exactly when the next request would be paid for [SPEC-T2] [SPEC-T3]', () => {
    let usable = 0;
    fc.assert(
      fc.property(balances, (balance) => {
        const isPaid = balance.allowance_left === null || balance.allowance_left + balance.prepaid_left > 0;
        const standing = standingOf(balance);
        expect(isUsable(standing, 'live')).toBe(isPaid);
        expect(isUsable(standing, 'preview')).toBe(false);
        expect(standing.status === 'ready').toBe(isPaid);
        usable += isPaid ? 1 : 0;
      }),
      { numRuns: 2_000 },
    );
    expect(usable).toBeGreaterThan(100);
    expect(usable).toBeLessThan(1_900);
  });

  it('that is not ready says why as the refusal of a request would: a limit where there is credit behind it', () => {
    fc.assert(
      fc.property(balances, (balance) => {
        const { status, spendLimitReached } = standingOf(balance);
        if (status !== 'ready') expect(status).toBe(balance.prepaid > 0 ? 'spend_limit_reached' : 'no_credit');
        if (status === 'spend_limit_reached') expect(spendLimitReached).toBe(true);
        expect(spendLimitReached).toBe(balance.spend_limit !== null && balance.spend_used >= balance.spend_limit);
      }),
      { numRuns: 2_000 },
    );
  });

  it('shows the whole prepaid balance, no subscription as 0 of none, and one without a limit as null [SPEC-T1]', () => {
    const balance = {
      plan: null,
      period_ends_at: null,
      allowance_left: 0,
      prepaid: 7,
      prepaid_left: 2,
      spend_limit: 5,
      spend_used: 3,
    };
    expect(standingOf(balance)).toEqual({
      status: 'ready',
      prepaidRequestsRemaining: 7,
      subscriptionPlan: null,
      subscriptionRequestsRemaining: 0,
      subscriptionPeriodEndsAt: null,
      spendLimitReached: false,
    });
    expect(standingOf({ ...balance, plan: 'unlimited', allowance_left: null })).toMatchObject({
      subscriptionPlan: 'unlimited',
      subscriptionRequestsRemaining: null,
    });
    expect(standingOf(null)).toEqual({
      status: 'no_credit',
      prepaidRequestsRemaining: 0,
      subscriptionPlan: null,
      subscriptionRequestsRemaining: 0,
      subscriptionPeriodEndsAt: null,
      spendLimitReached: false,
    });
  });
});
