// Standing of an account by the three-part rule of the specification, and the address to pay at.
import type { KeyStatus } from '../../../generated/api.ts';
import type { Balance } from '../../store/ledger/ledger.ts';

export type Standing = Pick<
  KeyStatus,
  | 'status'
  | 'prepaidRequestsRemaining'
  | 'subscriptionPlan'
  | 'subscriptionRequestsRemaining'
  | 'subscriptionPeriodEndsAt'
  | 'spendLimitReached'
>;

/** Without an account there is no balance; a preview key needs none. */
const nothing: Standing = {
  status: 'no_credit',
  prepaidRequestsRemaining: 0,
  subscriptionPlan: null,
  subscriptionRequestsRemaining: 0,
  subscriptionPeriodEndsAt: null,
  spendLimitReached: false,
};

export function standingOf(balance: Balance | null): Standing {
  if (balance === null) return nothing;
  const { plan, allowance_left: allowance, prepaid, prepaid_left: spendable } = balance;
  const spendLimitReached = balance.spend_limit !== null && balance.spend_used >= balance.spend_limit;
  const bySubscription = plan !== null && (allowance === null || allowance > 0);
  return {
    status: bySubscription || spendable > 0 ? 'ready' : prepaid > 0 ? 'spend_limit_reached' : 'no_credit',
    prepaidRequestsRemaining: prepaid,
    subscriptionPlan: plan,
    subscriptionRequestsRemaining: plan === null ? 0 : allowance,
    subscriptionPeriodEndsAt: balance.period_ends_at,
    spendLimitReached,
  };
}
