// Everything a stock brief is made of, as it was known at a cutoff: one statement for what is known of the listing, one for
// what is shown of that; the rest is measured.
import type { BriefCondition, BriefFacts, ListingRow, MeasuredBelief, PlacedMove } from '../documents/brief-facts.ts';
import type { ThesisFacts } from '../documents/thesis.ts';
import { conditionsOf } from '../documents/trade-state.ts';
import type { Calendar } from '../measures/calendar.ts';
import { type Chart, type SelectedMarkers, buildChart, chartMarkersMax, selectMarkers } from '../measures/chart.ts';
import { entrySessionOf } from '../measures/marks.ts';
import { dataFreshness, marketFreshness } from '../measures/price-status.ts';
import { type TradeState, measureTradeState } from '../measures/trade-state.ts';
import { isCounting } from '../measures/views.ts';
import type { ResolvedCutoff } from '../store/clock.ts';
import type { Cutoff, Db, Instant } from '../store/db.ts';
import { type BeliefPart, type MoveRow, beliefMoves, beliefParts, statesOfBeliefs } from '../store/read-beliefs.ts';
import { citationsOf } from '../store/read-citations.ts';
import { byPerson, peopleNamed } from '../store/read-people.ts';
import { beliefRevisions } from '../store/read-revisions.ts';
import { splitsOf } from '../store/read-splits.ts';
import { readTogether } from '../store/read.ts';
import { type PricesAtCutoff, markSince, referenceOf, statusOf } from './prices.ts';
import { type RelatedChoice, chooseRelated, statedRelated } from './related.ts';
import { splitHistoryOf } from './split-history.ts';
import { settledAt } from './settled.ts';
import type { SubjectAtCutoff } from './subject.ts';
import { measureTheses } from './theses.ts';
import { byBelief, chooseViews, idsOf } from './views.ts';

/** A listing with its beliefs measured, before any of them is chosen to be shown. */
export type ListingAtCutoff = {
  security: ListingRow;
  prices: PricesAtCutoff;
  beliefs: readonly MeasuredBelief[];
  related: RelatedChoice;
};

export function measureListing({ states, group, prices }: SubjectAtCutoff, security: ListingRow): ListingAtCutoff {
  const beliefs = states.map((state) => ({
    state,
    mark: markSince(prices, state.first_observed_at),
    counting: isCounting(state),
  }));
  return { security, prices, beliefs, related: chooseRelated(security, group) };
}

/** Which beliefs an answer may show, and which of them with the case behind them. */
export type Shown = { views: readonly MeasuredBelief[]; theses: readonly MeasuredBelief[] };

/** What was recorded for all that an answer may show, and the evidence that it cites. */
export type ShownAtCutoff = Awaited<ReturnType<typeof readShown>>;

export async function readShown(
  db: Db,
  cutoff: Cutoff,
  { security, prices, related: { chosen } }: ListingAtCutoff,
  { views, theses }: Shown,
) {
  const speakers = [...views.map(({ state }) => state.person_id), ...chosen.map(({ personId }) => personId)];
  const ids = idsOf(views);
  const isFull = theses.length > 0;
  const courses = isFull ? beliefRevisions(cutoff, idsOf(theses)) : null;
  const read = await readTogether(db, {
    parts: beliefParts(cutoff, ids),
    moves: beliefMoves(cutoff, ids),
    people: peopleNamed(cutoff, [...new Set(speakers)]),
    relatedStates: statesOfBeliefs(
      cutoff,
      chosen.map(({ beliefId }) => beliefId),
    ),
    courses,
    splits: isFull ? splitsOf(cutoff, security.entity_id) : null,
    citations: citationsOf(cutoff, {
      ids: views.map(({ state }) => state.source_citation_id),
      parts: 'parts',
      sources: [
        { name: 'moves', newest: chartMarkersMax },
        { name: 'relatedStates' },
        ...(courses === null ? [] : [{ name: 'courses' }]),
      ],
    }),
  });
  return {
    parts: byBelief(read.parts),
    moves: read.moves,
    people: byPerson(read.people),
    relatedStates: read.relatedStates,
    courses: byBelief(read.courses),
    splitHistory: splitHistoryOf(read.splits, prices),
    citations: read.citations,
  };
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

function chartOf(returned: readonly MeasuredBelief[], { calendar, security, benchmark }: PricesAtCutoff): Chart | null {
  const earliestEntrySession = earliestEntry(returned, calendar);
  return buildChart({ security: security.series, benchmark: benchmark.series, earliestEntrySession });
}

function placeMarkers(
  moves: readonly MoveRow[],
  { calendar, chart }: { calendar: Calendar; chart: Chart | null },
): SelectedMarkers<PlacedMove> {
  if (chart === null) return { markers: [], omitted: 0 };
  const placed = moves.map((move) => ({
    ...move,
    occurredAt: move.observed_at,
    sessionDate: entrySessionOf(calendar, move.observed_at),
    thesisId: move.belief_id,
  }));
  return selectMarkers(placed, chart);
}

/** Related research counts too: the answer tells how much there is, and shows some of it. */
function observedOf({ beliefs, prices, related }: ListingAtCutoff): (Instant | null)[] {
  const { security, benchmark } = prices;
  return [
    security.observedAt,
    benchmark.observedAt,
    related.observedAt,
    ...beliefs.map(({ state }) => state.observed_at),
  ];
}

/** What one form of the answer asks of the listing. */
export type BriefQuestion = {
  cutoff: ResolvedCutoff;
  viewsMax: number;
  warnings: BriefFacts['warnings'];
  links: BriefFacts['links'];
};

/** Chooses among what was read and measures it; the document is built from nothing but what this returns. */
export function briefFacts(
  listing: ListingAtCutoff,
  shown: ShownAtCutoff,
  { cutoff, viewsMax, warnings, links }: BriefQuestion,
): BriefFacts {
  const { security, prices, beliefs } = listing;
  const returned = chooseViews(beliefs, viewsMax);
  const ids = new Set(idsOf(returned));
  const parts = new Map([...shown.parts].filter(([id]) => ids.has(id)));
  const price = statusOf(prices, prices.security);
  const benchmark = statusOf(prices, prices.benchmark);
  const chart = beliefs.length === 0 ? null : chartOf(returned, prices);
  const moves = shown.moves.filter((move) => ids.has(move.belief_id));
  return {
    mode: cutoff.collection,
    asOf: cutoff.asOf,
    generatedAt: settledAt({ cutoff, calendar: prices.calendar }, observedOf(listing)),
    security,
    beliefs,
    returned,
    parts,
    people: shown.people,
    price,
    reference: referenceOf(prices.security),
    observedAssumed: prices.security.observedAssumed,
    market: marketFreshness(price, benchmark),
    freshness: dataFreshness(price),
    benchmarkKnown: prices.benchmark.latest !== null,
    trade: judge(beliefs, returned, parts, price),
    chart,
    markers: placeMarkers(moves, { calendar: prices.calendar, chart }),
    related: statedRelated(listing.related, shown.relatedStates),
    warnings,
    links,
  };
}

/** The case behind these beliefs. */
export function briefTheses(
  { prices }: ListingAtCutoff,
  { parts, courses, splitHistory }: ShownAtCutoff,
  beliefs: readonly MeasuredBelief[],
): ThesisFacts[] {
  return measureTheses({ beliefs, parts, courses, prices, splitHistory });
}
