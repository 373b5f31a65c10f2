// Answer with everything recorded of one belief at a cutoff.
import { ProblemError } from '../contract/problems.ts';
import { type DetailFacts, type SubjectPrice, beliefDetail, beliefRecord } from '../documents/belief-detail.ts';
import { citedIds } from '../documents/cited.ts';
import { dataFreshness, marketFreshness } from '../measures/prices/price-status.ts';
import { type BeliefAtCutoff, readBelief } from '../reads/belief.ts';
import { type PriceReader, type PricesAtCutoff, referenceOf, statusOf } from '../reads/prices.ts';
import type { Moment } from '../reads/subject.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { withdrawalReason } from '../store/known/read-beliefs.ts';
import { addressOf, beliefAddress, checkpointAddress } from './addresses.ts';
import { citationBook } from './citations.ts';
import { type Answer, checkedAnswer } from './kept.ts';
import { removedRecord } from './removed.ts';
import { isListing } from './subject.ts';

export type BeliefQuestion = { db: Db; baseUrl: string; moment: Moment; prices: PriceReader; beliefId: string };

/** Refusal for an absent record. A withdrawn record is reported as such only to cutoffs that knew it. */
async function absent(db: Db, cutoff: Cutoff, beliefId: string): Promise<ProblemError> {
  const removed = await removedRecord(db, cutoff, { what: 'belief', id: beliefId });
  if (removed !== null) return removed;
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

function detailOf({ baseUrl, moment, beliefId }: BeliefQuestion, read: BeliefAtCutoff): DetailFacts {
  const { cutoff } = moment;
  const { subject, people, prices, thesis } = read;
  const named = isListing(subject) ? { ticker: subject.ticker } : { entity_id: subject.entity_id };
  return {
    mode: cutoff.collection,
    asOf: cutoff.asOf,
    subject,
    people,
    thesis,
    priced: isListing(subject) ? subjectPrice(prices) : null,
    links: {
      self: beliefAddress(baseUrl, beliefId, cutoff.asOf),
      brief: addressOf(baseUrl, '/v1/brief', { ...named, as_of: cutoff.asOf }),
      checkpoint: checkpointAddress(baseUrl, cutoff),
    },
  };
}

/** Throws `no-such-record`, `withdrawn`. */
export async function beliefAnswer(question: BeliefQuestion): Promise<Answer> {
  const { db, moment, beliefId, prices } = question;
  const read = await readBelief(db, moment, { beliefId, prices });
  if (read === null) throw await absent(db, moment.cutoff, beliefId);
  const facts = detailOf(question, read);
  const record = beliefRecord(facts);
  const citations = await citationBook(db, moment.cutoff, read.citations)(citedIds(record));
  const document = beliefDetail(facts, record, citations);
  return checkedAnswer('BeliefDetail', document);
}
