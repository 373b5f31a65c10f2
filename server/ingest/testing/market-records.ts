// The records of the fictional market: one listing with everything that can be recorded, its neighbour, and a company without a listing.
import type { Fields } from './market.ts';

export const companyId = '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1faa';

export const cast: readonly Fields[] = [
  { type: 'source', source_id: 'letters', kind: 'letter', name: 'Quarry Letters', url: 'https://letters.example/' },
  { type: 'person', person_id: 'p:ada', name: 'Ada Quill', handle: 'adaq' },
  { type: 'person', person_id: 'p:bert', name: 'Bert Oaks', handle: null },
  { type: 'person', person_id: 'p:cora', name: 'Cora Lind', handle: null },
  { type: 'entity', kind: 'listing', ticker: 'NWTB', name: 'Northwater', exchange: 'NYSE', cik: '0000000042' },
  { type: 'entity', kind: 'listing', ticker: 'SPRK', name: 'Sparkline', exchange: null, cik: '0000000043' },
  { type: 'entity', kind: 'company', entity_id: companyId, name: 'Private Docks' },
  ...['NWTB', 'SPRK'].map((ticker) => ({
    type: 'industry',
    ticker,
    sic: '3511',
    sic_title: 'TURBINES',
    filed_on: '2021-02-01',
    source: 'a filing',
  })),
  { type: 'split', ticker: 'NWTB', effective_session: '2021-01-04', numerator: 1, denominator: 1 },
];

/** One captured letter with a citation for each of its sentences. */
function letter(id: string, observedAt: string, places: readonly string[]): Fields[] {
  const quote = (place: string): string => `${id} says ${place} at length.`;
  const evidence = {
    type: 'evidence',
    evidence_id: `e:${id}`,
    source_id: 'letters',
    url: `https://letters.example/${id}`,
    title: `Letter ${id}`,
    author_name: 'Ada Quill',
    published_on: '2021-03-01',
    observed_at: observedAt,
    capture: places.map(quote).join(' '),
    verification: 'verified',
  };
  const cited = places.map((place, index) => ({
    type: 'citation',
    citation_id: `c:${id}:${place}`,
    evidence_id: `e:${id}`,
    locator: { kind: 'text_quote', exact: quote(place), ...(index > 0 && { prefix: 'at length. ' }) },
  }));
  return [evidence, ...cited];
}

type View = { id: string; about: Fields; direction: string; observedAt: string; more?: Fields };

/** A belief with one revision, one claim in each role and one condition. */
function view({ id, about, direction, observedAt, more = {} }: View): Fields[] {
  const part = (kind: string): Fields => ({ type: kind, belief_id: `b:${id}`, revision: 1 });
  return [
    ...letter(id, observedAt, ['summary', 'support', 'risk', 'condition']),
    { type: 'belief', belief_id: `b:${id}`, person_id: `p:${id.replace('spark-', '')}`, subject: about },
    {
      ...part('revision'),
      observed_at: observedAt,
      direction,
      status: 'active',
      summary: `What ${id} holds.`,
      source_citation_id: `c:${id}:summary`,
      validity: 'conditions_supported',
      external_state: 'clear',
      blockers: [],
      ...more,
    },
    {
      ...part('claim'),
      claim_id: `cl:${id}:s`,
      role: 'support',
      statement: `Support of ${id}.`,
      citation_id: `c:${id}:support`,
    },
    {
      ...part('claim'),
      claim_id: `cl:${id}:r`,
      role: 'risk',
      statement: `Risk of ${id}.`,
      citation_id: `c:${id}:risk`,
    },
    {
      ...part('condition'),
      condition_id: `k:${id}`,
      kind: 'catalyst',
      statement: `Catalyst of ${id}.`,
      status: 'pending',
      expected_by: '2021-12-31T00:00:00Z',
      citation_id: `c:${id}:condition`,
    },
  ];
}

const ofAda = (kind: string): Fields => ({ type: kind, belief_id: 'b:ada', revision: 1 });
const intent = { action: 'buy', basis: 'recommendation', time_context: 'current', instrument: 'equity' };
const note = (id: string, kind: string, cited: string | null): Fields => ({
  ...ofAda('note'),
  note_id: `n:${id}`,
  kind,
  statement: `Note ${id}.`,
  provenance: cited === null ? 'service_derived' : 'author_stated',
  citation_id: cited,
});

export const subject: readonly Fields[] = [
  ...view({
    id: 'ada',
    about: { ticker: 'NWTB' },
    direction: 'bullish',
    observedAt: '2021-03-10T15:00:00Z',
    more: {
      blockers: ['A blocker of ada.'],
      confidence: 'high',
      horizon: { text: 'Two years', until_on: '2023-03-10' },
      investment_case: { paragraphs: [{ text: 'The case of ada.', citation_ids: ['c:more:case'] }] },
    },
  }),
  ...letter('more', '2021-03-10T15:00:00Z', ['case', 'intent', 'target', 'note', 'context']),
  {
    ...ofAda('claim'),
    claim_id: 'cl:ada:c',
    role: 'context',
    statement: 'Context of ada.',
    citation_id: 'c:more:context',
  },
  {
    ...ofAda('intent'),
    observation_id: 'i:ada',
    ...intent,
    position_actor: { kind: 'author_personal', name: null },
    additional_intents: [{ ...intent, action: 'trim', conditions: [], citation_ids: ['c:more:intent'] }],
    methodology_version: 'belief-author-intent-v3',
    status: 'current',
    conditions: [{ statement: 'Only below 45.', citation_ids: ['c:more:intent'] }],
    citation_ids: ['c:more:intent'],
  },
  {
    ...ofAda('target'),
    target_id: 't:ada',
    low: '60',
    high: '70',
    currency: 'USD',
    stated_on: '2021-03-10',
    horizon: { text: 'Next year', until_on: '2022-12-31' },
    price_when_stated: '41.00',
    conditions: ['Orders hold.'],
    citation_id: 'c:more:target',
  },
  note('change', 'change', 'c:more:note'),
  note('history', 'comparable_history', 'c:more:note'),
  note('unknown', 'unknown', null),
  ...view({ id: 'bert', about: { ticker: 'NWTB' }, direction: 'bearish', observedAt: '2021-04-12T15:00:00Z' }),
  ...view({ id: 'cora', about: { entity_id: companyId }, direction: 'bullish', observedAt: '2021-04-20T15:00:00Z' }),
];

export const neighbour: readonly Fields[] = view({
  id: 'spark-bert',
  about: { ticker: 'SPRK' },
  direction: 'bullish',
  observedAt: '2021-05-03T15:00:00Z',
});
