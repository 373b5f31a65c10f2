// How long to wait before the next attempt: as long as the service asks, or else a random part of a growing span.
import type { Clock } from './clock.ts';

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

/** Seconds from a Retry-After header in either of its forms; null where there is none that can be read. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1_000);
}
