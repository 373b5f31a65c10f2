// Subject of a question at its cutoff, and the refusal of subjects without released research.
import { ProblemError } from '../contract/problems.ts';
import type { ListingRow } from '../documents/brief/brief-facts.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { foldTicker } from '../terms/ticker.ts';
import { type EntityRow, findEntity, findListing, tickerSince } from '../store/known/read-entities.ts';

/** Exactly one of ticker and entity_id is present; the contract's check ensures it. */
export type BriefSubject = { ticker?: string | undefined; entity_id?: string | undefined };

/** Listings have a ticker, even if they were found by id. */
export function isListing(entity: EntityRow): entity is ListingRow {
  return entity.kind === 'listing' && entity.ticker !== null;
}

/** The entity of a question, as known at the cutoff. Throws `not-covered`. */
export async function findSubject(db: Db, cutoff: Cutoff, subject: BriefSubject): Promise<EntityRow> {
  const found =
    subject.ticker === undefined
      ? await findEntity(db, cutoff, (subject.entity_id ?? '').toLowerCase())
      : await findListing(db, cutoff, foldTicker(subject.ticker));
  if (found === null) throw await notKnown(db, cutoff, subject);
  return found;
}

/** The refusal for an unknown name. For a renamed listing it names the new ticker. */
export async function notKnown(db: Db, cutoff: Cutoff, subject: BriefSubject): Promise<ProblemError> {
  const successor = subject.ticker === undefined ? null : await tickerSince(db, cutoff, foldTicker(subject.ticker));
  if (successor === null) return notCovered(subject, cutoff);
  return new ProblemError('not-covered', {
    detail: `No listing has this ticker at ${cutoff.asOf}. The listing that had it is ${successor} by then: the same security, renamed.`,
    errors: [
      {
        location: 'query.ticker',
        message: 'is an earlier ticker of a listing that was renamed',
        fix: `Ask for ${successor}, or for a cutoff before the listing was renamed.`,
      },
    ],
  });
}

/** The same words for an unknown, unreleased or withdrawn subject. */
export function notCovered({ ticker }: BriefSubject, cutoff: Cutoff): ProblemError {
  const [what, location] = ticker === undefined ? ['entity', 'query.entity_id'] : ['ticker', 'query.ticker'];
  return new ProblemError('not-covered', {
    detail: `No released research covers this ${what} at ${cutoff.asOf}. Report the missing coverage; never substitute another company.`,
    errors: [
      {
        location,
        message: 'is not covered at this cutoff',
        fix:
          ticker === undefined
            ? 'Choose a released entity, or a later as_of.'
            : 'Choose a ticker from GET /v1/tickers, or a later as_of.',
      },
    ],
  });
}
