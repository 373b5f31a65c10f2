// What the service answered, brought to the flat field names of expected.ts.
import type { Value } from './expected.ts';

type Json = { [key: string]: unknown };

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : []);
const plain = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return value === undefined ? '(absent)' : JSON.stringify(value);
};
const picked = (from: unknown, prefix: string, names: readonly string[]): [string, Value][] =>
  names.map((name) => [
    `${prefix}.${name}`,
    plain(name.split('.').reduce((at, key) => object(at)[key] as Json, object(from))),
  ]);

const VIEW = ['belief_id', 'person.id', 'person.name', 'person.handle', 'direction', 'status', 'first_observed_at'];
const POINT = ['session_date', 'security_index', 'benchmark_index', 'excess_return_percent'];
const MARK = [
  'state',
  'entry_session',
  'entry_price',
  'latest_session',
  'latest_price',
  'security_percent',
  'benchmark_percent',
  'excess_percent',
];

export function briefFields(body: unknown): Map<string, Value> {
  const brief = object(body);
  const price = object(brief['market_price']);
  const trade = object(brief['trade_state']);
  const related = object(brief['related_context']);
  const relatedBeliefs = list(related['related_beliefs']);
  const setup = (side: string): unknown =>
    list(trade['setups']).find(({ direction }) => direction === side)?.['price_confirmation'] ?? null;
  return new Map<string, Value>([
    ['as_of', plain(brief['as_of'])],
    ...picked(brief['security'], 'security', ['ticker', 'name']),
    ...picked(brief['coverage'], 'coverage', ['released_record_count', 'returned_view_count', 'omitted_record_count']),
    ...list(brief['views']).flatMap((view, i) => picked(view, `views[${i}]`, VIEW)),
    ...picked(trade, 'trade_state', ['action', 'direction', 'decision_mode']),
    ['price_confirmation.bullish', plain(setup('bullish'))],
    ['price_confirmation.bearish', plain(setup('bearish'))],
    ['market_price.status', plain(price['status'])],
    ['market_price.price', plain(object(price['reference'])['price'] ?? null)],
    ['market_price.session_date', plain(object(price['reference'])['session_date'] ?? null)],
    ...picked(object(brief['data_status'])['market_freshness'], 'market_freshness', [
      'status',
      'expected_session',
      'security_through',
      'benchmark_through',
    ]),
    ...picked(brief['data_status'], 'data_status', ['freshness']),
    ...chartFields(brief['chart']),
    ['related.basis', plain(related['basis'])],
    ['related.count', relatedBeliefs.length],
    ['related.omitted', plain(related['omitted_related_count'])],
    ...relatedBeliefs.flatMap((belief, i) => picked(belief, `related[${i}]`, ['belief_id', 'ticker', 'relationship'])),
  ]);
}

function chartFields(value: unknown): [string, Value][] {
  if (value === null || value === undefined) return [['chart', plain(value)]];
  const points = list(object(value)['series']);
  return [
    ...picked(value, 'chart', ['from_session', 'to_session', 'market_data_through', 'sampled_from_points']),
    ['chart.points', points.length],
    ...points.flatMap((point, i) => picked(point, `chart.series[${i}]`, POINT)),
  ];
}

/** The marks of `explain`, by belief. An unmeasurable one is named by its reason. */
export function markFields(explained: unknown): Map<string, Map<string, Value>> {
  return new Map(
    list(object(explained)['beliefs']).map(({ belief_id, mark }) => [String(belief_id), markOf(object(mark))]),
  );
}

function markOf(mark: Json): Map<string, Value> {
  const state = mark['state'] === 'unmeasurable' ? mark['reason'] : mark['state'];
  if (state !== 'measured') return new Map([['state', plain(state)]]);
  return new Map(MARK.map((name) => [name, plain(mark[name])]));
}
