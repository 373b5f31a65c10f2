// What a brief must say about a ticker at a cutoff, worked out from the raw files alone, as flat field names and values.
import { beliefsAt, counts, personAt, viewsOf } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import { chartOf, confirmation, expectedSession, knownAt, lastDate, markOf } from './own-marks.ts';
import type { Mark, Series } from './own-marks.ts';
import { relatedTo } from './own-relations.ts';
import { priceFileOf } from './raw-files.ts';
import type { RawData, Session } from './raw-files.ts';

export type Value = string | number | null;
/** `null` for a ticker that is not covered at the cutoff; then there is nothing to compare but the 404. */
export type Expected = { brief: Map<string, Value> | null; marks: Map<string, Map<string, Value>> };
/** What is the same for every ticker at one cutoff. */
export type Moment = { raw: RawData; cutoff: string; beliefs: Belief[]; benchmark: Series };

const DIRECTIONS = ['bullish', 'bearish'] as const;
const WORST = ['current', 'stale', 'unverified'];

export function momentOf(raw: RawData, cutoff: string, benchmarkTicker = 'SPY'): Moment {
  const benchmark = knownAt(priceFileOf(raw.priceFiles, benchmarkTicker), raw.sessions, cutoff);
  return { raw, cutoff, beliefs: beliefsAt(raw.statements, cutoff), benchmark };
}

export function expectedOf(ticker: string, moment: Moment): Expected {
  const { raw, cutoff, beliefs, benchmark } = moment;
  const { sessions } = raw;
  const own = beliefs.filter((belief) => belief.ticker === ticker);
  const related = relatedTo(ticker, raw.securities, beliefs, cutoff);
  if (own.length === 0 && related.related.length === 0) return { brief: null, marks: new Map() };
  const security = knownAt(priceFileOf(raw.priceFiles, ticker), sessions, cutoff);
  const marks = new Map(own.map((belief) => [belief.id, markOf(belief, { sessions, security, benchmark, cutoff })]));
  const views = viewsOf(own);
  const brief = new Map<string, Value>([
    ['as_of', cutoff],
    ['security.ticker', ticker],
    ['security.name', nameOf(ticker, raw)],
    ['coverage.released_record_count', own.length],
    ['coverage.returned_view_count', views.length],
    ['coverage.omitted_record_count', own.length - views.length],
    ...viewFields(views, moment),
    ...tradeFields(own, marks),
    ...priceFields(security, moment),
    ...(own.length === 0 ? [['chart', null] as [string, Value]] : chartFields(views, marks, security, benchmark)),
    ['related.basis', related.basis],
    ['related.count', related.related.length],
    ['related.omitted', related.omitted],
    ...related.related.flatMap(({ belief, relationship }, i): [string, Value][] => [
      [`related[${i}].belief_id`, belief.id],
      [`related[${i}].ticker`, belief.ticker],
      [`related[${i}].relationship`, relationship],
    ]),
  ]);
  return { brief, marks: new Map([...marks].map(([id, mark]) => [id, markFields(mark)])) };
}

function nameOf(ticker: string, raw: RawData): string {
  const recorded = raw.securities.find((security) => security.ticker === ticker)?.name;
  return (
    recorded ??
    raw.statements.find((statement) => statement.ticker === ticker && statement.securityName)?.securityName ??
    ticker
  );
}

function viewFields(views: readonly Belief[], { raw, cutoff }: Moment): [string, Value][] {
  return views.flatMap((view, i): [string, Value][] => {
    const person = personAt(raw.statements, view.personId, cutoff);
    return [
      [`views[${i}].belief_id`, view.id],
      [`views[${i}].person.id`, view.personId],
      [`views[${i}].person.name`, person.name],
      [`views[${i}].person.handle`, person.handle],
      [`views[${i}].direction`, view.direction],
      [`views[${i}].status`, view.reversed ? 'reversed' : 'active'],
      [`views[${i}].first_observed_at`, view.firstAt],
    ];
  });
}

/** Statements assess no condition, so no setup of theirs is ever more than something to wait for. */
function tradeFields(own: readonly Belief[], marks: Map<string, Mark>): [string, Value][] {
  const counting = own.filter(counts);
  const setups = DIRECTIONS.filter((direction) => counting.some((belief) => belief.direction === direction));
  const direction = setups.length === 2 ? 'mixed' : (setups[0] ?? 'unclear');
  const mode = ['no_directional_setup', 'one_sided', 'competing_setups'][setups.length] ?? '';
  return [
    ['trade_state.action', 'WAIT'],
    ['trade_state.direction', direction],
    ['trade_state.decision_mode', mode],
    ...DIRECTIONS.map((side): [string, Value] => {
      const excesses = counting
        .filter((belief) => belief.direction === side)
        .map(({ id }) => marks.get(id)?.excessPercent ?? null);
      return [`price_confirmation.${side}`, setups.includes(side) ? confirmation(side, excesses) : null];
    }),
  ];
}

function statusOf(through: string | null, expected: string | null, sessions: readonly Session[]): string {
  if (through === null || expected === null) return 'unavailable';
  if (sessions.at(-1)?.date === expected) return 'unverified';
  return through >= expected ? 'current' : 'stale';
}

function priceFields(security: Series, { raw: { sessions }, benchmark, cutoff }: Moment): [string, Value][] {
  const expected = expectedSession(sessions, cutoff);
  const [own, spy] = [lastDate(security), lastDate(benchmark)];
  const statuses = [statusOf(own, expected, sessions), statusOf(spy, expected, sessions)];
  const ranks = statuses.map((status) => WORST.indexOf(status === 'unavailable' ? 'unverified' : status));
  const lag = sessions.filter(({ date }) => own !== null && expected !== null && date > own && date <= expected).length;
  const behind = lag === 1 ? 'delayed' : 'stale';
  return [
    ['market_price.status', statuses[0] ?? null],
    ['market_price.price', own === null ? null : (security.get(own) ?? null)],
    ['market_price.session_date', own],
    ['market_freshness.status', WORST[Math.max(...ranks)] ?? null],
    ['market_freshness.expected_session', expected],
    ['market_freshness.security_through', own],
    ['market_freshness.benchmark_through', spy],
    ['data_status.freshness', statuses[0] === 'current' ? 'current' : statuses[0] === 'stale' ? behind : 'stale'],
  ];
}

function chartFields(
  views: readonly Belief[],
  marks: Map<string, Mark>,
  security: Series,
  benchmark: Series,
): [string, Value][] {
  const entries = views.flatMap(({ id }) => marks.get(id)?.entrySession ?? []).sort();
  const chart = chartOf(security, benchmark, entries[0] ?? null);
  if (!chart) return [['chart', null]];
  return [
    ['chart.from_session', chart.from],
    ['chart.to_session', chart.to],
    ['chart.market_data_through', chart.to],
    ['chart.sampled_from_points', chart.sampledFrom],
    ['chart.points', chart.points.length],
    ...chart.points.flatMap((point, i): [string, Value][] => [
      [`chart.series[${i}].session_date`, point.session],
      [`chart.series[${i}].security_index`, point.security],
      [`chart.series[${i}].benchmark_index`, point.benchmark],
      [`chart.series[${i}].excess_return_percent`, point.excess],
    ]),
  ];
}

/** What is not measured has a state and nothing else. */
function markFields(mark: Mark): Map<string, Value> {
  if (mark.state !== 'measured') return new Map([['state', mark.state]]);
  return new Map<string, Value>([
    ['state', mark.state],
    ['entry_session', mark.entrySession],
    ['entry_price', mark.entryPrice],
    ['latest_session', mark.latestSession],
    ['latest_price', mark.latestPrice],
    ['security_percent', mark.securityPercent],
    ['benchmark_percent', mark.benchmarkPercent],
    ['excess_percent', mark.excessPercent],
  ]);
}
