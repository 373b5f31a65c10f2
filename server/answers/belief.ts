// The answer to "everything recorded of this belief", at a cutoff.
import { validateDocument } from '../contract/documents-validator.ts';
import { ProblemError } from '../contract/problems.ts';
import { type DetailFacts, type SubjectPrice, beliefDetail, beliefRecord } from '../documents/belief-detail.ts';
import type { MeasuredBelief } from '../documents/brief-facts.ts';
import { citedIds } from '../documents/cited.ts';
import { dataFreshness, marketFreshness } from '../measures/price-status.ts';
import { isCounting } from '../measures/views.ts';
import { type PricesAtCutoff, markSince, readPrices, referenceOf, statusOf } from '../reads/prices.ts';
import { readSplitHistory } from '../reads/split-history.ts';
import { readTheses } from '../reads/theses.ts';
import { readParts } from '../reads/views.ts';
import type { Cutoff, Db } from '../store/db.ts';
import { type BeliefState, beliefState, withdrawalReason } from '../store/read-beliefs.ts';
import { findEntity } from '../store/read-entities.ts';
import { peopleAt } from '../store/read-people.ts';
import { addressOf, beliefAddress } from './addresses.ts';
import { resolveCitations } from './citations.ts';
import { type Answer, answerOf } from './kept.ts';
import type { Moment } from './moment.ts';
import { isListing } from './subject.ts';

export type BeliefQuestion = { db: Db; baseUrl: string; moment: Moment; beliefId: string };

/** Says why a record is gone, or that there is none: the two are told apart for nobody who never saw it. */
async function absent(db: Db, cutoff: Cutoff, beliefId: string): Promise<ProblemError> {
  const reason = await withdrawalReason(db, cutoff, beliefId);
  if (reason === null)
    return new ProblemError('no-such-record', { detail: `No belief has this id at ${cutoff.asOf}.` });
  return new ProblemError('withdrawn', {
    detail: 'This belief was withdrawn; earlier cutoffs still show it.',
    extra: { reason },
  });
}

function subjectPrice(prices: PricesAtCutoff): SubjectPrice {
  const price = statusOf(prices, prices.security);
  return {
    price,
    reference: referenceOf(prices.security),
    market: marketFreshness(price, statusOf(prices, prices.benchmark)),
    freshness: dataFreshness(price),
    benchmarkKnown: prices.benchmark.latest !== null,
  };
}

async function readDetail({ db, baseUrl, moment, beliefId }: BeliefQuestion, state: BeliefState): Promise<DetailFacts> {
  const { cutoff, calendar } = moment;
  const subject = await findEntity(db, cutoff, state.entity_id);
  if (subject === null) throw new Error(`belief ${beliefId} is about an entity that is not known at ${cutoff.asOf}`);
  const prices = await readPrices(db, cutoff, calendar, subject.entity_id);
  const mark = markSince(prices, state.first_observed_at);
  const belief: MeasuredBelief = { state, mark, counting: isCounting(state) };
  const [thesis] = await readTheses(db, cutoff, {
    beliefs: [belief],
    parts: await readParts(db, cutoff, [belief]),
    prices,
    splitHistory: await readSplitHistory(db, moment, subject.entity_id),
  });
  if (thesis === undefined) throw new Error(`belief ${beliefId} has no course`);
  const named = isListing(subject) ? { ticker: subject.ticker } : { entity_id: subject.entity_id };
  return {
    mode: cutoff.collection,
    asOf: cutoff.asOf,
    subject,
    people: await peopleAt(db, cutoff, [state.person_id]),
    thesis,
    priced: isListing(subject) ? subjectPrice(prices) : null,
    links: {
      self: beliefAddress(baseUrl, beliefId, cutoff.asOf),
      brief: addressOf(baseUrl, '/v1/brief', { ...named, as_of: cutoff.asOf }),
    },
  };
}

/** Throws `no-such-record`, `withdrawn`. */
export async function beliefAnswer(question: BeliefQuestion): Promise<Answer> {
  const { db, moment, beliefId } = question;
  const state = await beliefState(db, moment.cutoff, beliefId);
  if (state === null) throw await absent(db, moment.cutoff, beliefId);
  const facts = await readDetail(question, state);
  const record = beliefRecord(facts);
  const citations = await resolveCitations(db, moment.cutoff, citedIds(record));
  const document = beliefDetail(facts, record, citations);
  validateDocument('BeliefDetail', document);
  return answerOf(document);
}
