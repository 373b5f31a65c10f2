// Brief of any subject: finds the entity, then builds the brief of a listing or of another entity.
import { loopTurns } from '../../http/loop-turns.ts';
import { type ListingAtCutoff, measureListing } from '../../reads/brief.ts';
import type { Moment, SubjectAtCutoff, SubjectReader } from '../../reads/subject.ts';
import type { Db } from '../../store/engine/db.ts';
import { foldTicker } from '../../terms/ticker.ts';
import type { EntityName } from '../../store/known/read-entities.ts';
import { fullAnswer, overviewAnswer } from './brief.ts';
import { entityAnswer } from './entity-brief.ts';
import type { Answer } from '../kept.ts';
import type { OnUnfit } from '../lists/left-out.ts';
import { aroundUnfitRelated } from './unfit-related.ts';
import { type BriefSubject, isListing, notCovered, notKnown } from '../subject.ts';

export type SubjectQuestion = { db: Db; moment: Moment; subjects: SubjectReader; subject: BriefSubject };

export type BriefQuestion = SubjectQuestion & {
  baseUrl: string;
  /** The requested number; undefined if the caller left it open. */
  maxResults: number | undefined;
  detail: 'overview' | 'full';
  onUnfit: OnUnfit;
};

/** The subject of a question in one spelling. */
export function nameOf({ ticker, entity_id: entityId = '' }: BriefSubject): EntityName {
  return ticker === undefined ? { entityId: entityId.toLowerCase() } : { ticker: foldTicker(ticker) };
}

/** Throws `not-covered`, `brief-too-large`. */
export async function briefAnswer(question: BriefQuestion): Promise<Answer> {
  const known = await subjectAt(question);
  const { entity } = known;
  if (!isListing(entity)) return entityAnswer(question, known);
  await loopTurns.next();
  const listing = measureListing(known, entity);
  refuseUncovered(listing, question.moment);
  const answer = question.detail === 'full' ? fullAnswer : overviewAnswer;
  return aroundUnfitRelated(listing, question.onUnfit, (fitting, leftOut) => answer({ ...question, leftOut }, fitting));
}

/** The listing of a question, covered or not. Throws `not-covered` if it is not a listing. */
export async function listingAt(question: SubjectQuestion): Promise<ListingAtCutoff> {
  const known = await subjectAt(question);
  if (!isListing(known.entity)) throw notCovered(question.subject, question.moment.cutoff);
  return measureListing(known, known.entity);
}

async function subjectAt({ db, moment, subjects, subject }: SubjectQuestion): Promise<SubjectAtCutoff> {
  const known = await subjects.at(db, moment, nameOf(subject));
  if (known === null) throw await notKnown(db, moment.cutoff, subject);
  return known;
}

/** A listing without own and without related research is not covered. */
function refuseUncovered({ security, beliefs, related }: ListingAtCutoff, { cutoff }: Moment): void {
  if (beliefs.length === 0 && related.total === 0) throw notCovered(security, cutoff);
}
