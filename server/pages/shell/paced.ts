/** Rate limit for expensive pages by address: that of operations without a key. */
import type { Request } from 'express';
import { ProblemError } from '../../contract/problems.ts';
import { addressBehind } from '../../metering/limits/address.ts';
import { rateLimit } from '../../metering/limits/rate-limit.ts';
import type { PageContext } from './context.ts';

export function paceOf({ rateLimits, now }: PageContext): (request: Request) => void {
  const limit = rateLimit(rateLimits.unkeyed, () => Date.parse(now()));
  return (request) => {
    const { retryAfter } = limit(addressBehind(request, rateLimits.proxies));
    if (retryAfter !== null) throw new ProblemError('rate-limited', { headers: { 'Retry-After': String(retryAfter) } });
  };
}
