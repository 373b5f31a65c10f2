// The course of one pair told again from the statements that remain: pure, and the same steps as when they were loaded.
import { derivedId } from '../store/ids.ts';
import type { Instant } from '../store/db.ts';
import type { ToldBelief, ToldRevision } from '../store/pair-history.ts';
import type { FullRevision } from '../store/publish-corrections.ts';
import type { Direction } from './records.ts';
import { applyStatement, type CourseRevision, type PairCourse } from './statement-course.ts';

/** A pair as it is told now: its beliefs, and their revisions in the order in which the statements arrived. */
export type PairTold = { beliefs: readonly ToldBelief[]; revisions: readonly ToldRevision[] };

export type Remaining = {
  /** The citations that were withdrawn: their statements are told no more. */
  gone: ReadonlySet<string>;
  /** What late statements said themselves, by record: their revisions repeat another one. */
  lateWords: ReadonlyMap<string, string>;
};

export type PairAgain = {
  opened: readonly { beliefId: string; openedAt: Instant }[];
  /** Numbered: a revision that stays in its belief keeps its number, one that joins another belief gets a new one. */
  revisions: readonly FullRevision[];
};

export function tellAgain(pair: PairTold, remaining: Remaining): PairAgain {
  const homes = homesOf(pair.revisions);
  const course: PairCourse = { beliefs: [] };
  const opened: PairAgain['opened'][number][] = [];
  const told: CourseRevision[] = [];
  const statements = statementsOf(pair.revisions, remaining.gone);
  for (const [recordId, row] of statements) {
    const home = homes.get(recordId) ?? row.belief_id;
    // The belief keeps its id for whoever has saved it, also where the statement that opened it is gone.
    const taken = course.beliefs.some((belief) => belief.beliefId === home);
    const step = applyStatement(course, {
      recordId,
      observedAt: row.observed_at,
      direction: statedDirection(row),
      text: row.late ? (remaining.lateWords.get(recordId) ?? row.summary) : row.summary,
      citationId: derivedId('citation', recordId),
      opensBeliefId: taken ? derivedId('belief', recordId) : home,
    });
    if (step.opened) opened.push(step.opened);
    told.push(...step.revisions);
  }
  return { opened, revisions: numbered(pair, told, statements) };
}

/** One row for each statement that remains, in the order of arrival. */
function statementsOf(rows: readonly ToldRevision[], gone: ReadonlySet<string>): Map<string, ToldRevision> {
  const statements = new Map<string, ToldRevision>();
  for (const row of rows) {
    if (!gone.has(derivedId('citation', row.record_key)) && !statements.has(row.record_key))
      statements.set(row.record_key, row);
  }
  return statements;
}

/** A statement that reversed a belief is told in two: at home it is in the one that it opened. */
export function homesOf(rows: readonly FullRevision[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const row of rows) {
    if (row.move !== 'reversed') homes.set(row.record_key, row.belief_id);
    else if (!homes.has(row.record_key)) homes.set(row.record_key, derivedId('belief', row.record_key));
  }
  return homes;
}

function statedDirection({ body, direction }: ToldRevision): Direction {
  return (body['stated_direction'] ?? direction) as Direction;
}

function numbered(
  { beliefs, revisions }: PairTold,
  told: readonly CourseRevision[],
  statements: ReadonlyMap<string, ToldRevision>,
): FullRevision[] {
  const numbers = new Map(revisions.map((row) => [`${row.belief_id} ${row.record_key}`, row.revision]));
  const last = new Map(beliefs.map((belief) => [belief.belief_id, belief.last_revision]));
  return told.flatMap((step) => {
    const row = statements.get(step.recordId);
    if (row === undefined) return [];
    const { arrived: _arrived, ...base } = row;
    let number = numbers.get(`${step.beliefId} ${step.recordId}`);
    if (number === undefined) last.set(step.beliefId, (number = (last.get(step.beliefId) ?? 0) + 1));
    return [
      {
        ...base,
        belief_id: step.beliefId,
        revision: number,
        late: step.late,
        direction: step.direction,
        status: step.status,
        move: step.move,
        summary: step.summary,
        source_citation_id: step.citationId,
      },
    ];
  });
}
