// The brief of an entity without a listing, as known at a cutoff.
import type { EntityFacts } from '../documents/brief/brief-entity.ts';
import type { MeasuredBelief } from '../documents/brief/brief-facts.ts';
import { publicationDelayMinutes } from '../measures/calendar.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { beliefParts } from '../store/known/read-beliefs.ts';
import { citationsOf } from '../store/known/read-citations.ts';
import { byPerson, peopleNamed } from '../store/known/read-people.ts';
import { readTogether } from '../store/engine/read.ts';
import { unpricedBelief } from './measure-belief.ts';
import { settledAt } from './settled.ts';
import type { Moment, SubjectAtCutoff } from './subject.ts';
import { byBelief, chooseViews, idsOf } from './views.ts';

/** Only listings are priced, so no belief of another entity has a mark. */
export function unpricedBeliefs({ states, prices }: SubjectAtCutoff): MeasuredBelief[] {
  return states.map((state) => unpricedBelief(state, prices.asOf));
}

/** The records of the beliefs that may be shown, and the evidence that they cite. */
export type EntityRecords = Awaited<ReturnType<typeof readEntityShown>>;

export async function readEntityShown(db: Db, cutoff: Cutoff, views: readonly MeasuredBelief[]) {
  const speakers = views.map(({ state }) => state.person_id);
  const read = await readTogether(db, {
    parts: beliefParts(cutoff, idsOf(views)),
    people: peopleNamed(cutoff, [...new Set(speakers)]),
    citations: citationsOf(cutoff, { ids: views.map(({ state }) => state.source_citation_id), parts: 'parts' }),
  });
  return { parts: byBelief(read.parts), people: byPerson(read.people), citations: read.citations };
}

export type EntityQuestion = Moment & { viewsMax: number } & Pick<EntityFacts, 'warnings' | 'links'>;

/** Selects from the rows; the document is built only from the result. */
export function entityFacts(
  { entity, states }: SubjectAtCutoff,
  beliefs: readonly MeasuredBelief[],
  { parts, people }: EntityRecords,
  { cutoff, calendar, viewsMax, warnings, links }: EntityQuestion,
): EntityFacts {
  const expected = calendar.lastClosedBy(cutoff.asOf, publicationDelayMinutes);
  return {
    mode: cutoff.collection,
    asOf: cutoff.asOf,
    generatedAt: settledAt(
      { cutoff, calendar },
      states.map((state) => state.counts_from),
    ),
    expectedSession: expected === null ? null : (calendar.sessions[expected]?.date ?? null),
    entity,
    beliefs,
    returned: chooseViews(beliefs, viewsMax),
    parts,
    people,
    warnings,
    links,
  };
}
