// The first statement of a brief: its subject, and everything known of it at the cutoff.
import type { Calendar } from '../measures/calendar.ts';
import type { ResolvedCutoff } from '../store/known/clock.ts';
import type { Db } from '../store/engine/db.ts';
import { type BeliefState, beliefStates } from '../store/known/read-beliefs.ts';
import { type EntityName, type EntityRow, entityNamed } from '../store/known/read-entities.ts';
import { type GroupBelief, type GroupCompany, groupBeliefs, groupCompanies } from '../store/known/read-industry.ts';
import { everyOne, readTogether, theOne } from '../store/engine/read.ts';
import { type PriceReader, type PricesAtCutoff, pricesAt } from './prices.ts';

/** The time of a question: its cutoff, and the calendar known then. */
export type Moment = { cutoff: ResolvedCutoff; calendar: Calendar };

export type IndustryGroup = { companies: readonly GroupCompany[]; beliefs: readonly GroupBelief[] };

export type SubjectAtCutoff = {
  entity: EntityRow;
  /** Every belief about it. */
  states: readonly BeliefState[];
  /** The listings of its industry, itself included, and the beliefs about the others. */
  group: IndustryGroup;
  prices: PricesAtCutoff;
};

/**
 * Null if no entity has this name at the cutoff. An entity without a listing has no group and only the benchmark's
 * price.
 */
export async function readSubject(
  db: Db,
  { cutoff, calendar }: Moment,
  { name, prices }: { name: EntityName; prices: PriceReader },
): Promise<SubjectAtCutoff | null> {
  const id = theOne('subject', 'entity_id');
  const asked = prices.ask(cutoff, { name: 'ticker' in name ? name.ticker : name.entityId, entityId: id });
  const { subject, states, companies, related, histories } = await readTogether(db, {
    subject: entityNamed(cutoff, name),
    states: beliefStates(cutoff, id),
    companies: groupCompanies(cutoff, id),
    related: groupBeliefs(cutoff, { entityIds: everyOne('companies', 'entity_id'), except: id }),
    histories: asked.read,
  });
  const [entity] = subject;
  if (entity === undefined) return null;
  const known = pricesAt(asked.take(histories, entity.entity_id), calendar, cutoff.asOf);
  return { entity, states, group: { companies, beliefs: related }, prices: known };
}
