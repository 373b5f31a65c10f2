// Publishing statements: a chunk in the order of its pairs, through the course of each, into beliefs, revisions and evidence.
import { createHash } from 'node:crypto';
import { derivedId } from '../store/ids.ts';
import { pairBeliefs, revisionStates, type PairBelief, type RevisionState } from '../store/publish-pairs.ts';
import { openSources } from '../store/publish-lookups.ts';
import { addRows, replaceRows, type Row } from '../store/publish-rows.ts';
import {
  beliefTable,
  citationTable,
  evidenceTable,
  partTable,
  revisionTable,
  sourceTable,
} from '../store/publish-tables.ts';
import type { StatementRecord } from './records.ts';
import type { Publishing } from './release-identity.ts';
import {
  applyStatement,
  isLate,
  type BeliefMoment,
  type CourseRevision,
  type CourseStep,
  type PairCourse,
} from './statement-course.ts';

export type ReleasedStatementRecord = StatementRecord & { removed_characters?: number };

export type StatementTally = { opened: number; revised: number; reversed: number; late: string[]; lateCount: number };

const lateNamedMax = 50;

export async function publishStatements(
  publishing: Publishing,
  statements: readonly ReleasedStatementRecord[],
  tally: StatementTally,
): Promise<void> {
  const { trx, release, listings } = publishing;
  await makeSubjectsKnown(publishing, statements);
  const entityIds = await listings.idsOf(statements.map((s) => s.security.ticker));
  const entityOf = (s: StatementRecord): string => entityIds.get(s.security.ticker) ?? '';
  const courses = await coursesOf(publishing, statements, entityOf);
  const written = { beliefs: [] as Row[], revisions: [] as Row[], parts: [] as Row[] };
  for (const statement of statements) {
    const entityId = entityOf(statement);
    const step = applyStatement(courseOf(courses, statement.person.id, entityId), courseStatement(statement));
    count(tally, step, statement);
    if (step.opened) {
      written.beliefs.push([step.opened.beliefId, entityId, statement.person.id, 'statement', step.opened.openedAt]);
    }
    for (const revision of step.revisions) written.revisions.push(revisionRow(revision, statement, entityId));
    const told = step.revisions.at(-1);
    if (told && !told.late && statement.intent) written.parts.push(intentRow(told, statement));
  }
  await addRows(trx, release, evidenceTable, statements.map(evidenceRow));
  await addRows(trx, release, citationTable, statements.map(citationRow));
  await addRows(trx, release, beliefTable, written.beliefs);
  await addRows(trx, release, revisionTable, written.revisions);
  await addRows(trx, release, partTable, written.parts);
}

/** The dataset as a source, and each listing under the first name that a statement gives it. */
export async function makeSubjectsKnown(
  { trx, release, listings }: Publishing,
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

const pairKey = (personId: string, entityId: string): string => `${personId} ${entityId}`;

function courseOf(courses: Courses, personId: string, entityId: string): PairCourse {
  const key = pairKey(personId, entityId);
  const course = courses.get(key) ?? { beliefs: [] };
  courses.set(key, course);
  return course;
}

async function coursesOf(
  { trx, release }: Publishing,
  statements: readonly StatementRecord[],
  entityOf: (statement: StatementRecord) => string,
): Promise<Courses> {
  const pairs = new Map(
    statements.map((s) => [pairKey(s.person.id, entityOf(s)), { personId: s.person.id, entityId: entityOf(s) }]),
  );
  const courses: Courses = new Map();
  for (const row of await pairBeliefs(trx, release.collection, [...pairs.values()])) {
    courseOf(courses, row.person_id, row.entity_id).beliefs.push({
      beliefId: row.belief_id,
      openedAt: row.opened_at,
      lastRevision: row.last_revision,
      newest: moment(row),
      history: null,
    });
  }
  const late = statements.filter((s) => isLate(courseOf(courses, s.person.id, entityOf(s)), s.observed_at));
  const lateCourses = new Set(late.map((s) => courseOf(courses, s.person.id, entityOf(s))));
  const beliefs = [...lateCourses].flatMap((course) => course.beliefs);
  // Only pairs that a late statement has to find its place in are read as a whole: a busy pair can be long.
  const states = await revisionStates(
    trx,
    release.collection,
    beliefs.map((belief) => belief.beliefId),
  );
  for (const belief of beliefs) belief.history = states.filter((s) => s.belief_id === belief.beliefId).map(moment);
  return courses;
}

function moment(row: RevisionState | PairBelief): BeliefMoment {
  return {
    observedAt: row.observed_at,
    revision: row.revision,
    direction: row.direction,
    status: row.status,
    summary: row.summary,
    citationId: row.source_citation_id,
  };
}

function courseStatement(statement: StatementRecord): Parameters<typeof applyStatement>[1] {
  return {
    recordId: statement.record_id,
    observedAt: statement.observed_at,
    direction: statement.direction,
    text: statement.statement,
    citationId: derivedId('citation', statement.record_id),
    opensBeliefId: derivedId('belief', statement.record_id),
  };
}

function count(tally: StatementTally, step: CourseStep, statement: StatementRecord): void {
  const moves = step.revisions.map((revision) => revision.move);
  tally.opened += moves.filter((move) => move === 'initiated').length;
  tally.revised += moves.filter((move) => move === 'updated').length;
  tally.reversed += moves.filter((move) => move === 'reversed').length;
  if (!step.late) return;
  tally.lateCount += 1;
  if (tally.late.length < lateNamedMax) tally.late.push(statement.record_id);
}

function revisionRow(revision: CourseRevision, statement: StatementRecord, entityId: string): Row {
  return [
    revision.beliefId,
    revision.revision,
    entityId,
    statement.person.id,
    statement.person.name,
    statement.person.handle,
    statement.record_id,
    revision.observedAt,
    revision.late,
    revision.direction,
    revision.status,
    revision.move,
    revision.summary,
    revision.citationId,
    'unknown',
    'unknown',
    revisionBody(statement),
  ];
}

export function revisionBody(statement: StatementRecord): string {
  return JSON.stringify({
    blockers: [],
    direction_basis: statement.direction_basis,
    stated_direction: statement.direction,
  });
}

/** What the author said to do, told only when the statement carries all of it. */
export function intentRow(revision: { beliefId: string; revision: number }, statement: StatementRecord): Row {
  const body = {
    ...statement.intent,
    methodology_version: 'belief-author-intent-v1',
    status: 'current',
    observation_id: derivedId('intent', statement.record_id),
    observed_at: statement.observed_at,
    conditions: [],
    citation_ids: [derivedId('citation', statement.record_id)],
    execution_verified: false,
  };
  return [revision.beliefId, 'intent', 'author_intent', revision.revision, statement.observed_at, JSON.stringify(body)];
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
    statement.observed_at,
    statement.statement,
    captureHash(statement.statement),
    statement.verification,
    statement.removed_characters ?? 0,
  ];
}

export function citationRow(statement: StatementRecord): Row {
  const locator = JSON.stringify({ kind: 'text_quote', exact: statement.statement });
  return [
    derivedId('citation', statement.record_id),
    derivedId('evidence', statement.record_id),
    locator,
    statement.observed_at,
  ];
}

export function captureHash(capture: string): string {
  return `sha256:${createHash('sha256').update(capture).digest('hex')}`;
}
