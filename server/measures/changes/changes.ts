// Typed changes of one subject between two cutoffs, as chains from each earlier value to the later one.
import type { Instant } from '../time.ts';
import { type Change, type ChangeKind, compare, noDirection, noWords } from './change.ts';
import type { BriefValues, SubjectDifference, ViewState } from './subject-state.ts';
import { type Story, changesOfView } from './view-changes.ts';

/** In the order of the contract: the brief's own values, then each view with its parts, then withdrawn evidence. */
export function changesBetween(difference: SubjectDifference): Change[] {
  const { since, until, withdrawnEvidence } = difference;
  return [...briefChanges(since.brief, until.brief), ...viewChanges(difference), ...evidenceChanges(withdrawnEvidence)];
}

const briefObjects = [
  ['verdict', 'action'],
  ['direction', 'direction'],
  ['decision_mode', 'decisionMode'],
  ['price_status', 'priceStatus'],
  ['related_research', 'relatedBasis'],
] as const satisfies readonly (readonly [ChangeKind, keyof BriefValues])[];

/** Kinds whose values follow from views; a price and an industry code cite nothing. */
const followFromViews: ReadonlySet<ChangeKind> = new Set(['verdict', 'direction', 'decision_mode']);

function briefChanges(before: BriefValues | null, after: BriefValues | null): Change[] {
  return briefObjects.flatMap(([object, field]): Change[] => {
    const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
    if (old === now) return [];
    return [
      {
        kind: object,
        object,
        objectId: null,
        beliefId: null,
        revision: null,
        personId: null,
        before: old,
        after: now,
        ...noDirection,
        ...noWords,
        citationIds: followFromViews.has(object) ? (after?.citationIds ?? []) : [],
        reason: null,
        observedAt: null,
        release: null,
      },
    ];
  });
}

/** Grouped by view, the view whose first change is oldest first. */
function viewChanges(difference: SubjectDifference): Change[] {
  const stories = storiesOf(difference).map((story) => ({
    beliefId: story.beliefId,
    changes: changesOfView(story),
  }));
  return stories
    .filter(({ changes }) => changes.length > 0)
    .toSorted((a, b) => compare(firstOf(a.changes), firstOf(b.changes)) || compare(a.beliefId, b.beliefId))
    .flatMap(({ changes }) => changes);
}

function firstOf(changes: readonly Change[]): Instant {
  return changes.reduce(
    (first, { observedAt }) => (observedAt !== null && observedAt < first ? observedAt : first),
    '9',
  );
}

function storiesOf({ since, until, came, gone, gonePartRows, withdrawnBeliefs }: SubjectDifference): Story[] {
  const [old, now] = [new Map(since.views.map(byBelief)), new Map(until.views.map(byBelief))];
  const reasons = new Map(withdrawnBeliefs.map(({ beliefId, reason }) => [beliefId, reason]));
  const ids = new Set([...old.keys(), ...now.keys()]);
  const [cameOf, goneOf, partsOld, partsNow, partsGone] = [
    grouped(came),
    grouped(gone),
    grouped(since.parts),
    grouped(until.parts),
    grouped(gonePartRows),
  ];
  return [...ids].map((beliefId) => ({
    beliefId,
    before: old.get(beliefId) ?? null,
    after: now.get(beliefId) ?? null,
    came: cameOf.get(beliefId) ?? [],
    gone: goneOf.get(beliefId) ?? [],
    partsBefore: partsOld.get(beliefId) ?? [],
    partsAfter: partsNow.get(beliefId) ?? [],
    gonePartRows: partsGone.get(beliefId) ?? [],
    reason: reasons.get(beliefId) ?? null,
  }));
}

function byBelief(view: ViewState): [string, ViewState] {
  return [view.beliefId, view];
}

function grouped<Row extends { readonly beliefId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.beliefId);
    if (group === undefined) groups.set(row.beliefId, [row]);
    else group.push(row);
  }
  return groups;
}

function evidenceChanges(withdrawals: SubjectDifference['withdrawnEvidence']): Change[] {
  return withdrawals
    .toSorted((a, b) => a.release - b.release || compare(a.evidenceId, b.evidenceId))
    .map((row) => ({
      kind: 'evidence_withdrawn',
      object: 'evidence',
      objectId: row.evidenceId,
      beliefId: row.beliefId,
      revision: null,
      personId: row.personId,
      before: null,
      after: 'withdrawn',
      ...noDirection,
      ...noWords,
      reason: row.reason,
      observedAt: row.withdrawnAt,
      release: row.release,
    }));
}
