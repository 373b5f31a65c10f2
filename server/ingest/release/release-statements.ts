// Publishing statements: a chunk in the order of its pairs, through the course of each, into beliefs, revisions and evidence.
import { createHash } from 'node:crypto';
import { groupedBy } from '../../store/engine/grouped.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { revisionRow } from '../../store/published/publish-corrections.ts';
import { openSources } from '../../store/published/publish-lookups.ts';
import { pairBeliefs, pairKey, reviewedPairs, revisionStates, type Pair } from '../../store/published/publish-pairs.ts';
import { addRows, replaceRows, type Row } from '../../store/published/publish-rows.ts';
import {
  beliefTable,
  citationTable,
  evidenceTable,
  partTable,
  revisionTable,
  sourceTable,
} from '../../store/published/publish-tables.ts';
import { momentOf, partsOf, toRevision } from '../statements/course-rows.ts';
import { observedAs } from '../records/record-keys.ts';
import type { ReleaseFields, StatementRecord } from '../records/records.ts';
import type { ReleaseContext } from './release-identity.ts';
import {
  applyGroup,
  isLate,
  type CourseRevision,
  type CourseStep,
  type Opening,
  type PairCourse,
} from '../statements/statement-course.ts';
import { releasedStatement } from '../statements/statement-entries.ts';
import { retellPairs } from '../statements/retell.ts';
import { groupsOf, type StatementGroup } from '../statements/statement-groups.ts';

export type ReleasedStatementRecord = StatementRecord & ReleaseFields;

export type StatementTally = {
  opened: number;
  revised: number;
  reversed: number;
  closed: number;
  /** Revisions that rest on several statements. */
  grouped: number;
  /** Reviews of views' conditions. */
  reviews: number;
  late: string[];
  lateCount: number;
};

export const noStatements = (): StatementTally => ({
  opened: 0,
  revised: 0,
  reversed: 0,
  closed: 0,
  grouped: 0,
  reviews: 0,
  late: [],
  lateCount: 0,
});

const lateNamedMax = 50;

/** All statements of a pair on one date are in one call: together they may be one revision. */
export async function publishStatements(
  publishing: ReleaseContext,
  statements: readonly ReleasedStatementRecord[],
  tally: StatementTally,
): Promise<void> {
  const { trx, release } = publishing;
  await makeSubjectsKnown(publishing, statements);
  const groups = await groupsByPair(publishing, statements);
  const courses = await coursesOf(publishing, groups);
  const beliefs: Row[] = [];
  const steps: { step: CourseRevision; pair: Pair }[] = [];
  for (const { pair, group } of groups) {
    const { opened, revisions, late } = applyGroup(courseOf(courses, pair), group);
    if (opened !== null) beliefs.push(beliefRow(opened, pair));
    for (const step of revisions) steps.push({ step, pair });
    count(tally, { revisions, late, group });
  }
  await addRows(trx, release, evidenceTable, statements.map(evidenceRow));
  await addRows(trx, release, citationTable, statements.map(citationRow));
  await addRows(trx, release, beliefTable, beliefs);
  await addRows(
    trx,
    release,
    revisionTable,
    steps.map(({ step, pair }) => revisionRow(toRevision(step, pair))),
  );
  const parts = steps.flatMap(({ step }) => partsOf(step));
  await addRows(
    trx,
    release,
    partTable,
    parts.map(({ row }) => row),
  );
  tally.reviews += await publishReviews(publishing, statements);
}

/** Courses with reviews are derived as a whole: a review assesses every step after it, and repeats the state of its time. */
async function publishReviews(
  { trx, release, listings }: ReleaseContext,
  statements: readonly ReleasedStatementRecord[],
): Promise<number> {
  const entityIds = await listings.idsOf(statements.map((s) => s.security.ticker));
  const pairOf = ({ person, security }: StatementRecord): Pair => ({
    personId: person.id,
    entityId: entityIds.get(security.ticker) ?? '',
  });
  const restated = statements.flatMap((record) => {
    if (record.review === undefined) return [];
    return [{ pair: pairOf(record), statement: releasedStatement(record), arrived: release.version }];
  });
  const pairs = new Map(statements.map((record) => [pairKey(pairOf(record)), pairOf(record)]));
  const reviewed = await reviewedPairs(trx, release.collection, [...pairs.values()]);
  const asked = new Map([...reviewed, ...restated.map(({ pair }) => pair)].map((pair) => [pairKey(pair), pair]));
  if (asked.size > 0) await retellPairs({ trx, release }, [...asked.values()], { restated });
  return restated.length;
}

type PairGroup = { pair: Pair; group: StatementGroup };

async function groupsByPair(
  { listings }: ReleaseContext,
  statements: readonly ReleasedStatementRecord[],
): Promise<PairGroup[]> {
  const entityIds = await listings.idsOf(statements.map((s) => s.security.ticker));
  const pairOf = ({ person, security }: StatementRecord): Pair => ({
    personId: person.id,
    entityId: entityIds.get(security.ticker) ?? '',
  });
  const byPair = groupedBy(statements, (statement) => pairKey(pairOf(statement)));
  return [...byPair.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const pair = pairOf(first);
    return groupsOf([first, ...rest].map(releasedStatement)).map((group) => ({ pair, group }));
  });
}

export function beliefRow({ beliefId, openedAt, openedAs }: Opening, { personId, entityId }: Pair): Row {
  return [beliefId, entityId, personId, 'statement', openedAt, openedAs];
}

/** The dataset as a source, and each listing under the first name that a statement gives it. */
export async function makeSubjectsKnown(
  { trx, release, listings }: ReleaseContext,
  statements: readonly StatementRecord[],
): Promise<void> {
  const datasets = new Map(statements.map((s) => [derivedId('source', s.dataset), s.dataset]));
  const known = await openSources(trx, release.collection, [...datasets.keys()]);
  const fresh = [...datasets].filter(([sourceId]) => !known.has(sourceId));
  await replaceRows(
    trx,
    release,
    sourceTable,
    fresh.map(([sourceId, dataset]) => [sourceId, 'dataset', dataset, null]),
  );
  const names = new Map<string, string | null>();
  for (const { ticker, name } of statements.map((s) => s.security)) names.set(ticker, names.get(ticker) ?? name);
  await listings.named(release, trx, names);
}

type Courses = Map<string, PairCourse>;

function courseOf(courses: Courses, pair: Pair): PairCourse {
  const key = pairKey(pair);
  const course = courses.get(key) ?? { beliefs: [] };
  courses.set(key, course);
  return course;
}

async function coursesOf({ trx, release }: ReleaseContext, groups: readonly PairGroup[]): Promise<Courses> {
  const pairs = new Map(groups.map(({ pair }) => [pairKey(pair), pair]));
  const courses: Courses = new Map();
  for (const row of await pairBeliefs(trx, release.collection, [...pairs.values()])) {
    courseOf(courses, { personId: row.person_id, entityId: row.entity_id }).beliefs.push({
      beliefId: row.belief_id,
      openedAt: row.opened_at,
      lastRevision: row.last_revision,
      newest: momentOf(row),
      history: null,
    });
  }
  const late = groups.filter(({ pair, group }) => isLate(courseOf(courses, pair), group.countsFrom));
  const lateCourses = new Set(late.map(({ pair }) => courseOf(courses, pair)));
  const beliefs = [...lateCourses].flatMap((course) => course.beliefs);
  // Only pairs that a late statement has to find its place in are read as a whole: a busy pair can be long.
  const states = await revisionStates(
    trx,
    release.collection,
    beliefs.map((belief) => belief.beliefId),
  );
  for (const belief of beliefs) belief.history = states.filter((s) => s.belief_id === belief.beliefId).map(momentOf);
  return courses;
}

const revised = ['updated', 'strengthened', 'weakened'];

function count(
  tally: StatementTally,
  { revisions, late, group }: Omit<CourseStep, 'opened'> & { group: StatementGroup },
): void {
  const records = group.statements.map(({ recordId }) => recordId);
  for (const { revision, move } of revisions) {
    if (revision === 1) tally.opened += 1;
    if (revised.includes(move)) tally.revised += 1;
    if (move === 'reversed') tally.reversed += 1;
    if (move === 'closed') tally.closed += 1;
  }
  if (records.length > 1) tally.grouped += 1;
  if (!late) return;
  tally.lateCount += records.length;
  tally.late.push(...records.slice(0, lateNamedMax - tally.late.length));
}

/** A statement is its own capture: the quote is the whole of it, and the hash is over it. */
export function evidenceRow(statement: ReleasedStatementRecord): Row {
  return [
    derivedId('evidence', statement.record_id),
    derivedId('source', statement.dataset),
    statement.source_url,
    statement.source_title,
    statement.author_name,
    null,
    null,
    statement.counts_from,
    observedAs(statement),
    statement.statement,
    captureHash(statement.statement),
    statement.verification,
    statement.removed_characters ?? 0,
  ];
}

/** Words that render or summarise what the author said are not a quote of it. */
export function citationRow(statement: ReleasedStatementRecord): Row {
  const { statement: text, statement_kind: kind } = statement;
  const locator = JSON.stringify(kind === undefined ? { kind: 'text_quote', exact: text } : { kind, text });
  return [
    derivedId('citation', statement.record_id),
    derivedId('evidence', statement.record_id),
    locator,
    statement.counts_from,
    observedAs(statement),
  ];
}

export function captureHash(capture: string): string {
  return `sha256:${createHash('sha256').update(capture).digest('hex')}`;
}
