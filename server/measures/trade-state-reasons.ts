// The sentences in which the trade-state policy says what it read and what it concluded.
import type { PriceStatus } from './price-status.ts';
import { confirmationPoints, type Setup, tradeStateCaps } from './setups.ts';

export const tradeStatePolicy = 'trade-state-v1';

export type Action = 'BUY' | 'WAIT' | 'AVOID';

/** What is counted over every counting view, whatever its direction. */
export type Tally = {
  readonly counting: number;
  readonly bullish: number;
  readonly bearish: number;
  readonly undirected: number;
  readonly triggered: number;
};

export type ReasonsInput = {
  readonly action: Action;
  readonly setups: readonly Setup[];
  readonly tally: Tally;
  readonly priceStatus: Pick<PriceStatus, 'status' | 'through'>;
};

/** The conclusion with its counts, then what stands in its way, then what else was read; at most five. */
export function stateReasons(input: ReasonsInput): readonly string[] {
  const statements = input.setups.length === 1 ? oneSided(input) : [];
  const obstacles = statements.filter((statement) => statement.isObstacle);
  const others = statements.filter((statement) => !statement.isObstacle);
  const sides = input.setups.length === 2 ? input.setups.map(confirmationSentence) : [];
  return [conclusion(input), ...mode(input), ...sides, ...[...obstacles, ...others].map(({ text }) => text)].slice(
    0,
    tradeStateCaps.reasons,
  );
}

function conclusion({ action, tally }: ReasonsInput): string {
  const { counting, bullish, bearish, undirected } = tally;
  return (
    `Policy ${tradeStatePolicy} gives ${action} from ${views(counting, 'counting view')} ` +
    `(active or strengthened, and not invalidated): ${bullish} bullish, ${bearish} bearish, ${undirected} mixed or unclear.`
  );
}

function mode({ setups }: ReasonsInput): readonly string[] {
  if (setups.length === 0) return ['No counting view is bullish or bearish, so there is no directional setup.'];
  return setups.length === 2
    ? ['Bullish and bearish views both count, so the setups compete and neither decides.']
    : [];
}

type Statement = { readonly text: string; readonly isObstacle: boolean };

function oneSided(input: ReasonsInput): readonly Statement[] {
  const setup = input.setups[0];
  if (setup === undefined) return [];
  const isBuyable = setup.direction === 'bullish';
  const isUnconfirmed = setup.priceConfirmation === 'against' || setup.priceConfirmation === 'unmeasured';
  const { triggered } = input.tally;
  return [
    { text: supportSentence(setup), isObstacle: setup.supportedViews === 0 },
    {
      text: `${views(triggered, 'counting view')} ${triggered === 1 ? 'has' : 'have'} a triggered external state.`,
      isObstacle: isBuyable && triggered > 0,
    },
    { text: confirmationSentence(setup), isObstacle: isBuyable && isUnconfirmed },
    { text: priceSentence(input.priceStatus), isObstacle: isBuyable && input.priceStatus.status !== 'current' },
  ];
}

function supportSentence(setup: Setup): string {
  const { countingViews, supportedViews, unassessedViews, direction } = setup;
  const all = views(countingViews, `${direction} counting view`);
  if (unassessedViews === countingViews)
    return `No view's conditions have been assessed: validity is unknown for ${all}.`;
  if (supportedViews === 0) return `Conditions are recorded as supported for none of ${all}.`;
  return `Conditions are recorded as supported for ${supportedViews} of ${all}.`;
}

function confirmationSentence(setup: Setup): string {
  const { direction, priceConfirmation, medianExcess, measuredViews, countingViews } = setup;
  const all = views(countingViews, `${direction} counting view`);
  if (medianExcess === null) {
    return `Price confirmation of the ${direction} setup is unmeasured: none of ${all} has a measured excess over the benchmark.`;
  }
  const sign = direction === 'bearish' ? ', sign-adjusted for a bearish setup,' : '';
  return (
    `Price confirmation of the ${direction} setup is ${priceConfirmation}: the median excess over the benchmark` +
    `${sign} is ${points(medianExcess)} points in ${measuredViews} of ${all} (limits ${points(confirmationPoints)} and ${points(-confirmationPoints)}).`
  );
}

function priceSentence({ status, through }: ReasonsInput['priceStatus']): string {
  return through === null ? `The price is ${status}.` : `The price is ${status} through ${through}.`;
}

/** Two decimals with a sign; what rounds to nothing has none. */
function points(value: number): string {
  const text = value.toFixed(2);
  if (Number(text) === 0) return '0.00';
  return value > 0 ? `+${text}` : text;
}

function views(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
