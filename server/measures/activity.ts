// Activity: the recent changes of mind over every view of a listing, and the next dated events.
import { dateOf, endOfDate, type CalendarDate, type Instant, shiftDays } from './time.ts';
import { type ByDirection, byDirection } from './verdict/trade-state-tally.ts';
import { type Direction, directions, hasEnded } from './verdict/views.ts';

/** Days of 24 hours that end at the cutoff. */
export const activityWindowDays = 90;
const nextDatedMax = 3;

/** A revision that is not late and moved its view. */
export type ActivityMove = {
  readonly beliefId: string;
  readonly countsFrom: Instant;
  readonly move: string;
  readonly direction: Direction;
  /** The direction before; null if the revision left it unchanged. */
  readonly turnedFrom: Direction | null;
};

export type Turn = { readonly from: Direction; readonly to: Direction; readonly viewCount: number };

export type Changes = {
  readonly opened: ByDirection;
  readonly turned: readonly Turn[];
  readonly clarified: number;
  readonly reversed: number;
  readonly closed: number;
};

export function windowStart(asOf: Instant): Instant {
  return shiftDays(asOf, -activityWindowDays);
}

/** Each view counts once in each place. `moves` are those that count after the start of the window. */
export function changesOf(moves: readonly ActivityMove[]): Changes {
  const views = (of: (move: ActivityMove) => boolean): number =>
    new Set(moves.filter(of).map(({ beliefId }) => beliefId)).size;
  const turns = directions.flatMap((from) => directions.map((to) => ({ from, to })));
  return {
    opened: byDirection((direction) => views((one) => one.move === 'initiated' && one.direction === direction)),
    turned: turns
      .map(({ from, to }) => ({
        from,
        to,
        viewCount: from === 'unclear' ? 0 : views((one) => one.turnedFrom === from && one.direction === to),
      }))
      .filter(({ viewCount }) => viewCount > 0),
    clarified: views((one) => one.turnedFrom === 'unclear'),
    reversed: views((one) => one.move === 'reversed'),
    closed: views((one) => one.move === 'closed'),
  };
}

/** A condition that is still open, or the horizon of an open view. */
export type DueItem = {
  readonly kind: 'condition' | 'horizon';
  /** The instant of a condition, the last day of a horizon. */
  readonly due: Instant | CalendarDate;
  readonly statement: string;
  readonly beliefId: string;
  readonly citationId: string;
};

export type NextDue = DueItem & { readonly dueOn: CalendarDate };

/** The soonest after the cutoff; a horizon is due at the end of its last day. */
export function nextDated(dated: readonly DueItem[], asOf: Instant): readonly NextDue[] {
  return dated
    .filter(({ kind, due }) => (kind === 'condition' ? due > asOf : !hasEnded(due, asOf)))
    .map((one) => ({ ...one, dueOn: dateOf(one.due), at: one.kind === 'condition' ? one.due : endOfDate(one.due) }))
    .toSorted((a, b) => compare(sortKey(a), sortKey(b)))
    .slice(0, nextDatedMax);
}

function sortKey({ at, beliefId, kind, citationId }: DueItem & { readonly at: Instant }): string {
  return [at, beliefId, kind, citationId].join(' ');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
