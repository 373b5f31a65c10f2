// Exponential backoff with full jitter; a Retry-After of the service outranks it.
import type { Clock } from '../login/clock.ts';

const FIRST_SPAN_MS = 500;
const LONGEST_SPAN_MS = 8_000;

/** The call ends at a longer Retry-After and reports it in the error. */
export const RETRY_AFTER_SECONDS_MAX = 60;

/**
 * Full jitter: a random time up to the span, so that clients that failed together do not retry together. It is added to
 * a Retry-After.
 */
export function pauseBefore(retry: number, retryAfter: number | null, { random }: Pick<Clock, 'random'>): number {
  if (retryAfter !== null) return retryAfter * 1_000 + random() * FIRST_SPAN_MS;
  return random() * Math.min(LONGEST_SPAN_MS, FIRST_SPAN_MS * 2 ** (retry - 1));
}

/** The only date format that servers may send (RFC 9110, 5.6.7); Date.parse would accept nearly anything. */
const sentDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds from a Retry-After header in either of its forms, of several the longest; null if none can be read. A date is
 * compared with the sender's clock in the Date header, because this machine's clock may be wrong.
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+(\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number));
  const at = sentDate.test(value) ? Date.parse(value) : Number.NaN;
  const sentAt = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, (at - (Number.isNaN(sentAt) ? now : sentAt)) / 1_000);
}
