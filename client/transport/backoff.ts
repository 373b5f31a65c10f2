// How long to wait before the next attempt: as long as the service asks, or else a random part of a growing span.
import type { Clock } from '../login/clock.ts';

const FIRST_SPAN_MS = 500;
const LONGEST_SPAN_MS = 8_000;

/** A longer Retry-After is not slept through: the caller is told instead, with the time in the error. */
export const RETRY_AFTER_SECONDS_MAX = 60;

/**
 * Full jitter: any time from nothing up to the span, so that clients who failed together do not come back together. Where
 * the service names a time, that is the least, and the jitter is added to it.
 */
export function pauseBefore(retry: number, retryAfter: number | null, { random }: Pick<Clock, 'random'>): number {
  if (retryAfter !== null) return retryAfter * 1_000 + random() * FIRST_SPAN_MS;
  return random() * Math.min(LONGEST_SPAN_MS, FIRST_SPAN_MS * 2 ** (retry - 1));
}

/** The one form in which dates are sent (RFC 9110 5.6.7); the platform would read a date into nearly anything. */
const sentDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds from a Retry-After header in either of its forms, of several the longest; null where there is none that can be
 * read. A date is one of the sender's clock, which its Date header tells; this machine's may be wrong.
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+(\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number));
  const at = sentDate.test(value) ? Date.parse(value) : Number.NaN;
  const told = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, (at - (Number.isNaN(told) ? now : told)) / 1_000);
}
