// All rows behind the record of one belief, as known at a cutoff.
import type { ThesisFacts } from '../documents/brief/thesis.ts';
import type { Db } from '../store/engine/db.ts';
import { beliefParts, beliefStates, statesOfBeliefs } from '../store/known/read-beliefs.ts';
import { type CitationRow, citationsOf } from '../store/known/read-citations.ts';
import { type EntityRow, entityById } from '../store/known/read-entities.ts';
import { type PersonRow, byPerson, peopleNamed } from '../store/known/read-people.ts';
import { beliefRevisions } from '../store/known/read-revisions.ts';
import { splitsOf } from '../store/known/read-splits.ts';
import { everyOne, readTogether, theOne } from '../store/engine/read.ts';
import { measureBelief } from './measure-belief.ts';
import { type PriceReader, type PricesAtCutoff, pricesAt } from './prices.ts';
import { splitHistoryOf } from './split-history.ts';
import type { Moment } from './subject.ts';
import { measureTheses } from './theses.ts';
import { byBelief } from './views.ts';

export type BeliefAtCutoff = {
  subject: EntityRow;
  people: ReadonlyMap<string, PersonRow>;
  prices: PricesAtCutoff;
  thesis: ThesisFacts;
  /** The evidence that its records cite. */
  citations: readonly CitationRow[];
};

/**
 * One statement for the belief and its dependants, and one for prices outside the cache. Null if there is no such
 * belief.
 */
export async function readBelief(
  db: Db,
  moment: Moment,
  { beliefId, prices: reader }: { beliefId: string; prices: PriceReader },
): Promise<BeliefAtCutoff | null> {
  const recorded = await readRecorded(db, moment, beliefId);
  const [state] = recorded.state;
  if (state === undefined) return null;
  const { cutoff, calendar } = moment;
  const [subject] = recorded.subject;
  if (subject === undefined) throw new Error(`belief ${beliefId} is about an entity unknown at ${cutoff.asOf}`);
  const asked = reader.ask(cutoff, { name: subject.entity_id, entityId: subject.entity_id });
  const { histories } = await readTogether(db, { histories: asked.read });
  const prices = pricesAt(asked.take(histories, subject.entity_id), calendar, cutoff.asOf);
  const belief = measureBelief(state, prices);
  const [thesis] = measureTheses({
    beliefs: [belief],
    all: recorded.all.map((other) => measureBelief(other, prices)),
    people: byPerson(recorded.people),
    parts: byBelief(recorded.parts),
    courses: byBelief(recorded.courses),
    prices,
    splitHistory: splitHistoryOf(recorded.splits, prices),
  });
  if (thesis === undefined) throw new Error(`belief ${beliefId} has no course`);
  return { subject, people: byPerson(recorded.people), prices, thesis, citations: recorded.citations };
}

function readRecorded(db: Db, { cutoff }: Moment, beliefId: string) {
  const about = theOne('state', 'entity_id');
  return readTogether(db, {
    state: statesOfBeliefs(cutoff, [beliefId]),
    subject: entityById(cutoff, about),
    splits: splitsOf(cutoff, about),
    all: beliefStates(cutoff, about),
    people: peopleNamed(cutoff, everyOne('all', 'person_id')),
    parts: beliefParts(cutoff, [beliefId]),
    courses: beliefRevisions(cutoff, [beliefId]),
    citations: citationsOf(cutoff, { parts: 'parts', sources: [{ name: 'state' }, { name: 'courses' }] }),
  });
}
