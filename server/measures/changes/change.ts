// A typed change of one thing of a subject.
import type { Instant } from '../time.ts';
import type { Direction } from '../verdict/views.ts';
import type { PartKind, Publication } from './subject-state.ts';

export const changeKinds = [
  'verdict',
  'direction',
  'decision_mode',
  'price_status',
  'related_research',
  'view_opened',
  'view_updated',
  'view_strengthened',
  'view_weakened',
  'view_reversed',
  'view_ended',
  'view_corrected',
  'view_withdrawn',
  'statement_added',
  'statement_withdrawn',
  'view_validity',
  'view_external_state',
  'condition_added',
  'condition_met',
  'condition_missed',
  'condition_triggered',
  'condition_changed',
  'condition_withdrawn',
  'target_added',
  'target_changed',
  'target_withdrawn',
  'claim_added',
  'claim_changed',
  'claim_withdrawn',
  'evidence_withdrawn',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** The things that have a value at each cutoff; changes of one thing form a chain. */
export type ChangeObject =
  | 'verdict'
  | 'direction'
  | 'decision_mode'
  | 'price_status'
  | 'related_research'
  | 'view'
  | 'view_validity'
  | 'view_external_state'
  | PartKind
  | 'evidence';

export type Change = {
  readonly kind: ChangeKind;
  readonly object: ChangeObject;
  /** The id of the belief, part or evidence; null for a value of the brief itself. */
  readonly objectId: string | null;
  readonly beliefId: string | null;
  /** The revision that a change of a view opened or closed; null for everything else. */
  readonly revision: number | null;
  readonly personId: string | null;
  /** Null if the brief does not have the thing. */
  readonly before: string | null;
  readonly after: string | null;
  /** The direction of a view before and after; null for everything else. */
  readonly directionBefore: Direction | null;
  readonly directionAfter: Direction | null;
  readonly words: string | null;
  readonly isCut: boolean;
  /** The reason that was given with a withdrawal. */
  readonly reason: string | null;
  /** The observation behind a record, or the time of a withdrawal; null for a computed value. */
  readonly observedAt: Instant | null;
  /** The release that published the record, or withdrew it; null for a computed value. */
  readonly release: number | null;
  readonly citationIds: readonly string[];
};

export const noWords = { words: null, isCut: false, citationIds: [] } as const;
export const noDirection = { directionBefore: null, directionAfter: null } as const;

export function wordsOf({ words, isCut, citationIds, observedAt, release }: Publication) {
  return { words, isCut, citationIds, observedAt, release, reason: null };
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
