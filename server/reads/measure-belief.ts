// One belief measured at a cutoff: its marks, and its standing.
import type { MeasuredBelief } from '../documents/brief/brief-facts.ts';
import type { Mark, ObservationTime } from '../measures/prices/marks.ts';
import { type Standing, isFinal, standingOf } from '../measures/verdict/views.ts';
import type { Instant } from '../store/engine/db.ts';
import type { BeliefState } from '../store/known/read-beliefs.ts';
import { type PricesAtCutoff, markFrom } from './prices.ts';

export type StatedFields = Pick<BeliefState, 'direction' | 'status' | 'validity' | 'body'>;

/** The observation that opened the belief. */
export function openedBy({ first_observed_at: at, first_is_day: isDay }: BeliefState): ObservationTime {
  return { at, isDay };
}

/** The observation that gave the belief its direction. */
export function directionGivenBy({ body }: Pick<BeliefState, 'body'>): ObservationTime {
  return { at: body.direction_since, isDay: body.direction_since_day === true };
}

export function standingAt({ direction, status, validity, body }: StatedFields, asOf: Instant): Standing {
  return standingOf(
    {
      direction,
      status,
      validity,
      horizonEndsOn: body.horizon?.until_on ?? null,
      directionLastStatedAt: body.direction_stated_at,
    },
    asOf,
  );
}

/** Marks are measured when they are first read: a brief shows few of its beliefs. */
class BeliefAtPrices implements MeasuredBelief {
  readonly state: BeliefState;
  readonly standing: Standing;
  readonly #prices: PricesAtCutoff;
  #mark: Mark | undefined;
  #sinceDirection: Mark | undefined;

  constructor(state: BeliefState, prices: PricesAtCutoff) {
    this.state = state;
    this.standing = standingAt(state, prices.asOf);
    this.#prices = prices;
  }

  get mark(): Mark {
    this.#mark ??= markFrom(this.#prices, openedBy(this.state));
    return this.#mark;
  }

  get sinceDirection(): Mark {
    this.#sinceDirection ??= markFrom(this.#prices, directionGivenBy(this.state), endOf(this.state));
    return this.#sinceDirection;
  }
}

function endOf(state: BeliefState): ObservationTime | null {
  return isFinal(state) ? { at: state.moved_at, isDay: state.moved_is_day } : null;
}

export function measureBelief(state: BeliefState, prices: PricesAtCutoff): MeasuredBelief {
  return new BeliefAtPrices(state, prices);
}

/** Without any priced session. */
const unpriced: Mark = { ended: false, state: 'unmeasurable', reason: 'no_entry_price' };

export function unpricedBelief(state: BeliefState, asOf: Instant): MeasuredBelief {
  return { state, mark: unpriced, sinceDirection: unpriced, standing: standingAt(state, asOf) };
}
