// Limits of a workspace: its own if the operator has set some, else its plan's multiple of the server's.
import type { LimitSubject } from '../../contract/credential.ts';
import { remembered } from '../../memory/remembered.ts';
import type { LimitedWorkspace } from '../../store/ledger/workspace-limits.ts';
import { planOf } from '../credit/plans.ts';
import type { Policy } from './rate-limit.ts';

export type AccountLimits = {
  burst: number;
  minute: number;
  weight: number;
};

/** For a workspace without a plan. */
const withoutPlan = { rate_factor: 1, weight: 1 } as const;

export function limitsFor(own: LimitedWorkspace | null, keyed: readonly Policy[]): AccountLimits {
  const plan = (own?.plan == null ? null : planOf(own.plan)) ?? withoutPlan;
  const usual = (name: string): number => (keyed.find((policy) => policy.name === name)?.quota ?? 1) * plan.rate_factor;
  return {
    burst: own?.burst_max ?? usual('burst'),
    minute: own?.minute_max ?? usual('minute'),
    weight: own?.weight ?? plan.weight,
  };
}

/** The name under which a limit counts a workspace, or a key without one. */
export const subjectOf = (accountId: string): string => `account ${accountId}`;

/** A changed limit takes effect on every server after this time. */
export const LIMITS_REMEMBERED_MS = 10_000;

export type LimitsOfAccounts = {
  counted(accountId: string): LimitSubject | Promise<LimitSubject>;
  /** The weight as last read; 1 before the first read. */
  weightOf(accountId: string): number;
};

type AccountEntry = { counted: LimitSubject; weight: number; at: number };

export type LimitsOptions = {
  read: (accountId: string) => Promise<LimitedWorkspace | null>;
  keyed: readonly Policy[];
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
};

/** Known limits are used without a wait: stale ones are refreshed in the background, and stay if that fails. */
export function limitsOfAccounts({ read, keyed, elapsed }: LimitsOptions): LimitsOfAccounts {
  const known = remembered<string, AccountEntry>('account-limits');
  const reading = new Map<string, Promise<AccountEntry>>();

  function refresh(accountId: string): Promise<AccountEntry> {
    const underway = reading.get(accountId);
    if (underway !== undefined) return underway;
    const begun = lookUp(accountId).finally(() => reading.delete(accountId));
    reading.set(accountId, begun);
    return begun;
  }

  async function lookUp(accountId: string): Promise<AccountEntry> {
    const { burst, minute, weight } = limitsFor(await read(accountId), keyed);
    const quotas = keyed.map(({ name, quota }) => (name === 'burst' ? burst : name === 'minute' ? minute : quota));
    const found = { counted: { subject: subjectOf(accountId), quotas }, weight, at: elapsed() };
    known.set(accountId, found);
    return found;
  }

  /** The cached limits; null for a new account, whose limits are read in the background. */
  function find(accountId: string): AccountEntry | null {
    const found = known.get(accountId) ?? null;
    if (found === null || elapsed() - found.at >= LIMITS_REMEMBERED_MS) refresh(accountId).catch(() => undefined);
    return found;
  }

  return {
    counted: (accountId) => find(accountId)?.counted ?? refresh(accountId).then(({ counted }) => counted),
    weightOf: (accountId) => find(accountId)?.weight ?? 1,
  };
}
