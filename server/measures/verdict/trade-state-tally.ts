// Views and people by direction and standing, over every view of a listing, shown or not.
import type { SetupDirection, StateView } from './setups.ts';
import { type Direction, type NotCountingReason, directions, notCountingReasons } from './views.ts';

export type ByDirection = { readonly [D in Direction]: number };

/** Silent open views of one direction, and the people who hold them. */
export type Silent = { readonly views: number; readonly people: number };

export type Tally = {
  /** Counting views. */
  readonly counting: number;
  readonly views: ByDirection;
  /** Distinct people with a counting view of each direction. */
  readonly people: ByDirection;
  /** Open views that do not count. */
  readonly notCounting: { readonly [R in NotCountingReason]: number };
  readonly silent: { readonly bullish: Silent; readonly bearish: Silent };
  /** Counting views with a triggered external state. */
  readonly triggeredViews: number;
  /** Counting views whose conditions were ever assessed. */
  readonly assessedViews: number;
};

export type TalliedView = Pick<StateView, 'personId' | 'direction' | 'standing' | 'validity' | 'externalState'>;

export function tallyOf(all: readonly TalliedView[]): Tally {
  const counting = all.filter(({ standing }) => standing === 'counting');
  return {
    counting: counting.length,
    views: byDirection((direction) => counting.filter((view) => view.direction === direction).length),
    people: byDirection((direction) => peopleOf(counting.filter((view) => view.direction === direction))),
    notCounting: byReason((reason) => all.filter(({ standing }) => standing === reason).length),
    silent: { bullish: silentOf(all, 'bullish'), bearish: silentOf(all, 'bearish') },
    triggeredViews: counting.filter((view) => view.externalState === 'triggered').length,
    assessedViews: counting.filter((view) => view.validity !== 'unknown').length,
  };
}

/** A verdict needs more people on its side than hold back. */
export function isOutnumbered(direction: SetupDirection, { people }: Tally): boolean {
  return people[direction] <= people.mixed;
}

/** Silence does not firm up a verdict: half as many silent people on the other side withhold it. */
export function isOpposedBySilence(direction: SetupDirection, { people, silent }: Tally): boolean {
  const opposed = silent[direction === 'bullish' ? 'bearish' : 'bullish'];
  return opposed.people > 0 && 2 * opposed.people >= people[direction];
}

function silentOf(all: readonly TalliedView[], direction: Direction): Silent {
  const silent = all.filter((view) => view.standing === 'silent' && view.direction === direction);
  return { views: silent.length, people: peopleOf(silent) };
}

function peopleOf(views: readonly TalliedView[]): number {
  return new Set(views.map(({ personId }) => personId)).size;
}

export function byDirection(of: (direction: Direction) => number): ByDirection {
  return Object.fromEntries(directions.map((direction) => [direction, of(direction)])) as ByDirection;
}

function byReason(of: (reason: NotCountingReason) => number): Tally['notCounting'] {
  return Object.fromEntries(notCountingReasons.map((reason) => [reason, of(reason)])) as Tally['notCounting'];
}
