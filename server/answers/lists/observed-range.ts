// Ranges of first observation: as a request writes them, and as the store reads them.
import { canonicalInstant } from '../../contract/validation/formats.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { ObservedRange } from '../../store/known/read-columns.ts';

export type ObservedRequest = { observed_since?: string | undefined; observed_until?: string | undefined };

/** Each bound in one spelling. */
export function observedFilters({ observed_since: since, observed_until: until }: ObservedRequest): ObservedRequest {
  return {
    observed_since: since === undefined ? undefined : canonicalInstant(since),
    observed_until: until === undefined ? undefined : canonicalInstant(until),
  };
}

export function observedRange(filters: ObservedRequest): ObservedRange {
  return { observedSince: filters.observed_since, observedUntil: filters.observed_until };
}

/** Throws `invalid-request` for an empty range: its answer would be charged and contain nothing. */
export function refuseEmptyRange(filters: ObservedRequest): void {
  const { observed_since: since, observed_until: until } = filters;
  if (since === undefined || until === undefined || since < until) return;
  throw emptyRange('observed_since', 'observed_until');
}

export function emptyRange(since: string, until: string): ProblemError {
  return new ProblemError('invalid-request', {
    detail: `${until} is not after ${since}: nothing lies in this range.`,
    errors: [
      {
        location: `query.${until}`,
        message: `It is not after ${since}.`,
        fix: `Send a later ${until}, or an earlier ${since}. The range includes ${since} and ends before ${until}.`,
      },
    ],
  });
}
