// Every optional input of the fictional market, taken away one at a time, and where alone documents may then differ.
import type { Fields, Market } from './market.ts';

export type Deletion = {
  what: string;
  without: (market: Market) => Market;
  /** The fields that are absent or null then, and no others are. */
  gone?: readonly string[];
  /** The fields that say then that something is unknown, or count one less. */
  says?: readonly string[];
  /** It changes what is said of every view, not of ada's alone. */
  everyone?: true;
};

type Match = { readonly [field: string]: unknown };

const matches = (record: Fields, match: Match): boolean =>
  Object.entries(match).every(([field, value]) => record[field] === value);

const dropped =
  (match: Match) =>
  ({ records, prices }: Market): Market => ({ prices, records: records.filter((record) => !matches(record, match)) });

const changed =
  (match: Match, change: (record: Fields) => Fields) =>
  ({ records, prices }: Market): Market => ({
    prices,
    records: records.map((record) => (matches(record, match) ? change(record) : record)),
  });

/** A required field becomes null, an optional one is left out. */
const nulled = (match: Match, field: string): Deletion['without'] =>
  changed(match, (record) => ({ ...record, [field]: null }));
const absent = (match: Match, ...fields: string[]): Deletion['without'] =>
  changed(match, (record) => Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name))));

/** Of one provider, or of all. */
const withoutPrices =
  (ticker: string, provider?: string) =>
  ({ records, prices }: Market): Market => ({
    records,
    prices: prices.filter((file) => file.ticker !== ticker || (provider !== undefined && file.provider !== provider)),
  });

const plain = ({ records, prices }: Market): Market => ({
  records,
  prices: prices.map((file) => ({ ...file, plain: true })),
});

/** Every quote without the words before it. */
const unplaced = changed({ type: 'citation' }, (record) => {
  const { prefix: _before, ...locator } = record['locator'] as Fields;
  return { ...record, locator };
});

const ada = { type: 'revision', belief_id: 'b:ada' };

const ofConditions = [
  'trade_state/watch_conditions',
  'trade_state/setups/conditions',
  'conditions',
  'packet',
  'activity/next_dated',
];
const distance = ['price_opportunity/targets/current', 'price_opportunity/targets/remaining_change'];
const whyNot = ['price_opportunity/targets/proximity', 'price_opportunity/targets/reason', 'data_status/limitations'];
const marks = ['since_inception_mark', 'since_direction_mark', 'activity/views/since_direction_mark'];
const measured = [...marks, 'outcomes'];
const unmeasured = ['trade_state/setups/price_confirmation', 'trade_state/reasons', 'data_status'];
const related = ['related_context/related_beliefs', 'sector_context'];
const unrelated = ['related_context/basis', 'related_context/summary', 'related_context/limitations', 'data_status'];
const unknowns = ['packet/unknowns'];

const ofBeliefs: readonly Deletion[] = [
  { what: 'a supporting claim', without: dropped({ claim_id: 'cl:ada:s' }), gone: ['support', 'claims'] },
  { what: 'a risk claim', without: dropped({ claim_id: 'cl:ada:r' }), gone: ['risk', 'claims'] },
  {
    what: 'a claim of context',
    without: dropped({ claim_id: 'cl:ada:c' }),
    gone: ['claims'],
    says: ['omitted_claim_count'],
  },
  {
    what: 'a condition',
    without: dropped({ condition_id: 'k:ada' }),
    gone: [...ofConditions, 'packet/catalysts'],
    says: unknowns,
  },
  {
    what: "a condition's date",
    without: nulled({ condition_id: 'k:ada' }, 'expected_by'),
    gone: [
      'trade_state/setups/conditions/expected_by',
      'conditions/expected_by',
      'packet/catalysts/expected_by',
      'activity/next_dated',
    ],
  },
  { what: 'the intent', without: dropped({ observation_id: 'i:ada' }), gone: ['author_intent'] },
  {
    what: "the intent's actor",
    without: absent({ observation_id: 'i:ada' }, 'position_actor'),
    gone: ['author_intent/position_actor'],
  },
  {
    what: 'the additional intents',
    without: absent({ observation_id: 'i:ada' }, 'additional_intents'),
    gone: ['author_intent/additional_intents'],
  },
  { what: 'a note of change', without: dropped({ note_id: 'n:change' }), gone: ['packet/changes'] },
  { what: 'a note of history', without: dropped({ note_id: 'n:history' }), gone: ['packet/comparable_history'] },
  { what: 'a note of what is unknown', without: dropped({ note_id: 'n:unknown' }), gone: unknowns },
  { what: 'the investment case', without: absent(ada, 'investment_case'), gone: ['investment_case'] },
  { what: 'the confidence', without: absent(ada, 'confidence'), gone: ['confidence'], says: unknowns },
  { what: 'the horizon', without: absent(ada, 'horizon'), gone: ['horizon', 'activity/next_dated'], says: unknowns },
  {
    what: 'the blockers',
    without: changed(ada, (record) => ({ ...record, blockers: [] })),
    gone: ['condition/blockers'],
  },
  { what: 'the handle', without: nulled({ person_id: 'p:ada', type: 'person' }, 'handle'), gone: ['person/handle'] },
];

const ofTargets: readonly Deletion[] = [
  {
    what: 'the target',
    without: dropped({ target_id: 't:ada' }),
    gone: ['price_opportunity/targets'],
    says: unknowns,
  },
  ...['low', 'high'].map((edge) => ({
    what: `the target's ${edge} edge`,
    without: nulled({ target_id: 't:ada' }, edge),
    gone: [`price_opportunity/targets/${edge}`, `price_opportunity/targets/remaining_change_to_${edge}_percent`],
  })),
  {
    what: "the target's horizon",
    without: nulled({ target_id: 't:ada' }, 'horizon'),
    gone: ['price_opportunity/targets/horizon'],
  },
  {
    what: "the target's own price",
    without: nulled({ target_id: 't:ada' }, 'price_when_stated'),
    gone: ['price_opportunity/targets/price_when_stated'],
  },
  {
    what: 'the split history',
    without: dropped({ type: 'split' }),
    gone: [...distance, 'price_opportunity/targets/split_factor'],
    says: whyNot,
  },
];

const ofEntities: readonly Deletion[] = [
  {
    what: 'the name of the listing',
    without: nulled({ type: 'entity', ticker: 'NWTB' }, 'name'),
    gone: ['subject/name', 'entities/name'],
    // The one stand-in of the service, and it is said: these two fields may not be null.
    says: ['security/name', 'tickers/name', 'data_status/limitations'],
    everyone: true,
  },
  {
    what: 'the name of the company',
    without: nulled({ type: 'entity', kind: 'company' }, 'name'),
    gone: ['entity/name', 'subject/name', 'entities/name'],
    says: ['data_status/limitations'],
    everyone: true,
  },
  { what: 'the exchange', without: absent({ type: 'entity', ticker: 'NWTB' }, 'exchange') },
  {
    what: 'the CIK',
    without: absent({ type: 'entity', ticker: 'NWTB' }, 'cik'),
    gone: ['entities/cik', 'tickers/cik'],
  },
  { what: 'the industry code', without: dropped({ type: 'industry', ticker: 'NWTB' }), gone: related, says: unrelated },
  {
    what: "the industry code's filing",
    without: nulled({ type: 'industry', ticker: 'NWTB' }, 'filed_on'),
    gone: related,
    says: unrelated,
  },
  { what: "the industry's title", without: absent({ type: 'industry' }, 'sic_title') },
  {
    what: 'the date of publication',
    without: absent({ evidence_id: 'e:ada', type: 'evidence' }, 'published_on'),
    gone: ['citations/published_on', 'evidence/published_on'],
  },
  {
    what: "the author's name",
    without: nulled({ evidence_id: 'e:ada', type: 'evidence' }, 'author_name'),
    gone: ['citations/author_name', 'evidence/author_name'],
  },
  { what: "the source's address", without: absent({ type: 'source' }, 'url'), gone: ['sources/url', 'source/url'] },
  { what: "a quote's surroundings", without: unplaced, gone: ['citations/locator/prefix'], everyone: true },
];

const ofPrices: readonly Deletion[] = [
  { what: 'the split-adjusted close', without: plain, gone: distance, says: whyNot },
  {
    what: 'the prices',
    without: withoutPrices('NWTB'),
    gone: [
      'market_price/reference',
      'chart',
      'data_status/market_freshness/security_through',
      'price_opportunity/targets/split_factor',
      ...distance,
      ...measured,
    ],
    says: [
      ...whyNot,
      ...unmeasured,
      'market_price/status',
      ...measured.flatMap((of) => [`${of}/status`, `${of}/reason`]),
    ],
    everyone: true,
  },
  {
    what: 'the provider whose prices are quoted',
    without: withoutPrices('NWTB', 'Test feed'),
    says: ['market_price/reference/source', 'market_price/reference/observation_hash'],
    everyone: true,
  },
  { what: 'the other provider', without: withoutPrices('NWTB', 'Second feed') },
  {
    what: 'the benchmark',
    without: withoutPrices('SPY'),
    gone: [
      'chart',
      'data_status/market_freshness/benchmark_through',
      ...measured.map((of) => `${of}/benchmark_change_percent`),
      ...measured.map((of) => `${of}/excess_change_percent`),
      ...marks.flatMap((of) => [`${of}/entry/benchmark_price`, `${of}/latest/benchmark_price`]),
    ],
    says: unmeasured,
    everyone: true,
  },
];

export const deletions: readonly Deletion[] = [...ofBeliefs, ...ofTargets, ...ofEntities, ...ofPrices];
