// Right answers about the two companies of own-answers.test.ts, written by hand.
import { beliefId } from '../own/own-courses.ts';
import { dayOf } from './world.ts';

export const own = beliefId('r');
export const peer = beliefId('peer');
const cutoff = `${dayOf(4)}T21:00:00.000Z`;
const noon = (day: number): string => `${dayOf(day)}T12:00:00.000Z`;
const person = { id: 'r', name: 'r', handle: null };

const directionByHand = {
  direction_since: noon(2),
  direction_last_stated_at: noon(2),
  direction_basis: 'operator_classified',
};

const markByHand = {
  status: 'measured',
  reason: null,
  entry: { session_date: dayOf(2), price: 12, benchmark_price: 50 },
  latest: { session_date: dayOf(4), price: 18, benchmark_price: 50 },
  security_change_percent: 50,
  benchmark_change_percent: 0,
  excess_change_percent: 50,
  ended: false,
};

/** Citations as any document lists them, without what the comparison does not read. */
export const citationsByHand = [{ citation_id: 'cit_r', source_url: 'https://words.example/r' }];

export function thesisByHand() {
  const none = { security_change_percent: null, benchmark_change_percent: null, excess_change_percent: null };
  const after = { direction: 'bullish', status: 'active' };
  return {
    belief_id: own,
    ...directionByHand,
    revisions: [{ move: 'initiated', late: false, observed_at: noon(2), after, citation_ids: ['cit_r'] }],
    since_inception_mark: markByHand,
    since_direction_mark: markByHand,
    entry_sessions_differ: false,
    omitted_span_count: 0,
    outcomes: [21, 63, 126, 252].map((horizon_sessions) => ({
      horizon_sessions,
      span_started_at: noon(2),
      direction: 'bullish',
      direction_held: null,
      status: 'pending',
      reason: null,
      entry_session: dayOf(2),
      exit_session: null,
      ...none,
    })),
    price_opportunity: { targets: [] },
    packet: { unknowns: [{}] },
  };
}

function activityByHand() {
  const none = { bullish: 0, bearish: 0, mixed: 0, unclear: 0 };
  return {
    opened: { ...none, bullish: 1 },
    turned: [],
    clarified_view_count: 0,
    reversed_view_count: 0,
    closed_view_count: 0,
    people: { ...none, bullish: 1 },
    not_counting: { invalidated: 0, status: 0, horizon: 0, silent: 0 },
    newest_observation_age_days: 2,
    next_dated: [],
    views: [{ belief_id: own, ...directionByHand, since_direction_mark: markByHand }],
  };
}

const point = (day: number, index: number): Record<string, unknown> => ({
  session_date: dayOf(day),
  security_index: index,
  benchmark_index: 100,
  excess_return_percent: index - 100,
});

const marker = {
  session_date: dayOf(2),
  occurred_at: noon(2),
  kind: 'initiated',
  thesis_id: own,
  person_id: 'r',
  direction: 'bullish',
};

function chartByHand() {
  return {
    from_session: dayOf(0),
    to_session: dayOf(4),
    market_data_through: dayOf(4),
    sampled_from_points: 5,
    series: [point(0, 100), point(1, 110), point(2, 120), point(3, 150), point(4, 180)],
    markers: [marker],
    omitted_marker_count: 0,
  };
}

/** The close of day 4 is the cutoff, so that its price is known; what is expected an hour after a close is day 3. */
function marketByHand() {
  return {
    data_status: {
      freshness: 'current',
      coverage: 'complete',
      latest_observation_at: noon(2),
      market_freshness: {
        status: 'current',
        expected_session: dayOf(3),
        security_through: dayOf(4),
        benchmark_through: dayOf(4),
      },
    },
    market_price: { status: 'current', reference: { price: 18, session_date: dayOf(4) } },
    chart: chartByHand(),
  };
}

function relatedByHand() {
  const relationship = 'same_industry_group';
  return {
    related_context: {
      basis: 'direct_and_related',
      related_beliefs: [{ belief_id: peer, ticker: 'BBB', relationship }],
      omitted_related_count: 0,
    },
    sector_context: {
      related: [
        {
          belief_id: peer,
          security: { ticker: 'BBB' },
          relationship,
          sic: '3576',
          sic_observed_at: `${dayOf(2)}T00:00:00.000Z`,
          person: { id: 'peer', name: 'peer' },
          direction: 'bearish',
          status: 'active',
          observed_at: noon(3),
        },
      ],
      omitted_related_count: 0,
    },
  };
}

const viewByHand = {
  belief_id: own,
  person,
  direction: 'bullish',
  status: 'active',
  summary: { text: 'Words of r.' },
  first_observed_at: noon(2),
  latest_revision_at: null,
};

export function fullByHand() {
  return {
    as_of: cutoff,
    security: { ticker: 'AAA', name: 'AAA' },
    coverage: { released_record_count: 1, returned_view_count: 1, omitted_record_count: 0 },
    views: [viewByHand],
    trade_state: {
      action: 'WAIT',
      direction: 'bullish',
      decision_mode: 'one_sided',
      reasons: [{ text: 'WAIT from 1 counting view: 1 bullish, 0 bearish, 0 mixed, 0 unclear.' }],
      setups: [{ direction: 'bullish', price_confirmation: 'working', thesis_ids: [own] }],
    },
    activity: activityByHand(),
    citations: citationsByHand,
    ...marketByHand(),
    ...relatedByHand(),
    theses: [thesisByHand()],
    omitted_thesis_count: 0,
  };
}

export function pageByHand(belief_id = own) {
  const belief = {
    belief_id,
    subject: { ticker: 'AAA' },
    person,
    direction: 'bullish',
    status: 'active',
    observed_at: noon(2),
    latest_revision_at: null,
    ...directionByHand,
  };
  const data_status = { freshness: 'current' };
  const pagination = { next_cursor: null, next_page_url: null };
  return { body: { as_of: cutoff, data: { beliefs: [belief] }, data_status, pagination }, next: null };
}

export function explainedByHand() {
  const mark = {
    state: 'measured',
    entry_session: dayOf(2),
    entry_price: 12,
    latest_session: dayOf(4),
    latest_price: 18,
    security_percent: 50,
    benchmark_percent: 0,
    excess_percent: 50,
  };
  return {
    industry: { sic: '3571', related_records: 1, related_companies: 1 },
    beliefs: [{ belief_id: own, mark }],
  };
}
