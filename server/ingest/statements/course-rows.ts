// Rows of statement courses: a step of a course as the revision that keeps it, with the intent and the target that it recorded.
import { derivedId } from '../../store/engine/ids.ts';
import type { FullRevision } from '../../store/published/publish-corrections.ts';
import type { Pair } from '../../store/published/publish-pairs.ts';
import type { Row } from '../../store/published/publish-rows.ts';
import { directionBody, directionOf } from '../records/directions.ts';
import type { BeliefMoment, CourseRevision } from './statement-course.ts';
import type { CourseStatement, Horizon, Words } from './statement-groups.ts';
import type { StatementEntry } from './statement-entries.ts';
import { entryOf } from './statement-entries.ts';

export function toRevision(step: CourseRevision, { personId, entityId }: Pair): FullRevision {
  const { statements, leading } = step.group;
  // The last one names the person: of several statements of one instant it is the one with the greatest record id.
  const last = statements.at(-1) ?? leading;
  return {
    belief_id: step.beliefId,
    revision: step.revision,
    entity_id: entityId,
    person_id: personId,
    person_name: last.personName,
    person_handle: last.personHandle,
    record_key: last.recordId,
    observed_at: step.group.countsFrom,
    observed_as: step.group.observedAs,
    late: step.late,
    direction: step.direction,
    status: step.status,
    move: step.move,
    summary: step.summary.text,
    source_citation_id: step.summary.citationId,
    validity: step.assessment?.review.validity ?? 'unknown',
    external_state: step.assessment?.review.external_state ?? 'unknown',
    said: step.said?.text ?? null,
    said_citation_id: step.said?.citationId ?? null,
    also_cites: furtherCitations(step),
    body: bodyOf(step, last),
  };
}

/** Every citation of the statements behind a step but that of the summary; null for none. */
function furtherCitations({ summary, group }: CourseRevision): string[] | null {
  const ids = group.statements.map(({ words }) => words.citationId).filter((id) => id !== summary.citationId);
  return ids.length === 0 ? null : ids.sort();
}

type StepBody = {
  blockers: readonly string[];
  horizon?: Horizon;
  horizon_record?: string;
  last_clear?: string;
  truncated_by_source?: true;
  said_truncated_by_source?: true;
  opens?: true;
  /** The step is a review. */
  review?: true;
  /** The citation of the review that assessed the step; erasures find it by that. */
  assessed_by?: string;
  stated_direction: string;
  statements: StatementEntry[];
};

function bodyOf(step: CourseRevision, last: CourseStatement): FullRevision['body'] {
  const { group, horizon, summary, said, assessment } = step;
  const body: StepBody = {
    blockers: assessment?.review.blockers ?? [],
    ...directionBody(step.facts),
    ...(horizon !== null && horizonBody(horizon)),
    ...(step.lastClear !== null && { last_clear: step.lastClear }),
    ...(summary.isCut && { truncated_by_source: true }),
    ...(said?.isCut === true && { said_truncated_by_source: true }),
    ...(step.isOpeningEnd && { opens: true }),
    ...(group.leading.review !== null && { review: true }),
    ...(assessment !== undefined && { assessed_by: assessment.citationId }),
    stated_direction: group.direction,
    statements: group.statements.map((statement) => entryOf(statement, last)),
  };
  return body;
}

function horizonBody({ recordId, ...horizon }: NonNullable<BeliefMoment['horizon']>): Partial<StepBody> {
  return { horizon, horizon_record: recordId };
}

/** A released revision as the course goes on from it. */
export function momentOf(row: MomentRow): BeliefMoment {
  const body = row.body as Partial<StepBody>;
  const { horizon, horizon_record: recordId } = body;
  return {
    countsFrom: row.observed_at,
    revision: row.revision,
    direction: row.direction,
    status: row.status,
    summary: wordsOf(row, body),
    facts: directionOf(row.direction, row.body),
    horizon: horizon === undefined || recordId === undefined ? null : { ...horizon, recordId },
    lastClear: (body.last_clear ?? null) as BeliefMoment['lastClear'],
  };
}

type MomentRow = Pick<
  FullRevision,
  'revision' | 'observed_at' | 'direction' | 'status' | 'summary' | 'source_citation_id' | 'body'
>;

function wordsOf({ summary, source_citation_id }: MomentRow, { truncated_by_source }: Partial<StepBody>): Words {
  return { text: summary, citationId: source_citation_id, isCut: truncated_by_source === true };
}

export type PartOfStep = { belief_id: string; kind: string; part_id: string; revision: number; row: Row };

/** The intent and the target of the statement that leads a step; a late statement records neither. */
export function partsOf({ late, beliefId, revision, move, group }: CourseRevision): PartOfStep[] {
  // The statement that reversed a belief has two revisions; its records belong to the one that it opened.
  if (late || move === 'reversed') return [];
  const { leading, countsFrom, observedAs } = group;
  const part = (kind: string, part_id: string, body: object): PartOfStep => ({
    belief_id: beliefId,
    kind,
    part_id,
    revision,
    row: [beliefId, kind, part_id, revision, countsFrom, observedAs, JSON.stringify(body)],
  });
  return [
    ...(leading.intent === null ? [] : [part('intent', 'author_intent', intentBody(leading))]),
    ...(leading.target === null ? [] : [part('target', targetId(leading), targetBody(leading))]),
  ];
}

/** No record of a bundle has such an id, because ids hold no space. */
const targetId = ({ recordId }: CourseStatement): string => derivedId('target', `statement ${recordId}`);

const loaded = ({ observedAs, countsFrom }: CourseStatement): string => observedAs ?? countsFrom;

/** The author's intent, only if the statement has all of its parts. */
function intentBody(statement: CourseStatement): object {
  return {
    ...statement.intent,
    methodology_version: 'belief-author-intent-v1',
    status: 'current',
    observation_id: derivedId('intent', statement.recordId),
    observed_at: loaded(statement),
    conditions: [],
    citation_ids: [statement.words.citationId],
    execution_verified: false,
  };
}

function targetBody(statement: CourseStatement): object {
  return { ...statement.target, stated_on: loaded(statement).slice(0, 10), citation_id: statement.words.citationId };
}
