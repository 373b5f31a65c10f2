// Everything a stock brief is made of, as it was known at a cutoff: read first, then measured.
import type { BriefCondition, BriefFacts, ListingRow, MeasuredBelief, PlacedMove } from '../documents/brief-facts.ts';
import { conditionsOf } from '../documents/trade-state.ts';
import type { Calendar } from '../measures/calendar.ts';
import { type Chart, type SelectedMarkers, buildChart, selectMarkers } from '../measures/chart.ts';
import { entrySessionOf } from '../measures/marks.ts';
import { dataFreshness, marketFreshness } from '../measures/price-status.ts';
import { type TradeState, measureTradeState } from '../measures/trade-state.ts';
import { isCounting } from '../measures/views.ts';
import type { Cutoff, Db, Instant } from '../store/db.ts';
import { type BeliefPart, beliefMoves, beliefStates } from '../store/read-beliefs.ts';
import { peopleAt } from '../store/read-people.ts';
import { type PricesAtCutoff, markSince, referenceOf, statusOf } from './prices.ts';
import { readRelated } from './related.ts';
import { chooseViews, idsOf, readParts } from './views.ts';

export type BriefQuestion = {
  security: ListingRow;
  viewsMax: number;
  warnings: BriefFacts['warnings'];
  effectiveAt: Instant | null;
  prices: PricesAtCutoff;
  links: BriefFacts['links'];
};

async function measureBeliefs(db: Db, cutoff: Cutoff, question: BriefQuestion): Promise<MeasuredBelief[]> {
  const states = await beliefStates(db, cutoff, [question.security.entity_id]);
  return states.map((state) => ({
    state,
    mark: markSince(question.prices, state.first_observed_at),
    counting: isCounting(state),
  }));
}

function judge(
  beliefs: readonly MeasuredBelief[],
  returned: readonly MeasuredBelief[],
  parts: ReadonlyMap<string, readonly BeliefPart[]>,
  price: BriefFacts['price'],
): TradeState<BriefCondition> {
  const shown = new Set(returned);
  // Returned views first and in their order, so that their theses and conditions come in the order of the document.
  const inOrder = [...returned, ...beliefs.filter((belief) => !shown.has(belief))];
  return measureTradeState({
    views: inOrder.map((belief) => ({
      beliefId: belief.state.belief_id,
      direction: belief.state.direction,
      status: belief.state.status,
      validity: belief.state.validity,
      externalState: belief.state.external_state,
      excessPercent: belief.mark.state === 'measured' ? belief.mark.excessPercent : null,
      returned: shown.has(belief),
      conditions: conditionsOf(parts.get(belief.state.belief_id) ?? []),
    })),
    priceStatus: price,
  });
}

function earliestEntry(returned: readonly MeasuredBelief[], calendar: Calendar): string | null {
  const entries = returned.flatMap(({ state }) => entrySessionOf(calendar, state.first_observed_at) ?? []);
  return entries.sort()[0] ?? null;
}

async function placeMarkers(
  db: Db,
  cutoff: Cutoff,
  { calendar, chart, returned }: { calendar: Calendar; chart: Chart | null; returned: readonly MeasuredBelief[] },
): Promise<SelectedMarkers<PlacedMove>> {
  if (chart === null) return { markers: [], omitted: 0, outsideWindow: 0 };
  const moves = await beliefMoves(db, cutoff, idsOf(returned));
  const placed = moves.map((move) => ({
    ...move,
    occurredAt: move.observed_at,
    sessionDate: entrySessionOf(calendar, move.observed_at),
    thesisId: move.belief_id,
  }));
  return selectMarkers(placed, chart);
}

/** The newest of what this state of the answer was made from: its release, its observations, the calendar's boundary. */
function settledAt(question: BriefQuestion, cutoff: Cutoff, beliefs: readonly MeasuredBelief[]): Instant {
  const { calendar, security, benchmark } = question.prices;
  const instants = [
    question.effectiveAt,
    calendar.boundaryAtOrBefore(cutoff.asOf),
    security.latest?.row.observed_at,
    benchmark.latest?.row.observed_at,
    ...beliefs.map(({ state }) => state.observed_at),
  ].filter((instant) => instant !== null && instant !== undefined);
  return instants.sort().at(-1) ?? cutoff.asOf;
}

/** Reads and measures one listing; the document is built from nothing but what this returns. */
export async function readBrief(db: Db, cutoff: Cutoff, question: BriefQuestion): Promise<BriefFacts> {
  const { prices, security } = question;
  const beliefs = await measureBeliefs(db, cutoff, question);
  const returned = chooseViews(beliefs, question.viewsMax);
  const related = await readRelated(db, cutoff, security);
  const parts = await readParts(db, cutoff, returned);
  const speakers = [...returned, ...related.returned].map(({ state }) => state.person_id);
  const price = statusOf(prices, prices.security);
  const benchmark = statusOf(prices, prices.benchmark);
  const chart =
    beliefs.length === 0
      ? null
      : buildChart({
          security: prices.security.series,
          benchmark: prices.benchmark.series,
          earliestEntrySession: earliestEntry(returned, prices.calendar),
        });
  return {
    mode: cutoff.collection,
    asOf: cutoff.asOf,
    generatedAt: settledAt(question, cutoff, beliefs),
    security,
    beliefs,
    returned,
    parts,
    people: await peopleAt(db, cutoff, [...new Set(speakers)]),
    price,
    reference: referenceOf(prices.security),
    observedAssumed: prices.security.observedAssumed,
    market: marketFreshness(price, benchmark),
    freshness: dataFreshness(price),
    benchmarkKnown: prices.benchmark.latest !== null,
    trade: judge(beliefs, returned, parts, price),
    chart,
    markers: await placeMarkers(db, cutoff, { calendar: prices.calendar, chart, returned }),
    related,
    warnings: question.warnings,
    links: question.links,
  };
}
