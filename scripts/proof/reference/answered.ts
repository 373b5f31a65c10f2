// Answers of the service under the flat field names of expected.ts.
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

const VIEW = [
  'belief_id',
  'person.id',
  'person.name',
  'person.handle',
  'direction',
  'status',
  'first_observed_at',
  'latest_revision_at',
];
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
  return new Map<string, Value>([
    ['as_of', plain(brief['as_of'])],
    ...picked(brief['security'], 'security', ['ticker', 'name']),
    ...picked(brief['coverage'], 'coverage', ['released_record_count', 'returned_view_count', 'omitted_record_count']),
    ...list(brief['views']).flatMap((view, i): Fields => [
      ...picked(view, `views[${i}]`, VIEW),
      [`views[${i}].summary`, String(object(view['summary'])['text']).slice(0, 40)],
    ]),
    ...tradeFields(trade),
    ['market_price.status', plain(price['status'])],
    ['market_price.price', plain(object(price['reference'])['price'] ?? null)],
    ['market_price.session_date', plain(object(price['reference'])['session_date'] ?? null)],
    ...picked(object(brief['data_status'])['market_freshness'], 'market_freshness', [
      'status',
      'expected_session',
      'security_through',
      'benchmark_through',
    ]),
    ...picked(brief['data_status'], 'data_status', ['freshness', 'coverage', 'latest_observation_at']),
    ...chartFields(brief['chart']),
    ...under('activity', activityFields(object(brief['activity']), citedLinks(brief))),
    ['related.basis', plain(related['basis'])],
    ['related.count', relatedBeliefs.length],
    ['related.omitted', plain(related['omitted_related_count'])],
    ...relatedBeliefs.flatMap((belief, i) => picked(belief, `related[${i}]`, ['belief_id', 'ticker', 'relationship'])),
  ]);
}

/** The counts that the first reason names: all, then by direction. */
const COUNTS = /(\d+) counting views?: (\d+) bullish, (\d+) bearish, (\d+) mixed, (\d+) unclear/;

function tradeFields(trade: Json): Fields {
  const first = String(object(list(trade['reasons'])[0])['text'] ?? '');
  const counts = COUNTS.exec(first)?.slice(1).join(' ') ?? first;
  return [
    ...picked(trade, 'trade_state', ['action', 'direction', 'decision_mode']),
    ['trade_state.counts', counts],
    ...['bullish', 'bearish'].flatMap((side): Fields => {
      const setup = list(trade['setups']).find(({ direction }) => direction === side);
      const ids = setup?.['thesis_ids'];
      return [
        [`price_confirmation.${side}`, plain(setup?.['price_confirmation'] ?? null)],
        [`thesis_ids.${side}`, Array.isArray(ids) ? ids.map(String).sort().join(' ') : null],
      ];
    }),
  ];
}

const DIRECTIONS = ['bullish', 'bearish', 'mixed', 'unclear'];

function activityFields(activity: Json, links: ReadonlyMap<string, string>): Fields {
  const dated = list(activity['next_dated']);
  const views = list(activity['views']);
  const turned = list(activity['turned']).map(({ from, to, view_count }) => `${from} ${to} ${view_count}`);
  return [
    ...picked(activity['opened'], 'opened', DIRECTIONS),
    ['turned', turned.join(', ')],
    ...picked(activity, '', ['clarified_view_count', 'reversed_view_count', 'closed_view_count']),
    ...picked(activity['people'], 'people', DIRECTIONS),
    ...picked(activity['not_counting'], 'not_counting', ['invalidated', 'status', 'horizon', 'silent']),
    ...picked(activity, '', ['newest_observation_age_days']),
    ['next_dated', dated.length],
    ...dated.flatMap((event, i): Fields => [
      ...picked(event, `next_dated[${i}]`, ['kind', 'due_on', 'belief_id']),
      [`next_dated[${i}].statement`, plain(object(event['statement'])['text'])],
      [`next_dated[${i}].cited`, links.get(String(event['citation_id'])) ?? null],
    ]),
    ['views', views.length],
    ...views.flatMap((view, i): Fields => [
      ...picked(view, `views[${i}]`, DIRECTION),
      ...under(`views[${i}].mark`, markFields(object(view['since_direction_mark']))),
    ]),
  ];
}

const DIRECTION = ['belief_id', 'direction_since', 'direction_last_stated_at', 'direction_basis'];
const PRICE = ['session_date', 'price', 'benchmark_price'];

export function markFields(mark: Json): Fields {
  const price = (name: string): Fields => (mark[name] === null ? [[name, null]] : picked(mark[name], name, PRICE));
  return [
    ...picked(mark, '', ['status', 'reason']),
    ...price('entry'),
    ...price('latest'),
    ...picked(mark, '', ['security_change_percent', 'benchmark_change_percent', 'excess_change_percent']),
    ['ended', plain(mark['ended'])],
  ];
}

/** The link of each citation of a document by its id. */
export function citedLinks(document: Json): Map<string, string> {
  return new Map(
    list(document['citations']).map(({ citation_id, source_url }) => [String(citation_id), String(source_url)]),
  );
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
