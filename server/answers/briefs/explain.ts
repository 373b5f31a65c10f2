// Inputs of a brief's numbers for the operator: the facts of the document, not rounded.
import type { BriefFacts, MeasuredBelief } from '../../documents/brief/brief-facts.ts';
import { directionOf } from '../../documents/brief/activity.ts';
import { chart } from '../../documents/brief/chart.ts';
import { tradeState } from '../../documents/brief/trade-state.ts';
import type { Mark } from '../../measures/prices/marks.ts';
import { tradeStatePolicy } from '../../measures/verdict/trade-state-reasons.ts';
import { priceReader } from '../../reads/prices.ts';
import { subjectReader } from '../../reads/subject.ts';
import type { Collection } from '../../store/engine/db.ts';
import type { Store } from '../../store/engine/engine.ts';
import { listingAt } from './ask-brief.ts';
import { overviewFacts } from './brief.ts';
import { type Moments, createMoments } from '../moment.ts';

export type ExplainRequest = { ticker: string; as_of?: string | undefined };

function explainMark(mark: Mark) {
  if (mark.state === 'unmeasured') {
    return {
      state: mark.state,
      reason: mark.reason,
      entry_session: mark.entrySession,
      entry_price: mark.entryPrice,
      benchmark_entry_price: mark.benchmarkEntry,
    };
  }
  if (mark.state !== 'measured') return mark;
  return {
    state: mark.state,
    entry_session: mark.entrySession,
    entry_price: mark.entryPrice,
    latest_session: mark.latestSession,
    latest_price: mark.latestPrice,
    benchmark_entry_price: mark.benchmarkEntry,
    benchmark_latest_price: mark.benchmarkLatest,
    security_percent: mark.securityPercent,
    benchmark_percent: mark.benchmarkPercent,
    excess_percent: mark.excessPercent,
  };
}

function explainBelief({ state, mark, sinceDirection, standing }: MeasuredBelief) {
  return {
    belief_id: state.belief_id,
    person_id: state.person_id,
    direction: state.direction,
    status: state.status,
    validity: state.validity,
    first_observed_at: state.first_observed_at,
    observed_at: state.observed_at,
    ...directionOf(state),
    standing,
    mark: explainMark(mark),
    since_direction_mark: explainMark(sinceDirection),
  };
}

function explainSetups(facts: BriefFacts) {
  return facts.trade.setups.map((setup) => ({
    direction: setup.direction,
    price_confirmation: setup.priceConfirmation,
    median_excess_percent: setup.medianExcess,
    counting_views: setup.countingViews,
    measured_views: setup.measuredViews,
  }));
}

async function facts(store: Store, moments: Moments, collection: Collection, request: ExplainRequest) {
  const { db } = store;
  const moment = await moments.at(collection, request.as_of);
  const listing = await listingAt({
    db,
    moment,
    subjects: subjectReader(priceReader()),
    subject: { ticker: request.ticker },
  });
  const read = await overviewFacts({ db, baseUrl: '', moment, maxResults: undefined }, listing);
  return { moment, security: listing.security, read };
}

/** Output of the operator's `explain` for a ticker at a cutoff. Throws `not-covered`, `as-of-in-future`. */
export async function explain(
  options: { store: Store; collection: Collection; now: () => string },
  request: ExplainRequest,
) {
  const { store, collection, now } = options;
  // Serving closes history; an inspection must not, so it reads like a replica.
  const moments = createMoments({ db: store.db, now, isReplica: true });
  const { moment, security, read } = await facts(store, moments, collection, request);
  const { cutoff, calendar } = moment;
  return {
    ticker: security.ticker,
    security_id: security.entity_id,
    as_of: cutoff.asOf,
    version: cutoff.version,
    effective_at: cutoff.effectiveAt,
    generated_at: read.generatedAt,
    sessions: {
      expected: read.price.expectedSession,
      count: calendar.sessions.length,
      covered_from: calendar.coveredFrom,
      covered_through: calendar.coveredThrough,
    },
    price: {
      status: read.price.status,
      through: read.price.through,
      sessions_behind: read.price.sessionsBehind,
      reason: read.price.reason,
      reference: read.reference,
    },
    market: read.market,
    industry: {
      sic: read.related.sic,
      related_records: read.related.total,
      related_companies: read.related.companies,
      shown: read.related.returned.map(({ state, company }) => ({
        belief_id: state.belief_id,
        ticker: company.ticker,
        relation: company.relation,
      })),
    },
    policy: tradeStatePolicy,
    setups: explainSetups(read),
    trade_state: tradeState(read),
    chart: chart(read),
    returned: read.returned.map(({ state }) => state.belief_id),
    beliefs: read.beliefs.map(explainBelief),
  };
}
