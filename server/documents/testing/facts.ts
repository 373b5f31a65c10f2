// Facts for the tests of this room: one fictional listing, with overrides by name.
import type { Chart } from '../../measures/prices/chart.ts';
import type { Mark } from '../../measures/prices/marks.ts';
import { changesOf } from '../../measures/activity.ts';
import type { PriceStatus } from '../../measures/prices/price-status.ts';
import { measureTradeState } from '../../measures/verdict/trade-state.ts';
import type { BeliefPart, BeliefState, RevisionBody } from '../../store/known/read-beliefs.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import type { BriefFacts, MeasuredBelief, RelatedCompany } from '../brief/brief-facts.ts';

/** The direction of a belief that has had no other. */
export const directed: RevisionBody = {
  direction_basis: 'author_declared',
  direction_since: '2026-03-02T15:00:00.000Z',
  direction_stated_at: '2026-03-02T15:00:00.000Z',
};

export const stateOf = (given: Partial<BeliefState> = {}): BeliefState => ({
  belief_id: 'bel_1',
  entity_id: '5f0c1f4e-3a52-5b6e-9a51-2a1f6f1f7a01',
  person_id: 'mara-ellison',
  origin: 'bundle',
  first_observed_at: '2026-03-02T15:00:00.000Z',
  first_is_day: false,
  is_revised: false,
  revision: 1,
  observed_at: '2026-03-02T15:00:00.000Z',
  counts_from: '2026-03-02T15:00:00.000Z',
  is_day: false,
  moved_at: '2026-03-02T15:00:00.000Z',
  moved_is_day: false,
  direction: 'bullish',
  status: 'active',
  summary: 'Order intake covers two years of output.',
  source_citation_id: 'cit_1',
  validity: 'conditions_supported',
  external_state: 'clear',
  body: directed,
  ...given,
});

const unmoved: Mark = {
  ended: false,
  state: 'unmeasured',
  reason: 'entry_is_latest',
  entrySession: '2026-09-30',
  entryPrice: 20,
  benchmarkEntry: null,
};

export const beliefOf = (state: BeliefState): MeasuredBelief => ({
  state,
  standing: 'counting',
  mark: unmoved,
  sinceDirection: unmoved,
});

type PartFields = { kind: BeliefPart['kind']; part_id: string; body: object; revision?: number; observed_at?: string };

export const partOf = (given: PartFields): BeliefPart =>
  ({ belief_id: 'bel_1', revision: 1, observed_at: '2026-03-02T15:00:00.000Z', ...given }) as BeliefPart;

export const citationOf = (citation_id: string, given: Partial<CitationRow> = {}): CitationRow => ({
  citation_id,
  evidence_id: 'evd_1',
  locator: { kind: 'text_quote', exact: 'Order intake covers two years of output.' },
  source_id: 'src_1',
  source_type: 'letter',
  url: 'https://letters.example/nwtb-1',
  title: 'Letter to partners',
  author_name: 'Mara Ellison',
  published_at: null,
  published_on: '2026-03-01',
  observed_at: '2026-03-02T15:00:00.000Z',
  observed_is_day: false,
  content_hash: `sha256:${'0'.repeat(64)}`,
  verification: 'verified',
  removed_characters: 0,
  ...given,
});

export const companyOf = (given: Partial<RelatedCompany> = {}): RelatedCompany => ({
  entityId: '0b9d3a52-7f3e-5c1a-8d2b-6a9c1b2d3e4f',
  ticker: 'SPRK',
  name: 'Sparkline Grid',
  sic: '3511',
  sicObservedAt: '2025-02-21T00:00:00.000Z',
  relation: 'same_industry',
  ...given,
});

const current: PriceStatus = {
  status: 'current',
  expectedSession: '2026-03-03',
  through: '2026-03-03',
  sessionsBehind: 0,
  reason: 'Priced.',
};

const chart: Chart = {
  fromSession: '2026-03-02',
  toSession: '2026-03-03',
  marketDataThrough: '2026-03-03',
  sampledFromPoints: 2,
  series: ['2026-03-02', '2026-03-03'].map((sessionDate) => ({
    sessionDate,
    securityIndex: 100,
    benchmarkIndex: 100,
    excessReturnPercent: 0,
  })),
};

/** A complete, current brief of one view; nothing is limited unless the test says so. */
export function factsOf(given: Partial<BriefFacts> = {}): BriefFacts {
  const beliefs = given.beliefs ?? [beliefOf(stateOf())];
  return {
    mode: 'live',
    asOf: '2026-03-03T23:00:00.000Z',
    generatedAt: '2026-03-03T22:00:00.000Z',
    security: {
      entity_id: '5f0c1f4e-3a52-5b6e-9a51-2a1f6f1f7a01',
      kind: 'listing',
      ticker: 'NWTB',
      name: 'Northwind Turbines',
      named_as_loaded: false,
      cik: null,
    },
    beliefs,
    returned: beliefs,
    parts: new Map(),
    people: new Map([['mara-ellison', { person_id: 'mara-ellison', name: 'Mara Ellison', handle: null }]]),
    price: current,
    reference: {
      price: 41.5,
      currency: 'USD',
      sessionDate: '2026-03-03',
      providerObservedAt: '2026-03-03T21:00:00.000Z',
      source: 'Example Prices',
      observationHash: `sha256:${'1'.repeat(64)}`,
    },
    observedAssumed: false,
    priceJump: null,
    market: {
      status: 'current',
      expectedSession: '2026-03-03',
      securityThrough: '2026-03-03',
      benchmarkThrough: '2026-03-03',
      reason: 'Both are priced through the expected session.',
    },
    freshness: 'current',
    benchmarkKnown: true,
    trade: measureTradeState({ asOf: '2026-03-03T23:00:00.000Z', views: [], priceStatus: current }),
    chart,
    markers: { markers: [], omitted: 0 },
    changes: changesOf([]),
    nextDated: [],
    overdueConditions: 0,
    theses: [],
    related: { sic: '3511', returned: [], total: 0, companies: 0 },
    warnings: [],
    links: {
      self: 'http://127.0.0.1:8080/v1/brief?ticker=NWTB',
      full: 'http://127.0.0.1:8080/v1/brief?ticker=NWTB&detail=full',
      beliefs: 'http://127.0.0.1:8080/v1/beliefs?ticker=NWTB',
      checkpoint: 'http://127.0.0.1:8080/log/checkpoint?release=1',
    },
    ...given,
  };
}
