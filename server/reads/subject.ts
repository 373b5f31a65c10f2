// The first statement of a brief: its subject, and everything known of it at the cutoff.
import { remembered } from '../memory/remembered.ts';
import type { Calendar } from '../measures/calendar.ts';
import type { ResolvedCutoff } from '../store/known/clock.ts';
import type { Cutoff, Db } from '../store/engine/db.ts';
import { type Fragment, sql } from '../store/engine/fragment.ts';
import { type BeliefState, beliefStates } from '../store/known/read-beliefs.ts';
import { type EntityName, type EntityRow, entityNamed } from '../store/known/read-entities.ts';
import { type GroupBelief, type GroupCompany, groupBeliefs, groupCompanies } from '../store/known/read-industry.ts';
import { everyOne, readTogether, theOne } from '../store/engine/read.ts';
import { type CourseReader, courseReader, groupBeliefsAt, statesAt } from './courses.ts';
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

export type SubjectReader = {
  /** Null if no entity has this name at the cutoff. */
  at(db: Db, moment: Moment, name: EntityName): Promise<SubjectAtCutoff | null>;
};

/** A first question is looked up in the store; another cutoff takes the beliefs from their cached courses. */
export function subjectReader(prices: PriceReader, courses: CourseReader = courseReader()): SubjectReader {
  const asked = remembered<string, 'once' | 'too-many'>('lists');
  return {
    async at(db, moment, name) {
      const list = `${moment.cutoff.collection} ${textOf(name)}`;
      const before = asked.get(list);
      if (before === undefined) asked.set(list, 'once');
      const memory = before === 'once' ? { courses, tooMany: () => asked.set(list, 'too-many') } : null;
      return readSubject(db, moment, { name, prices, memory });
    },
  };
}

/** The cached courses, and what notes that these are too many. */
type CoursesInMemory = { courses: CourseReader; tooMany: () => void };

type SubjectQuestion = { name: EntityName; prices: PriceReader; memory?: CoursesInMemory | null };

/**
 * Null if no entity has this name at the cutoff. An entity without a listing has no group and only the benchmark's
 * price.
 */
export async function readSubject(
  db: Db,
  { cutoff, calendar }: Moment,
  { name, prices, memory = null }: SubjectQuestion,
): Promise<SubjectAtCutoff | null> {
  const id = theOne('subject', 'entity_id');
  const asked = prices.ask(cutoff, { name: textOf(name), entityId: id });
  const inStore = memory === null ? beliefsInStore(cutoff, { id, others: everyOne('companies', 'entity_id') }) : null;
  const { subject, states, companies, related, histories } = await readTogether(db, {
    subject: entityNamed(cutoff, name),
    states: inStore?.states ?? null,
    companies: groupCompanies(cutoff, id),
    related: inStore?.related ?? null,
    histories: asked.read,
  });
  const [entity] = subject;
  if (entity === undefined) return null;
  const known = pricesAt(asked.take(histories, entity.entity_id), calendar, cutoff.asOf);
  const beliefs =
    memory === null
      ? { states, related }
      : await beliefsFromCourses(db, cutoff, { ...memory, id: entity.entity_id, companies });
  return { entity, states: beliefs.states, group: { companies, beliefs: beliefs.related }, prices: known };
}

/** The beliefs about an entity, and those about the others of its industry. */
function beliefsInStore(cutoff: Cutoff, { id, others }: { id: string | Fragment; others: Fragment }) {
  return {
    states: beliefStates(cutoff, id),
    related: groupBeliefs(cutoff, { entityIds: others, except: id }),
  };
}

/** The same from memory; where that does not have them, from the store. */
async function beliefsFromCourses(
  db: Db,
  cutoff: Cutoff,
  { courses, tooMany, id, companies }: CoursesInMemory & { id: string; companies: readonly GroupCompany[] },
): Promise<{ states: BeliefState[]; related: GroupBelief[] }> {
  const others = companies.map((row) => row.entity_id).filter((other) => other !== id);
  const found = await courses.about(db, cutoff, [id, ...others]);
  if (typeof found === 'string') {
    if (found === 'too-many') tooMany();
    return readTogether(db, beliefsInStore(cutoff, { id, others: sql`${others}::uuid[]` }));
  }
  return { states: statesAt(found, id, cutoff), related: groupBeliefsAt(found, others, cutoff) };
}

function textOf(name: EntityName): string {
  return 'ticker' in name ? name.ticker : name.entityId;
}
