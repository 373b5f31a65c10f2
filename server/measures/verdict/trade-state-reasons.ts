// The sentences of the trade-state policy: its verdict, its inputs, and its reasons.
import { type PriceStatus, dataFreshness } from '../prices/price-status.ts';
import { confirmationPoints, type Setup, tradeStateCaps } from './setups.ts';
import { type Tally, isOpposedBySilence, isOutnumbered } from './trade-state-tally.ts';
import { textCaps } from '../text.ts';
import { type NotCountingReason, notCountingReasons, silentAfterDays } from './views.ts';

export const tradeStatePolicy = 'trade-state-v2';

export type Action = 'BUY' | 'WAIT' | 'AVOID';

export type ReasonsInput = {
  readonly action: Action;
  readonly setups: readonly Setup[];
  readonly tally: Tally;
  readonly priceStatus: PriceStatus;
};

/** One sentence each, in this order: verdict, price if not current, obstacles, views that do not count, confirmation. */
export function stateReasons(input: ReasonsInput): readonly string[] {
  const { setups, tally, priceStatus } = input;
  return [
    verdict(input),
    ...priceReason(priceStatus),
    ...obstacles(input),
    ...notCounting(tally),
    ...confirmation(setups, priceStatus),
  ].slice(0, tradeStateCaps.reasons);
}

function verdict({ action, setups, tally }: ReasonsInput): string {
  const { bullish, bearish, mixed, unclear } = tally.views;
  const counted =
    `Policy ${tradeStatePolicy} gives ${action} from ${count(tally.counting, 'counting view')}: ` +
    `${bullish} bullish, ${bearish} bearish, ${mixed} mixed, ${unclear} unclear.`;
  const [setup, other] = setups;
  if (setup === undefined || other !== undefined) return counted;
  const opposite = setup.direction === 'bullish' ? 'bearish' : 'bullish';
  const silent = tally.silent[opposite].views;
  return silent === 0
    ? counted
    : `${counted} On the other side ${count(silent, `${opposite} view`)} ${are(silent)} silent.`;
}

function priceReason({ status, through, expectedSession, sessionsBehind }: PriceStatus): readonly string[] {
  if (status === 'current') return [];
  if (through === null) return [`The price is ${status}.`];
  if (status === 'stale' && sessionsBehind === 1) {
    return [`The price is one session late: ${through} in place of ${expectedSession}.`];
  }
  return [`The price is ${status}; the last one is of ${through}.`];
}

/** The reasons that keep a verdict at WAIT, in one sentence. */
function obstacles(input: ReasonsInput): readonly string[] {
  if (input.action !== 'WAIT') return [];
  if (input.tally.counting === 0) return ['BUY and AVOID are withheld: no view counts.'];
  const [setup, other] = input.setups;
  const unassessed = input.tally.assessedViews === 0;
  const never = "no counting view's conditions were ever assessed, so this policy can only say WAIT";
  const found = [
    ...(other === undefined ? [] : ['bullish and bearish views both count']),
    ...(setup === undefined ? ['no counting view is bullish or bearish'] : []),
    ...(unassessed ? [never] : []),
    ...(setup === undefined || other !== undefined ? [] : oneSided(setup, input.tally)),
  ];
  const withheld = setup === undefined || other !== undefined ? 'BUY and AVOID are' : `${wished(setup)} is`;
  return [listed(`${withheld} withheld`, found)];
}

/** As many parts as a reason has room for, with the count of the others. */
function listed(lead: string, parts: readonly string[]): string {
  const whole = `${lead}: ${parts.join('; ')}.`;
  if (whole.length <= textCaps.reason) return whole;
  for (let shown = parts.length - 1; shown > 0; shown -= 1) {
    const some = `${lead}: ${parts.slice(0, shown).join('; ')}; ${parts.length - shown} more.`;
    if (some.length <= textCaps.reason) return some;
  }
  return whole;
}

const wished = ({ direction }: Setup): Action => (direction === 'bullish' ? 'BUY' : 'AVOID');

function oneSided(setup: Setup, tally: Tally): readonly string[] {
  const { direction, countingViews, supportedViews, priceConfirmation } = setup;
  const opposite = direction === 'bullish' ? 'bearish' : 'bullish';
  const { people, silent, triggeredViews } = tally;
  const forBuy = [
    ...(triggeredViews > 0
      ? [`${count(triggeredViews, 'counting view')} ${has(triggeredViews)} a triggered external state`]
      : []),
    ...(priceConfirmation === 'against' || priceConfirmation === 'unmeasured'
      ? [`price confirmation is ${priceConfirmation}`]
      : []),
  ];
  return [
    ...(supportedViews === 0 && tally.assessedViews > 0
      ? [`conditions are recorded as supported for none of ${count(countingViews, `${direction} view`)}`]
      : []),
    ...(isOutnumbered(direction, tally)
      ? [
          `${count(people[direction], 'person', 'people')} ${are(people[direction])} ${direction} and ${people.mixed} mixed`,
        ]
      : []),
    ...(isOpposedBySilence(direction, tally)
      ? [
          `${count(silent[opposite].people, 'person', 'people')} on the other side ${are(silent[opposite].people)} silent`,
        ]
      : []),
    ...(direction === 'bullish' ? forBuy : []),
  ];
}

const notCountingWords: { readonly [R in NotCountingReason]: string } = {
  invalidated: 'invalidated',
  status: 'forming, weakened or of unknown status',
  horizon: 'past their own horizon',
  silent: `not restated for more than ${silentAfterDays} days`,
};

function notCounting({ notCounting: counts }: Tally): readonly string[] {
  const named = notCountingReasons.filter((reason) => counts[reason] > 0);
  if (named.length === 0) return [];
  return [
    `Open views that do not count: ${named.map((reason) => `${counts[reason]} ${notCountingWords[reason]}`).join(', ')}.`,
  ];
}

function confirmation(setups: readonly Setup[], price: PriceStatus): readonly string[] {
  if (setups.length === 0) return [];
  const limits = `limits ${points(confirmationPoints)} and ${points(-confirmationPoints)} points`;
  const isAnyMeasured = setups.some(({ medianExcess }) => medianExcess !== null);
  if (!isAnyMeasured) {
    const isStale = dataFreshness(price) === 'stale';
    const why = isStale ? 'the price is not current' : 'no counting view has an excess over the benchmark yet';
    return [`Price confirmation is unmeasured: ${why}.`];
  }
  return [`Median excess over the benchmark since each direction (${limits}): ${setups.map(confirmed).join('; ')}.`];
}

function confirmed({ direction, priceConfirmation, medianExcess, measuredViews, countingViews, spans }: Setup): string {
  if (medianExcess === null || spans === null) return `${direction} unmeasured`;
  const sign = direction === 'bearish' ? ' sign-adjusted' : '';
  const { shortest, longest } = spans;
  const length = shortest === longest ? `${shortest}` : `${shortest} to ${longest}`;
  return (
    `${direction} ${priceConfirmation}, ${points(medianExcess)}${sign} in ${measuredViews} of ` +
    `${count(countingViews, 'view')} over ${length} sessions`
  );
}

/** Two decimals with a sign; zero has none. */
function points(value: number): string {
  const text = value.toFixed(2);
  if (Number(text) === 0) return '0.00';
  return value > 0 ? `+${text}` : text;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

const are = (number: number): string => (number === 1 ? 'is' : 'are');
const has = (number: number): string => (number === 1 ? 'has' : 'have');
