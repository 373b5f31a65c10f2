// Policy trade-state-v2 over the counting views of a listing, and the first obstacle that keeps it from BUY or AVOID.
import type { Belief } from './own-beliefs.ts';
import { confirmation, median } from './own-marks.ts';
import type { Marks } from './own-marks.ts';
import type { Through } from './own-prices.ts';
import { counts, notCounting } from './own-views.ts';

export const DIRECTIONS = ['bullish', 'bearish', 'mixed', 'unclear'] as const;
const SIDES = ['bullish', 'bearish'] as const;
type Side = (typeof SIDES)[number];
export type Setup = { direction: Side; confirmation: string; median: number | null };
export type Trade = {
  action: 'BUY' | 'AVOID' | 'WAIT';
  direction: string;
  mode: string;
  setups: Setup[];
  counting: Belief[];
  obstacle: string | null;
};
/** Whether the conditions of a view are supported, and whether something outside has triggered: statements assess neither. */
export type Assess = (belief: Belief) => { isSupported: boolean; isTriggered: boolean };
const unassessed: Assess = () => ({ isSupported: false, isTriggered: false });

export const peopleOf = (views: readonly Belief[]): number => new Set(views.map(({ personId }) => personId)).size;
const ofDirection = (views: readonly Belief[], side: string): Belief[] =>
  views.filter(({ direction }) => direction === side);

export type Input = { own: readonly Belief[]; marks: ReadonlyMap<string, Marks>; price: Through; cutoff: string };

function setupOf(direction: Side, counting: readonly Belief[], { marks, price }: Input): Setup | null {
  const views = ofDirection(counting, direction);
  if (views.length === 0) return null;
  const excesses = views.map(({ id }) => marks.get(id)?.direction.excessPercent ?? null);
  const measured = price.freshness === 'stale' ? [] : excesses;
  return {
    direction,
    confirmation: confirmation(direction, measured),
    median: median(measured.filter((value) => value !== null)),
  };
}

type Verdict = { setup: Setup; counting: readonly Belief[]; input: Input; assessed: Assess };

/** Each limit of a one-sided verdict in the order of the policy, with whether it stands in the way. */
function obstacles({ setup, counting, input, assessed }: Verdict): [string, boolean][] {
  const { own, price, cutoff } = input;
  const side = setup.direction;
  const views = ofDirection(counting, side);
  const other = side === 'bullish' ? 'bearish' : 'bullish';
  const silent = ofDirection(own, other).filter((view) => !view.isFinal && notCounting(view, cutoff) === 'silent');
  const isBullish = side === 'bullish';
  return [
    ['no supported conditions', !views.some((view) => assessed(view).isSupported)],
    ['triggered', isBullish && counting.some((view) => assessed(view).isTriggered)],
    [`confirmation ${setup.confirmation}`, isBullish && !['working', 'mixed'].includes(setup.confirmation)],
    [`price ${price.freshness}`, isBullish && price.freshness === 'stale'],
    ['people with a mixed view', peopleOf(views) <= peopleOf(ofDirection(counting, 'mixed'))],
    ['silent views of the other side', silent.length > 0 && 2 * peopleOf(silent) >= peopleOf(views)],
  ];
}

export function tradeOf(input: Input, assessed: Assess = unassessed): Trade {
  const counting = input.own.filter((belief) => counts(belief, input.cutoff));
  const setups = SIDES.flatMap((side) => setupOf(side, counting, input) ?? []);
  const [setup, second] = setups;
  if (!setup) {
    const direction = ofDirection(counting, 'mixed').length > 0 ? 'mixed' : 'unclear';
    const obstacle = counting.length === 0 ? 'no counting view' : 'no view with a direction';
    return { action: 'WAIT', direction, mode: 'no_directional_setup', setups, counting, obstacle };
  }
  if (second)
    return {
      action: 'WAIT',
      direction: 'mixed',
      mode: 'competing_setups',
      setups,
      counting,
      obstacle: 'both directions',
    };
  const obstacle = obstacles({ setup, counting, input, assessed }).find(([, stands]) => stands)?.[0] ?? null;
  const firm = setup.direction === 'bullish' ? 'BUY' : 'AVOID';
  const action = obstacle === null ? firm : 'WAIT';
  return { action, direction: setup.direction, mode: 'one_sided', setups, counting, obstacle };
}
