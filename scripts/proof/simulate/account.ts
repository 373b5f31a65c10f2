// An account as the statement that charges keeps it, on a virtual clock: its rules once more, without a database.
import type { Balance } from '../../../server/store/ledger/ledger.ts';

/** Amounts of null know no limit; instants are milliseconds, months `2026-10`. */
export type Account = {
  plan: string | null;
  endsAt: number | null;
  allowance: number | null;
  used: number;
  prepaid: number;
  limit: number | null;
  month: string;
  spent: number;
  /** Ids of requests that were charged. */
  known: Set<string>;
};

export type ChargeResult = 'subscription' | 'prepaid' | 'known' | 'no-credit' | 'spend-limit-reached';

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

export const newAccount = (): Account => ({
  plan: null,
  endsAt: null,
  allowance: null,
  used: 0,
  prepaid: 0,
  limit: null,
  month: '1970-01',
  spent: 0,
  known: new Set(),
});

const isRunning = ({ plan, endsAt }: Account, now: number): boolean =>
  plan !== null && (endsAt === null || endsAt > now);

const spentIn = ({ month, spent }: Account, now: number): number => (month < monthOf(now) ? 0 : spent);

function prepaidLeft(account: Account, now: number): number {
  const { prepaid, limit } = account;
  return limit === null ? prepaid : Math.min(prepaid, Math.max(limit - spentIn(account, now), 0));
}

/** The account as the store reads it. */
export function balanceOf(account: Account, now: number): Balance {
  const { plan, endsAt, allowance, used, prepaid, limit } = account;
  const runs = isRunning(account, now);
  return {
    plan: runs ? plan : null,
    period_ends_at: runs && endsAt !== null ? new Date(endsAt).toISOString() : null,
    allowance_left: !runs ? 0 : allowance === null ? null : allowance - used,
    prepaid,
    prepaid_left: prepaidLeft(account, now),
    spend_limit: limit,
    spend_used: spentIn(account, now),
  };
}

/** Source of the payment, or the reason of the refusal. */
export function charge(account: Account, id: string, now: number): ChargeResult {
  const { allowance, used, prepaid, known } = account;
  if (known.has(id)) return 'known';
  if (isRunning(account, now) && (allowance === null || used < allowance)) {
    account.used += 1;
    known.add(id);
    return 'subscription';
  }
  if (prepaidLeft(account, now) <= 0) return prepaid > 0 ? 'spend-limit-reached' : 'no-credit';
  account.spent = spentIn(account, now) + 1;
  account.month = monthOf(now);
  account.prepaid -= 1;
  known.add(id);
  return 'prepaid';
}

export function startPeriod(
  account: Account,
  period: { plan: string; units: number | null; endsAt: number | null },
): void {
  Object.assign(account, { plan: period.plan, allowance: period.units, used: 0, endsAt: period.endsAt });
}

export function endPeriod(account: Account): void {
  Object.assign(account, { plan: null, endsAt: null, allowance: null, used: 0 });
}
