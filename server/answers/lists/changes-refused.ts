// The refusal of names that no research covers, each with what to do about it.
import type { Fault } from '../../contract/validation/faults.ts';
import { echo } from '../../contract/validation/faults.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { SubjectNames } from '../../reads/changed-subjects.ts';
import type { Cutoff, Db } from '../../store/engine/db.ts';
import { tickerSince } from '../../store/known/read-entities.ts';

/** The same words for what is unknown, unreleased or withdrawn; a renamed listing is named by its new ticker. */
export async function uncoveredNames(
  db: Db,
  { tickers, entityIds }: SubjectNames,
  cutoff: Cutoff,
): Promise<ProblemError> {
  const errors: Fault[] = [];
  for (const ticker of tickers) {
    const successor = await tickerSince(db, cutoff, ticker);
    errors.push({
      location: 'query.tickers',
      message: `No released research covers ${echo(ticker)} at either cutoff.`,
      fix: successor === null ? 'Remove it, or choose a ticker from GET /v1/tickers.' : `Ask for ${successor}.`,
    });
  }
  for (const id of entityIds)
    errors.push({
      location: 'query.entity_ids',
      message: `No released research covers ${id} at either cutoff.`,
      fix: 'Remove it, or choose a released entity.',
    });
  const names = [...tickers.map(echo), ...entityIds].join(', ');
  return new ProblemError('not-covered', {
    detail: `No released research covers ${names} at either cutoff. Report the missing coverage; never substitute another company.`,
    errors,
  });
}
