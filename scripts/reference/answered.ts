// What the service answered, brought to the flat field names of expected.ts.
import { under } from './compare.ts';
import type { Fields, Value } from './compare.ts';

export type Json = { [key: string]: unknown };

export const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : []);
export const plain = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return value === undefined ? '(absent)' : JSON.stringify(value);
};
/** The named fields of an object, under their own names or a longer one. */
export const picked = (from: unknown, prefix: string, names: readonly string[]): Fields =>
  names.map((name) => [
    prefix === '' ? name : `${prefix}.${name}`,
    plain(name.split('.').reduce((at, key) => object(at)[key] as Json, object(from))),
  ]);

const VIEW = ['belief_id', 'person.id', 'person.name', 'person.handle', 'direction', 'status', 'first_observed_at'];
const POINT = ['session_date', 'security_index', 'benchmark_index', 'excess_return_percent'];
const MARKER = ['session_date', 'occurred_at', 'kind', 'thesis_id', 'person_id', 'direction'];
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

function chartFields(value: unknown): Fields {
  if (value === null || value === undefined) return [['chart', plain(value)]];
  const [points, markers] = [list(object(value)['series']), list(object(value)['markers'])];
  return [
    ...picked(value, 'chart', ['from_session', 'to_session', 'market_data_through', 'sampled_from_points']),
    ['chart.points', points.length],
    ...points.flatMap((point, i) => picked(point, `chart.series[${i}]`, POINT)),
    ['chart.markers', markers.length],
    ...picked(value, 'chart', ['omitted_marker_count']),
    ...markers.flatMap((marker, i) => picked(marker, `chart.markers[${i}]`, MARKER)),
  ];
}

/** The marks of `explain` by belief, where an unmeasurable one is named by its reason, and its companies of the industry. */
export function explainedFields(explained: unknown): Map<string, Value> {
  const { beliefs, industry } = object(explained);
  return new Map<string, Value>([
    ...picked(industry, 'industry', ['sic', 'related_records', 'related_companies']),
    ...list(beliefs).flatMap(({ belief_id, mark }) =>
      under(`mark[${String(belief_id).slice(0, 12)}]`, markOf(object(mark))),
    ),
  ]);
}

function markOf(mark: Json): Fields {
  const state = mark['state'] === 'unmeasurable' ? mark['reason'] : mark['state'];
  if (state !== 'measured') return [['state', plain(state)]];
  return MARK.map((name) => [name, plain(mark[name])]);
}
