// Everything the brief of an entity without a listing is made of, as it was known at a cutoff.
import type { MeasuredBelief } from '../documents/brief-facts.ts';
import type { EntityFacts } from '../documents/brief-entity.ts';
import { publicationDelayMinutes } from '../measures/calendar.ts';
import { isCounting } from '../measures/views.ts';
import type { Cutoff, Db, Instant } from '../store/db.ts';
import { beliefStates } from '../store/read-beliefs.ts';
import type { EntityRow } from '../store/read-entities.ts';
import { peopleAt } from '../store/read-people.ts';
import type { Calendar } from '../measures/calendar.ts';
import { chooseViews, readParts } from './views.ts';

export type EntityQuestion = { entity: EntityRow; calendar: Calendar; effectiveAt: Instant | null; viewsMax: number };

/** Views in their order, up to `viewsMax`; an answer shows the first of them that fit. */
export type EntityAtCutoff = Omit<EntityFacts, 'warnings' | 'links'>;

/** Nothing about it is priced, so no belief of it has a mark. */
const unpriced = { state: 'unmeasurable', reason: 'no_entry_price' } as const;

export async function readEntityBrief(db: Db, cutoff: Cutoff, question: EntityQuestion): Promise<EntityAtCutoff> {
  const { entity, calendar, effectiveAt } = question;
  const states = await beliefStates(db, cutoff, [entity.entity_id]);
  const beliefs: MeasuredBelief[] = states.map((state) => ({ state, mark: unpriced, counting: isCounting(state) }));
  const returned = chooseViews(beliefs, question.viewsMax);
  const expected = calendar.lastClosedBy(cutoff.asOf, publicationDelayMinutes);
  const settled = [effectiveAt, calendar.boundaryAtOrBefore(cutoff.asOf), ...states.map((state) => state.observed_at)];
  return {
    mode: cutoff.collection,
    asOf: cutoff.asOf,
    generatedAt:
      settled
        .filter((instant) => instant !== null)
        .sort()
        .at(-1) ?? cutoff.asOf,
    expectedSession: expected === null ? null : (calendar.sessions[expected]?.date ?? null),
    entity,
    beliefs,
    returned,
    parts: await readParts(db, cutoff, returned),
    people: await peopleAt(db, cutoff, [...new Set(returned.map(({ state }) => state.person_id))]),
  };
}
