// Whether the revisions, conditions and intents of a bundle file make only moves that a belief may make, from where it stands.
import { groupedBy } from '../../store/engine/grouped.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { revisionFacts, type RevisionFact } from '../../store/published/publish-lookups.ts';
import { givenRevisions, releasedParts, stagedParts, stagedRevisions } from '../../store/staged/staging-lookups.ts';
import { chunkRows } from '../../store/staged/staging.ts';
import type { BundleFacts, Lined } from './bundle-facts.ts';
import { beliefFault, conditionFault, intentFault, type BeliefStep } from '../statements/course-rules.ts';
import type { Faults } from '../files/faults.ts';
import type { Loading } from '../files/loading.ts';
import { countsFrom, dayEnd } from '../records/record-keys.ts';
import type { ConditionRecord, IntentRecord, RevisionRecord } from '../records/records.ts';

const fix = 'see the moves in /docs/operate#moves; record what happened as a further cited revision';

export async function checkCourses(loading: Loading, facts: BundleFacts, faults: Faults): Promise<void> {
  const all = [...facts.revisions, ...facts.conditions, ...facts.intents].map(({ record }) => record.belief_id);
  const beliefs = [...new Set(all)];
  for (let start = 0; start < beliefs.length; start += chunkRows) {
    const chunk = beliefs.slice(start, start + chunkRows);
    await checkRevisions(loading, { ids: chunk, of: grouped(facts.revisions, (r) => r.belief_id) }, faults);
    await checkParts(loading, chunk, { facts, faults });
  }
}

function grouped<R extends RevisionRecord | ConditionRecord | IntentRecord>(
  lined: readonly Lined<R>[],
  by: (record: R) => string,
): Map<string, Lined<R>[]> {
  const groups = groupedBy(lined, ({ record }) => by(record));
  for (const group of groups.values()) group.sort((a, b) => a.record.revision - b.record.revision);
  return groups;
}

type Steps = { ids: readonly string[]; of: Map<string, Lined<RevisionRecord>[]> };

async function checkRevisions({ db, collection }: Loading, { ids, of }: Steps, faults: Faults): Promise<void> {
  const released = await revisionFacts(
    db,
    collection,
    ids.map((id) => derivedId('belief', id)),
  );
  const given = await givenRevisions(db, collection, ids);
  const staged = (await stagedRevisions(db, collection, ids)).map((body) => JSON.parse(body) as RevisionRecord);
  for (const id of ids) {
    const standing = new Map<number, BeliefStep>();
    for (const fact of released.get(derivedId('belief', id)) ?? []) standing.set(fact.revision, releasedStep(fact));
    const releasedSteps = new Map(standing);
    for (const step of staged.filter((record) => record.belief_id === id))
      standing.set(step.revision, loadedStep(step));
    const before = new Map(standing);
    for (const { line, record } of of.get(id) ?? []) {
      const fact = releasedSteps.get(record.revision);
      const last = given.get(id) ?? 0;
      // Released and withdrawn since: it was judged when it was loaded, and is not told again.
      if (fact === undefined && record.revision <= last) continue;
      const fault =
        fact === undefined
          ? beliefFault(stepsBefore(standing, record.revision), loadedStep(record), last)
          : correctionFault(fact, loadedStep(record));
      if (fault !== null) faults.add({ line, field: 'revision' }, fault, fix);
      standing.set(record.revision, loadedStep(record));
    }
    const asked = { given: given.get(id) ?? 0, released: releasedSteps };
    const broken = brokenStep({ before, after: standing }, asked);
    const cause = of.get(id)?.findLast(({ record }) => broken !== null && record.revision < broken.revision);
    if (broken === null || cause === undefined) continue;
    faults.add({ line: cause.line, field: 'revision' }, follows(broken.revision, broken.fault), fix);
  }
}

/** Steps are in order of the instants from which they count. */
function loadedStep(record: RevisionRecord): BeliefStep {
  return { ...record, observed_at: countsFrom(record) };
}

/** A release of the same date may have let it count earlier than the end of its date. */
function releasedStep(fact: RevisionFact): BeliefStep {
  return fact.observed_as === null ? fact : { ...fact, observed_at: dayEnd(fact.observed_as) };
}

type BeliefCourse = ReadonlyMap<number, BeliefStep>;

/** The first staged step that could follow what was loaded before the file, and cannot follow what the file makes of it. */
function brokenStep(
  { before, after }: { before: BeliefCourse; after: BeliefCourse },
  { given, released }: { given: number; released: BeliefCourse },
): { revision: number; fault: string } | null {
  for (const step of after.values()) {
    if (released.has(step.revision) || before.get(step.revision) !== step) continue;
    const fault = beliefFault(stepsBefore(after, step.revision), step, given);
    if (fault === null || beliefFault(stepsBefore(before, step.revision), step, given) !== null) continue;
    return { revision: step.revision, fault };
  }
  return null;
}

/** What a file changes has to lead to what was loaded after it. */
function follows(revision: number, fault: string): string {
  return `revision ${revision}, which is loaded, could not follow: ${fault}`;
}

function stepsBefore(standing: ReadonlyMap<number, BeliefStep>, revision: number): BeliefStep[] {
  return [...standing.values()].filter((step) => step.revision < revision).sort((a, b) => a.revision - b.revision);
}

/** What the course of a belief rests on stays: other revisions followed from it. */
function correctionFault(released: BeliefStep, record: BeliefStep): string | null {
  const fields = ['observed_at', 'direction', 'status', 'validity', 'external_state'] as const;
  const changed = fields.filter((field) => released[field] !== record[field]);
  return changed.length === 0 ? null : `a correction cannot change ${changed.join(', ')}`;
}

type PartChecks = { facts: BundleFacts; faults: Faults };
/** The steps of a condition or an intent: those that are staged or released, and as they would be with those of the file. */
type Course = { loaded: Map<number, Step>; steps: Map<number, Step> };
type Step = { revision: number; line: number | null; kind: string; status: string };

async function checkParts(
  { db, collection }: Loading,
  ids: readonly string[],
  { facts, faults }: PartChecks,
): Promise<void> {
  const courses = new Map<string, Course>();
  const set = (name: string, step: Step): void => {
    const course = courses.get(name) ?? { loaded: new Map<number, Step>(), steps: new Map<number, Step>() };
    if (step.line === null) course.loaded.set(step.revision, step);
    course.steps.set(step.revision, step);
    courses.set(name, course);
  };
  const wanted = new Set(ids);
  for (const part of await releasedParts(
    db,
    collection,
    ids.map((id) => derivedId('belief', id)),
  )) {
    const course = part.kind === 'condition' ? part.part_id : String(part.body['observation_id']);
    set(course, {
      revision: part.revision,
      line: null,
      kind: String(part.body['kind'] ?? ''),
      status: String(part.body['status']),
    });
  }
  for (const { body } of await stagedParts(db, collection, ids)) {
    const record = JSON.parse(body) as ConditionRecord | IntentRecord;
    set(courseOf(record), stepOf(record, null));
  }
  for (const { line, record } of [...facts.conditions, ...facts.intents]) {
    if (wanted.has(record.belief_id)) set(courseOf(record), stepOf(record, line));
  }
  for (const [name, course] of courses) checkSteps(name, course, faults);
}

function courseOf(record: ConditionRecord | IntentRecord): string {
  return record.type === 'condition'
    ? derivedId('condition', record.condition_id)
    : derivedId('intent', record.observation_id);
}

function stepOf(record: ConditionRecord | IntentRecord, line: number | null): Step {
  return {
    revision: record.revision,
    line,
    kind: record.type === 'condition' ? record.kind : '',
    status: record.status,
  };
}

/** Only the file can be at fault: what is staged or released has been judged, and is again where the file changes what it follows. */
function checkSteps(name: string, { loaded, steps }: Course, faults: Faults): void {
  const after = inOrder(steps);
  const before = inOrder(loaded);
  for (const [index, step] of after.entries()) {
    const fault = faultAt(name, after, step);
    if (fault === null) continue;
    const cause = after.slice(0, index + 1).findLast(({ line }) => line !== null);
    if (cause === undefined || (step.line === null && faultAt(name, before, step) !== null)) continue;
    const what = step.line === null ? follows(step.revision, fault) : fault;
    faults.add({ line: cause.line ?? 0, field: 'status' }, what, fix);
  }
}

function inOrder(steps: ReadonlyMap<number, Step>): Step[] {
  return [...steps.values()].sort((a, b) => a.revision - b.revision);
}

function faultAt(name: string, course: readonly Step[], step: Step): string | null {
  const before = course.filter(({ revision }) => revision < step.revision);
  const isIntent = name.startsWith('obs_');
  if (!isIntent) return conditionFault(before, step);
  return intentFault(
    before.map(({ status }) => status),
    step.status,
  );
}
