// What a right service answers about the two companies of own-answers.test.ts, written by hand.
import { beliefId } from './own-beliefs.ts';
import { dayOf } from './test-world.ts';

export const own = beliefId('r');
export const peer = beliefId('peer');
const cutoff = `${dayOf(4)}T21:00:00.000Z`;
const noon = (day: number): string => `${dayOf(day)}T12:00:00.000Z`;
const person = { id: 'r', name: 'r', handle: null };

export function thesisByHand() {
  const none = { security_change_percent: null, benchmark_change_percent: null, excess_change_percent: null };
  return {
    belief_id: own,
    revisions: [{ move: 'initiated', observed_at: noon(2) }],
    since_inception_mark: {
      status: 'measured',
      reason: null,
      entry: { session_date: dayOf(2), price: 12, benchmark_price: 50 },
      latest: { session_date: dayOf(4), price: 18, benchmark_price: 50 },
      security_change_percent: 50,
      benchmark_change_percent: 0,
      excess_change_percent: 50,
    },
    outcomes: [21, 63, 126, 252].map((horizon_sessions) => ({
      horizon_sessions,
      status: 'pending',
      reason: null,
      entry_session: dayOf(2),
      exit_session: null,
      ...none,
    })),
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
    from_session: dayOf(2),
    to_session: dayOf(4),
    market_data_through: dayOf(4),
    sampled_from_points: 3,
    series: [point(2, 100), point(3, 125), point(4, 150)],
    markers: [marker],
    omitted_marker_count: 0,
  };
}

/** The close of day 4 is the cutoff, so that its price is known; what is expected an hour after a close is day 3. */
function marketByHand() {
  return {
    data_status: {
      freshness: 'current',
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

export function fullByHand() {
  return {
    as_of: cutoff,
    security: { ticker: 'AAA', name: 'AAA' },
    coverage: { released_record_count: 1, returned_view_count: 1, omitted_record_count: 0 },
    views: [{ belief_id: own, person, direction: 'bullish', status: 'active', first_observed_at: noon(2) }],
    trade_state: {
      action: 'WAIT',
      direction: 'bullish',
      decision_mode: 'one_sided',
      setups: [{ direction: 'bullish', price_confirmation: 'working' }],
    },
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
  };
  const pagination = { next_cursor: null, next_page_url: null };
  return { body: { as_of: cutoff, data: { beliefs: [belief] }, pagination }, next: null };
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
