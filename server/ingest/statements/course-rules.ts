// The moves that a belief, its validity, its conditions and its intent may make from one revision to the next (design: transitions).

const open = ['strengthened', 'weakened', 'reversed', 'resolved', 'abandoned'];

const statusMoves: { readonly [from: string]: readonly string[] } = {
  forming: ['active', 'abandoned'],
  active: open,
  strengthened: open,
  weakened: open,
  reversed: [],
  resolved: [],
  abandoned: [],
};

const validityMoves: { readonly [from: string]: readonly string[] } = {
  unknown: ['conditions_supported', 'needs_review'],
  conditions_supported: ['needs_review', 'invalidated'],
  needs_review: ['conditions_supported', 'invalidated'],
  invalidated: ['needs_review'],
};

/** The validities that a review may find, the present one first. */
export const validityChoices = (from: string): readonly string[] => [from, ...(validityMoves[from] ?? [])];

const conditionMoves: { readonly [from: string]: readonly string[] } = {
  pending: ['met', 'missed'],
  not_triggered: ['triggered'],
  met: [],
  missed: [],
  triggered: [],
};

const intentMoves: { readonly [from: string]: readonly string[] } = {
  not_assessed: ['current'],
  current: ['superseded'],
  superseded: [],
};

export type BeliefStep = {
  revision: number;
  observed_at: string;
  direction: string;
  status: string;
  validity: string;
  external_state: string;
};

/**
 * Fault of the next step of a belief, as a sentence, or null. `before` holds all standing steps, oldest first; `given` is
 * the last number that any step had, also a withdrawn one.
 */
export function beliefFault(before: readonly BeliefStep[], next: BeliefStep, given = 0): string | null {
  const last = before.at(-1);
  if (last === undefined) return openingFault(next);
  const newest = Math.max(last.revision, given);
  if (next.revision !== newest + 1) return `revision ${next.revision} follows revision ${newest}`;
  if (next.observed_at < last.observed_at)
    return `it is observed before revision ${last.revision} (${last.observed_at})`;
  return statusFault(before, next) ?? validityFault(last, next) ?? directionFault(last, next);
}

function openingFault(next: BeliefStep): string | null {
  if (next.revision !== 1) return 'the first revision of a belief is revision 1';
  if (!['forming', 'active', 'unknown'].includes(next.status)) return `a belief cannot open as ${next.status}`;
  return next.validity === 'invalidated' ? 'a belief cannot open as invalidated' : null;
}

function statusFault(before: readonly BeliefStep[], next: BeliefStep): string | null {
  const last = before.at(-1);
  if (last === undefined || next.status === 'unknown') return null;
  // Evidence that was lost and is found again takes a belief back to where it was.
  const known = before.findLast((step) => step.status !== 'unknown')?.status;
  if (last.status === 'unknown') {
    if (known === undefined) return openingFault({ ...next, revision: 1 });
    return next.status === known
      ? null
      : `from unknown a belief goes back to what it was (${known}), not to ${next.status}`;
  }
  if (next.status === last.status) return repeatFault(last, next);
  return statusMoves[last.status]?.includes(next.status)
    ? null
    : `a belief cannot move from ${last.status} to ${next.status}`;
}

/** An ended belief says nothing new; only what is known of its conditions may still change. */
function repeatFault(last: BeliefStep, next: BeliefStep): string | null {
  const ended = statusMoves[last.status]?.length === 0;
  const assessed = next.validity !== last.validity || next.external_state !== last.external_state;
  return ended && !assessed ? `a belief that is ${last.status} has ended` : null;
}

/** The same for a review of the conditions of a view with this status. */
export function reviewFault(status: string, last: Assessment, next: Assessment): string | null {
  const repeated = next.validity === last.validity && next.external_state === last.external_state;
  if (statusMoves[status]?.length === 0 && repeated) return `the view is ${status}, and the review changes nothing`;
  return validityFault(last, next);
}

type Assessment = Pick<BeliefStep, 'validity' | 'external_state'>;

function validityFault(last: Assessment, next: Assessment): string | null {
  if (next.validity === last.validity || validityMoves[last.validity]?.includes(next.validity)) return null;
  return `validity cannot move from ${last.validity} to ${next.validity}`;
}

function directionFault(last: BeliefStep, next: BeliefStep): string | null {
  const opposite = { bullish: 'bearish', bearish: 'bullish' }[last.direction];
  if (next.direction !== opposite || next.status === 'reversed') return null;
  return `a ${last.direction} belief does not become ${next.direction}: it ends as reversed and a new one opens`;
}

export type ConditionStep = { kind: string; status: string };

export function conditionFault(before: readonly ConditionStep[], next: ConditionStep): string | null {
  const last = before.at(-1);
  if (last === undefined) return null;
  if (next.kind !== last.kind) return `it was a ${last.kind} before: the kind of a condition does not change`;
  if (next.status === last.status || next.status === 'unknown') return null;
  const known = before.findLast((step) => step.status !== 'unknown')?.status;
  if (known === undefined || (last.status === 'unknown' && next.status === known)) return null;
  if (last.status !== 'unknown' && conditionMoves[last.status]?.includes(next.status)) return null;
  return `a condition cannot move from ${last.status} to ${next.status}`;
}

export function intentFault(before: readonly string[], next: string): string | null {
  const last = before.at(-1);
  if (last === undefined || last === next || intentMoves[last]?.includes(next)) return null;
  return `an intent cannot move from ${last} to ${next}`;
}

export type BeliefState = {
  status: string;
  direction: string;
  summary: string;
  validity: string;
  external_state: string;
};

/** The marker that a revision makes: none where only its assessment changed, or evidence was lost or found again. */
export function moveOf(last: BeliefState | undefined, next: BeliefState): string {
  if (last === undefined) return 'initiated';
  if (next.status === 'unknown' || last.status === 'unknown') return 'none';
  const sameView = next.status === last.status && next.direction === last.direction && next.summary === last.summary;
  if (sameView && (next.validity !== last.validity || next.external_state !== last.external_state)) return 'none';
  if (next.status === 'resolved' || next.status === 'abandoned') return 'closed';
  if (next.status === 'strengthened' || next.status === 'weakened' || next.status === 'reversed') return next.status;
  return 'updated';
}
