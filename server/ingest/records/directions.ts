// Since when a belief has its direction, who classified it and what it turned from: one pure step over the course.
import type { Instant } from '../../store/engine/db.ts';
import type { Direction } from './records.ts';

export type DirectionBasis = 'author_declared' | 'operator_classified' | 'unknown';

/** An instant as loaded; `isDay` if only its date is known. */
export type StatedTime = { at: Instant; isDay: boolean };

/** A revision that is not late: the direction that the belief has with it, and the one that its own words state. */
export type DirectionStep = {
  stated: StatedTime;
  direction: Direction;
  ownDirection: Direction;
  ownBasis: DirectionBasis;
  /** The revision that reverses a belief never restates its direction. */
  isReversal: boolean;
  /** Statements of one instant disagreed, which made the direction mixed. */
  isSimultaneous: boolean;
};

/** The direction of a belief with one of its revisions. */
export type DirectionFacts = {
  direction: Direction;
  basis: DirectionBasis;
  since: StatedTime;
  statedAt: Instant;
  /** The direction before, only with the revision that changed it. */
  turnedFrom: Direction | null;
  isSimultaneous: boolean;
};

/** An unclear direction has no classification. */
export function basisOf(direction: Direction, basis: DirectionBasis | undefined): DirectionBasis {
  return direction === 'unclear' ? 'unknown' : (basis ?? 'unknown');
}

/** A step gives the direction or repeats it; else it leaves the direction to an earlier one. */
export function isStatedBy(before: DirectionFacts | null, step: DirectionStep): boolean {
  return before?.direction !== step.direction || (step.ownDirection === step.direction && !step.isReversal);
}

/** Steps come in the order (observed_at, revision), without the late ones; `before` is null for the first. */
export function directionAfter(before: DirectionFacts | null, step: DirectionStep): DirectionFacts {
  const { direction, stated, isSimultaneous } = step;
  if (before === null || before.direction !== direction) {
    const basis = basisOf(direction, step.ownBasis);
    return {
      direction,
      basis,
      since: stated,
      statedAt: stated.at,
      turnedFrom: before?.direction ?? null,
      isSimultaneous,
    };
  }
  const restated = isStatedBy(before, step) ? { statedAt: stated.at, isSimultaneous } : {};
  return { ...before, turnedFrom: null, ...restated };
}

/** The direction as a revision's body keeps it. */
export function directionBody({ basis, since, statedAt, turnedFrom, isSimultaneous }: DirectionFacts): object {
  return {
    direction_basis: basis,
    direction_since: since.at,
    ...(since.isDay && { direction_since_day: true }),
    direction_stated_at: statedAt,
    ...(turnedFrom !== null && { turned_from: turnedFrom }),
    ...(isSimultaneous && { simultaneous: true }),
  };
}

type KeptDirection = {
  direction_basis?: DirectionBasis;
  direction_since?: Instant;
  direction_since_day?: true;
  direction_stated_at?: Instant;
  turned_from?: Direction;
  simultaneous?: true;
};

/** The direction that a released revision has. */
export function directionOf(direction: Direction, kept: { readonly [name: string]: unknown }): DirectionFacts {
  const body = kept as KeptDirection;
  const { direction_since: since, direction_stated_at: statedAt } = body;
  if (since === undefined || statedAt === undefined) throw new Error('a revision does not say since when it holds');
  return {
    direction,
    basis: basisOf(direction, body.direction_basis),
    since: { at: since, isDay: body.direction_since_day === true },
    statedAt,
    turnedFrom: body.turned_from ?? null,
    isSimultaneous: body.simultaneous === true,
  };
}
