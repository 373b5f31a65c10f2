// Changes of one view: the chain of its steps, its assessment, and its claims, conditions and targets.
import { type Change, type ChangeKind, compare, noDirection, noWords, wordsOf } from './change.ts';
import type { GoneStep, Move, Part, PartKind, Step, SubjectDifference, ViewState } from './subject-state.ts';

/** The value of a view: null without such a view. */
type ViewValue = Pick<ViewState, 'direction' | 'status'> | null;

/** One belief with everything of it that differs. */
export type Story = Pick<SubjectDifference, 'gonePartRows'> & {
  beliefId: string;
  before: ViewState | null;
  after: ViewState | null;
  came: readonly Step[];
  gone: readonly GoneStep[];
  partsBefore: readonly Part[];
  partsAfter: readonly Part[];
  reason: string | null;
};

export function changesOfView(story: Story): Change[] {
  return [...stepChanges(story), ...assessmentChanges(story), ...partChanges(story)];
}

const kindOfMove: Record<Move, ChangeKind> = {
  initiated: 'view_opened',
  updated: 'view_updated',
  strengthened: 'view_strengthened',
  weakened: 'view_weakened',
  reversed: 'view_reversed',
  closed: 'view_ended',
  none: 'statement_added',
};

/**
 * The chain of a view. Each added revision moves the value where it becomes the newest one. What was withdrawn comes
 * last, so that the last change always ends at the value of the later cutoff.
 */
function stepChanges(story: Story): Change[] {
  const { before, after, came, gone } = story;
  if (after === null) return before === null ? [] : [viewWithdrawn(story, before)];
  const replaced = new Set(gone.map(({ revision }) => revision));
  const added = new Set(came.map(({ revision }) => revision));
  const withdrawn = gone.filter(({ revision }) => !added.has(revision));
  let newest: ViewState | null = before;
  const steps = came.toSorted(inCourse).map((step): Change => {
    const from = newest;
    if (newest === null || inCourse(newest, step) <= 0) newest = step;
    const kind = replaced.has(step.revision) ? 'view_corrected' : kindOfMove[step.move];
    return { ...viewChange(step, from, newest), kind, revision: step.revision, ...wordsOf(step) };
  });
  const last = withdrawn.toSorted((a, b) => a.release - b.release || a.revision - b.revision);
  const ended = last.map((row): Change => {
    return {
      ...viewChange(after, newest, newest),
      kind: 'statement_withdrawn',
      revision: row.revision,
      ...noWords,
      reason: null,
      observedAt: row.closedAt,
      release: row.release,
    };
  });
  return endingAt([...steps, ...ended], after);
}

function inCourse(
  a: Pick<ViewState, 'countsFrom' | 'revision'>,
  b: Pick<ViewState, 'countsFrom' | 'revision'>,
): number {
  return compare(a.countsFrom, b.countsFrom) || a.revision - b.revision;
}

function viewChange({ beliefId, personId }: Pick<ViewState, 'beliefId' | 'personId'>, from: ViewValue, to: ViewValue) {
  return {
    object: 'view',
    objectId: beliefId,
    beliefId,
    personId,
    before: from?.status ?? null,
    after: to?.status ?? null,
    directionBefore: from?.direction ?? null,
    directionAfter: to?.direction ?? null,
  } as const;
}

function endingAt(chain: readonly Change[], { status, direction }: ViewState): Change[] {
  return chain.map((change, place) =>
    place === chain.length - 1 ? { ...change, after: status, directionAfter: direction } : change,
  );
}

function viewWithdrawn({ gone, reason }: Story, before: ViewState): Change {
  const last = gone.toSorted((a, b) => a.release - b.release).at(-1);
  return {
    ...viewChange(before, before, null),
    kind: 'view_withdrawn',
    revision: last?.revision ?? null,
    ...noWords,
    reason,
    observedAt: last?.closedAt ?? null,
    release: last?.release ?? null,
  };
}

/** The assessment of a view's conditions. A missing view, like one that was never assessed, is unknown. */
function assessmentChanges({ before, after }: Story): Change[] {
  const shown = after ?? before;
  if (shown === null) return [];
  const fields = [
    ['view_validity', 'validity'],
    ['view_external_state', 'externalState'],
  ] as const;
  return fields.flatMap(([object, field]): Change[] => {
    const [old, now] = [before?.[field] ?? 'unknown', after?.[field] ?? 'unknown'];
    if (old === now) return [];
    const behind =
      after === null
        ? { ...noWords, reason: null, observedAt: null, release: null }
        : { ...wordsOf(after), words: null };
    return [
      {
        ...viewChange(shown, null, null),
        kind: object,
        object,
        revision: after?.revision ?? null,
        ...behind,
        before: old,
        after: now,
      },
    ];
  });
}

function partChanges({ partsBefore, partsAfter, gonePartRows }: Story): Change[] {
  const old = new Map(partsBefore.map((part) => [partKey(part), part]));
  const now = new Map(partsAfter.map((part) => [partKey(part), part]));
  const closed = new Map(gonePartRows.map((row) => [partKey(row), row]));
  const keys = [...new Set([...old.keys(), ...now.keys()])].toSorted(compare);
  return keys.flatMap((key): Change[] => {
    const [before, after] = [old.get(key), now.get(key)];
    const shown = after ?? before;
    if (shown === undefined || isSamePart(before, after)) return [];
    const gone = closed.get(key);
    const behind =
      after === undefined
        ? { ...noWords, reason: null, observedAt: gone?.closedAt ?? null, release: gone?.release ?? null }
        : wordsOf(after);
    return [
      {
        kind: kindOfPart(shown.kind, before, after),
        object: shown.kind,
        objectId: shown.partId,
        beliefId: shown.beliefId,
        revision: null,
        personId: shown.personId,
        before: before?.value ?? null,
        after: after?.value ?? null,
        ...noDirection,
        ...behind,
      },
    ];
  });
}

function partKey({ kind, partId }: Pick<Part, 'kind' | 'partId'>): string {
  return `${kind} ${partId}`;
}

/** Equal in value and words; a restated part with both the same is not a change. */
function isSamePart(before: Part | undefined, after: Part | undefined): boolean {
  return before?.value === after?.value && before?.words === after?.words;
}

function kindOfPart(kind: PartKind, before: Part | undefined, after: Part | undefined): ChangeKind {
  if (after === undefined) return `${kind}_withdrawn`;
  const { value } = after;
  const isDecided = kind === 'condition' && before?.value !== value;
  if (isDecided && (value === 'met' || value === 'missed' || value === 'triggered')) return `condition_${value}`;
  return before === undefined ? `${kind}_added` : `${kind}_changed`;
}
