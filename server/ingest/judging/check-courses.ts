// Judgement of the courses that an import changes: beliefs, conditions and intents make only the moves that they may make.
import { groupedBy } from '../../store/engine/grouped.ts';
import {
  type BeliefRow,
  beliefSteps,
  changedBeliefs,
  partSteps,
  type PartRow,
} from '../../store/staged/import-courses.ts';
import type { ImportOf } from '../../store/staged/import-rows.ts';
import type { Db } from '../../store/engine/db.ts';
import { beliefFault, conditionFault, intentFault } from '../statements/course-rules.ts';
import type { Faults } from '../files/faults.ts';

const fix = 'see the moves in /docs/operate#moves; record what happened as a further cited revision';

export async function checkCourses(db: Db, of: ImportOf, faults: Faults): Promise<void> {
  for await (const beliefs of changedBeliefs(db, of)) {
    const courses = groupedBy(await beliefSteps(db, of, beliefs), ({ course }) => course);
    for (const steps of courses.values()) checkBelief(steps, faults);
    const parts = groupedBy(await partSteps(db, of, beliefs), ({ course }) => course);
    for (const [name, steps] of parts) checkPart(name.startsWith('obs_'), steps, faults);
  }
}

/** The steps of a course by their numbers. */
type Course<Row> = ReadonlyMap<number, Row>;

const courseOf = <Row extends { revision: number }>(steps: readonly Row[]): Map<number, Row> =>
  new Map(steps.map((step) => [step.revision, step]));

function before<Row extends { revision: number }>(course: Course<Row>, revision: number): Row[] {
  return [...course.values()].filter((step) => step.revision < revision).sort((a, b) => a.revision - b.revision);
}

/** The rows of one belief: released, staged, then those of the import; within each in their order. */
function checkBelief(rows: readonly BeliefRow[], faults: Faults): void {
  const given = rows[0]?.given ?? 0;
  const released = courseOf(rows.filter(({ isReleased }) => isReleased));
  const loaded = courseOf(rows.filter(({ line }) => line === null));
  const own = rows.filter(({ line }) => line !== null);
  const standing = new Map(loaded);
  for (const step of own) {
    const fact = released.get(step.revision);
    // Released and withdrawn since: it was judged when it was loaded, and is not published again.
    if (fact === undefined && step.revision <= given) continue;
    const fault =
      fact === undefined ? beliefFault(before(standing, step.revision), step, given) : correctionFault(fact, step);
    if (fault !== null) faults.add({ line: step.line ?? 0, field: 'revision' }, fault, fix);
    standing.set(step.revision, step);
  }
  const broken = brokenStep({ loaded, standing }, { given, released });
  const cause = own.findLast(({ revision }) => broken !== null && revision < broken.revision);
  if (broken === null || cause === undefined) return;
  faults.add({ line: cause.line ?? 0, field: 'revision' }, follows(broken.revision, broken.fault), fix);
}

/** The first staged step that could follow what was loaded before the file, and cannot follow what the file makes of it. */
function brokenStep(
  { loaded, standing }: { loaded: Course<BeliefRow>; standing: Course<BeliefRow> },
  { given, released }: { given: number; released: Course<BeliefRow> },
): { revision: number; fault: string } | null {
  for (const step of standing.values()) {
    if (released.has(step.revision) || loaded.get(step.revision) !== step) continue;
    const fault = beliefFault(before(standing, step.revision), step, given);
    if (fault === null || beliefFault(before(loaded, step.revision), step, given) !== null) continue;
    return { revision: step.revision, fault };
  }
  return null;
}

/** Fault of a change from which a later loaded revision could not follow. */
function follows(revision: number, fault: string): string {
  return `revision ${revision}, which is loaded, could not follow: ${fault}`;
}

/** A correction keeps the fields of the course, because later revisions followed from them. */
function correctionFault(released: BeliefRow, step: BeliefRow): string | null {
  const fields = ['observed_at', 'direction', 'status', 'validity', 'external_state'] as const;
  const changed = fields.filter((field) => released[field] !== step[field]);
  return changed.length === 0 ? null : `a correction cannot change ${changed.join(', ')}`;
}

/** Only the file can be at fault: what is loaded has been judged, and is again where the file changes what it follows. */
function checkPart(isIntent: boolean, rows: readonly PartRow[], faults: Faults): void {
  const loaded = courseOf(rows.filter(({ line }) => line === null));
  const standing = courseOf(rows);
  const faultOf = (course: Course<PartRow>, step: PartRow): string | null => {
    const steps = before(course, step.revision);
    return isIntent
      ? intentFault(
          steps.map(({ status }) => status),
          step.status,
        )
      : conditionFault(steps, step);
  };
  const after = before(standing, Infinity);
  for (const [index, step] of after.entries()) {
    const fault = faultOf(standing, step);
    if (fault === null) continue;
    const cause = after.slice(0, index + 1).findLast(({ line }) => line !== null);
    if (cause === undefined || (step.line === null && faultOf(loaded, step) !== null)) continue;
    const what = step.line === null ? follows(step.revision, fault) : fault;
    faults.add({ line: cause.line ?? 0, field: 'status' }, what, fix);
  }
}
