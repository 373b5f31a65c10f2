// The course of one pair rebuilt from its remaining statements: pure, with the same steps as when they were loaded.
import { groupedBy } from '../../store/engine/grouped.ts';
import { derivedId } from '../../store/engine/ids.ts';
import type { ToldBelief, ToldRevision } from '../../store/published/pair-history.ts';
import type { FullRevision } from '../../store/published/publish-corrections.ts';
import { pairKey, type Pair } from '../../store/published/publish-pairs.ts';
import { partsOf, toRevision, type PartOfStep } from './course-rows.ts';
import { applyGroup, type CourseRevision, type Opening, type PairCourse } from './statement-course.ts';
import { entriesOf, statementOf, type CaptureFields } from './statement-entries.ts';
import { withReviews } from './course-reviews.ts';
import { groupsOf, reviewsOf, type CourseStatement, type Review, type StatementGroup } from './statement-groups.ts';

/** A pair as published now: its beliefs, and their revisions in the order in which the statements arrived. */
export type PublishedPair = {
  pair: Pair;
  beliefs: readonly ToldBelief[];
  revisions: readonly ToldRevision[];
  /** Revisions and numbers of withdrawn beliefs, of statements that are stated again. */
  before: FormerCourse;
};

export type FormerCourse = { revisions: readonly FullRevision[]; numbers: ReadonlyMap<string, number> };

/** A statement that was withdrawn and is stated again; it arrived with the release that first had it. */
export type RestatedStatement = { pair: Pair; statement: CourseStatement; arrived: number };

export type RemainingStatements = {
  /** The withdrawn citations: their statements are left out. */
  gone: ReadonlySet<string>;
  /** The evidence of each statement, by record: its words stand nowhere else. */
  captured: ReadonlyMap<string, CaptureFields>;
  /** Statements as they are corrected, by record. */
  corrected: ReadonlyMap<string, CourseStatement>;
  restated: readonly RestatedStatement[];
};

export type PairAgain = {
  opened: readonly Opening[];
  /** Numbered: a revision that stays in its belief keeps its number, one that joins another belief gets a new one. */
  revisions: readonly FullRevision[];
  parts: readonly PartOfStep[];
};

export function tellAgain(pair: PublishedPair, remaining: RemainingStatements): PairAgain {
  const homes = homesOf([...pair.before.revisions, ...pair.revisions]);
  const course: PairCourse = { beliefs: [] };
  const opened: Opening[] = [];
  const steps: CourseRevision[] = [];
  const { groups, reviews } = statementsInOrder(pair, remaining);
  for (const group of groups) {
    const step = applyGroup(course, group, beliefOpenedBy(group, homes, course));
    if (step.opened) opened.push(step.opened);
    steps.push(...step.revisions);
  }
  const numbered = withNumbers(pair, withReviews(steps, reviews));
  return { opened, revisions: numbered.map((step) => toRevision(step, pair.pair)), parts: numbered.flatMap(partsOf) };
}

/** The belief keeps its id for callers who saved it, even if the statement that opened it is gone. */
function beliefOpenedBy(group: StatementGroup, homes: ReadonlyMap<string, string>, course: PairCourse): string {
  const [first] = group.statements;
  const own = derivedId('belief', first.recordId);
  const home = homes.get(first.recordId) ?? own;
  return course.beliefs.some((belief) => belief.beliefId === home) ? own : home;
}

/** Release by release, as they arrived; the statements that were withdrawn are not among them. */
function statementsInOrder(
  { pair, revisions: rows }: PublishedPair,
  { gone, captured, corrected, restated }: RemainingStatements,
): { groups: StatementGroup[]; reviews: Review[] } {
  const releases = new Map<number, Map<string, CourseStatement>>();
  for (const row of [...rows].sort(endingsLast)) {
    for (const entry of entriesOf(row)) {
      const { record_id: recordId } = entry;
      if (gone.has(derivedId('citation', recordId))) continue;
      const release = releases.get(row.arrived) ?? new Map<string, CourseStatement>();
      releases.set(row.arrived, release);
      if (release.has(recordId)) continue;
      release.set(recordId, corrected.get(recordId) ?? statementOf(entry, row, captured.get(recordId)));
    }
  }
  for (const { pair: of, statement, arrived } of restated) {
    if (pairKey(of) !== pairKey(pair)) continue;
    const release = releases.get(arrived) ?? new Map<string, CourseStatement>();
    releases.set(arrived, release.set(statement.recordId, statement));
  }
  const inOrder = [...releases].sort(([a], [b]) => a - b).map(([, statements]) => [...statements.values()]);
  return { groups: inOrder.flatMap(groupsOf), reviews: inOrder.flatMap(reviewsOf) };
}

/** A statement that reversed a belief stands in two beliefs; the one that it opened has all that it recorded. */
function endingsLast(a: ToldRevision, b: ToldRevision): number {
  return Number(a.move === 'reversed') - Number(b.move === 'reversed');
}

/** A statement that reversed a belief stands in two beliefs: its home is the one that it opened. */
function homesOf(rows: readonly FullRevision[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const row of rows) {
    const records = entriesOf(row).map(({ record_id: id }) => id);
    for (const id of records) {
      if (row.move !== 'reversed') homes.set(id, row.belief_id);
      else if (!homes.has(id)) homes.set(id, derivedId('belief', records[0] ?? id));
    }
  }
  return homes;
}

function withNumbers(
  { beliefs, revisions, before }: PublishedPair,
  steps: readonly CourseRevision[],
): CourseRevision[] {
  const numbers = new Map(
    [...before.revisions, ...revisions].flatMap((row) =>
      entriesOf(row).map(({ record_id: id }) => [`${row.belief_id} ${id}`, row.revision]),
    ),
  );
  const last = new Map(before.numbers);
  for (const belief of beliefs) last.set(belief.belief_id, belief.last_revision);
  const taken = new Set<string>();
  return steps.map((step) => {
    const { beliefId, group } = step;
    const known = group.statements.flatMap(({ recordId }) => numbers.get(`${beliefId} ${recordId}`) ?? []);
    let revision = known.find((number) => !taken.has(`${beliefId} ${number}`));
    // A group that falls apart has one number: its first part keeps it.
    if (revision === undefined) last.set(beliefId, (revision = (last.get(beliefId) ?? 0) + 1));
    taken.add(`${beliefId} ${revision}`);
    return { ...step, revision };
  });
}

/** The records of all statements of these pairs. */
export function recordsOf(pairs: readonly PublishedPair[]): string[] {
  const rows = pairs.flatMap(({ revisions }) => revisions);
  return [...groupedBy(rows.flatMap(entriesOf), ({ record_id: id }) => id).keys()];
}
