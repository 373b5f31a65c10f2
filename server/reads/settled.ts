// The publication time of an answer's content: the newest of its release, calendar boundary and sources.
import { newestOf } from '../measures/time.ts';
import type { Instant } from '../store/engine/db.ts';
import type { Moment } from './subject.ts';

export function settledAt({ cutoff, calendar }: Moment, observed: readonly (Instant | null)[]): Instant {
  const known = [cutoff.effectiveAt, calendar.boundaryAtOrBefore(cutoff.asOf), ...observed];
  return newestOf(known) ?? cutoff.asOf;
}
