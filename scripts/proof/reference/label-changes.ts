// Changes of the labels of a trade state between two cutoffs, each with the first cause that the raw files show for it.
import type { Subject } from './own/own-subject.ts';

export const LABELS = ['action', 'mode', 'direction', 'bullish', 'bearish'] as const;
export type Label = (typeof LABELS)[number];
export type Labels = Record<Label, string>;
export type Cause = 'new word' | 'age limit' | 'price status' | 'new price' | 'unexplained';
export type Change = { asOf: string; label: Label; from: string; to: string; cause: Cause };
type At = { labels: Labels; subject: Subject };

const steps = ({ own }: Subject): number => own.reduce((sum, { revisions }) => sum + revisions.length, 0);
const counting = ({ trade }: Subject): string =>
  trade.counting
    .map(({ id }) => id)
    .sort()
    .join(' ');
const confirmationOf = ({ trade }: Subject, side: Label): string | undefined =>
  trade.setups.find(({ direction }) => direction === side)?.confirmation;

/** A price moves a confirmation, and an action by way of it; mode and direction follow from words and ages alone. */
function causeOf(label: Label, before: Subject, after: Subject): Cause {
  if (steps(before) !== steps(after)) return 'new word';
  if (counting(before) !== counting(after)) return 'age limit';
  if (label === 'mode' || label === 'direction') return 'unexplained';
  const isStatus = (before.price.freshness === 'stale') !== (after.price.freshness === 'stale');
  if (isStatus) return 'price status';
  const sides: Label[] = label === 'action' ? ['bullish', 'bearish'] : [label];
  return sides.some((side) => confirmationOf(before, side) !== confirmationOf(after, side))
    ? 'new price'
    : 'unexplained';
}

export function changesOf(before: At, after: At): Change[] {
  return LABELS.filter((label) => before.labels[label] !== after.labels[label]).map((label) => ({
    asOf: after.subject.world.cutoff,
    label,
    from: before.labels[label],
    to: after.labels[label],
    cause: causeOf(label, before.subject, after.subject),
  }));
}
