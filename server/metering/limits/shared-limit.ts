// Limit over all processes, for secrets, behind a limit of this process.
import type { LimitVerdict, LimitSubject } from '../../contract/credential.ts';
import type { TakeResult } from '../../store/ledger/rate-windows.ts';
import type { Policy } from './rate-limit.ts';

export type SharedLimitOptions = {
  policy: Policy;
  /** Takes one of the quota in the store. */
  take: (subject: string) => Promise<TakeResult>;
  /** Checked first: only requests that this process admits reach the store, which protects it. */
  before: (subject: string) => LimitVerdict | Promise<LimitVerdict>;
};

export function sharedLimit({
  policy,
  take,
  before,
}: SharedLimitOptions): (counted: string | LimitSubject) => Promise<LimitVerdict> {
  const { name, quota, seconds } = policy;
  return async (counted) => {
    const subject = typeof counted === 'string' ? counted : counted.subject;
    const allowed = await before(subject);
    if (allowed.retryAfter !== null) return allowed;
    const { left, renewed, retryAfter } = await take(subject);
    const headers = {
      'RateLimit-Policy': `"${name}";q=${quota};w=${seconds}`,
      RateLimit: `"${name}";r=${left};t=${renewed}`,
    };
    return { headers, retryAfter };
  };
}
