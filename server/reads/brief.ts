// A stock brief as known at a cutoff: one statement reads the listing, one the shown records; the rest is measured.
import type {
  BriefCondition,
  BriefFacts,
  ListingRow,
  MeasuredBelief,
  PlacedMove,
} from '../documents/brief/brief-facts.ts';
import { conditionsOf } from '../documents/brief/trade-state.ts';
import type { Calendar } from '../measures/calendar.ts';
import { opposingTo } from '../documents/brief/derived-notes.ts';
import { type DueItem, changesOf, nextDated, windowStart } from '../measures/activity.ts';
import {
  type Chart,
  type SelectedMarkers,
  buildChart,
  chartMarkersMax,
  selectMarkers,
} from '../measures/prices/chart.ts';
import { entrySessionOf } from '../measures/prices/marks.ts';
import { dataFreshness, marketFreshness } from '../measures/prices/price-status.ts';
import { type ExcessSince, type TradeState, isOverdue, measureTradeState } from '../measures/verdict/trade-state.ts';
import type { ResolvedCutoff } from '../store/known/clock.ts';
import type { Db, Instant } from '../store/engine/db.ts';
import {
  type BeliefPart,
  type DatedCondition,
  beliefParts,
  datedConditions,
  statesOfBeliefs,
} from '../store/known/read-beliefs.ts';
import { citationsOf } from '../store/known/read-citations.ts';
import { byPerson, peopleNamed } from '../store/known/read-people.ts';
import { type MoveRow, beliefMoves, beliefRevisions, turnsSince } from '../store/known/read-revisions.ts';
import { splitsOf } from '../store/known/read-splits.ts';
import { readTogether } from '../store/engine/read.ts';
import { measureBelief } from './measure-belief.ts';
import { type PricesAtCutoff, referenceOf, statusOf } from './prices.ts';
import { type RelatedChoice, chooseRelated, statedRelated } from './related.ts';
import { splitHistoryOf } from './split-history.ts';
import { settledAt } from './settled.ts';
import type { SubjectAtCutoff } from './subject.ts';
import { measureTheses } from './theses.ts';
import { byBelief, chooseViews, idsOf } from './views.ts';

/** A listing with its beliefs measured, before a selection. */
export type ListingAtCutoff = {
  security: ListingRow;
  prices: PricesAtCutoff;
  beliefs: readonly MeasuredBelief[];
  related: RelatedChoice;
};

export function measureListing({ states, group, prices }: SubjectAtCutoff, security: ListingRow): ListingAtCutoff {
  const beliefs = states.map((state) => measureBelief(state, prices));
  return { security, prices, beliefs, related: chooseRelated(security, group, prices.asOf) };
}

/** The beliefs that an answer may show, and those among them with the case behind them. */
export type ShownBeliefs = { views: readonly MeasuredBelief[]; theses: readonly MeasuredBelief[] };

/** The records of all beliefs that an answer may show, and the evidence that they cite. */
export type ShownRecords = Awaited<ReturnType<typeof readShown>>;

export async function readShown(
  db: Db,
  cutoff: ResolvedCutoff,
  { security, prices, beliefs, related: { chosen } }: ListingAtCutoff,
  { views, theses }: ShownBeliefs,
) {
  const opposing = theses.flatMap((thesis) => opposingTo(thesis, beliefs)?.newest ?? []);
  const speakers = [
    ...[...views, ...opposing].map(({ state }) => state.person_id),
    ...chosen.map(({ personId }) => personId),
  ];
  const since = windowStart(cutoff.asOf);
  const ids = idsOf(views);
  const isFull = theses.length > 0;
  const courses = isFull ? beliefRevisions(cutoff, idsOf(theses)) : null;
  const read = await readTogether(db, {
    parts: beliefParts(cutoff, ids),
    moves: beliefMoves(cutoff, ids),
    turns: turnsSince(cutoff, idsOf(beliefs.filter(({ state }) => state.counts_from > since)), since),
    dated: datedConditions(cutoff, idsOf(withConditions(beliefs))),
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
    turns: read.turns,
    dated: read.dated,
    people: byPerson(read.people),
    relatedStates: read.relatedStates,
    courses: byBelief(read.courses),
    splitHistory: splitHistoryOf(read.splits, prices),
    citations: read.citations,
  };
}

/** Only a bundle records conditions, and only conditions of open views can still occur. */
function withConditions(beliefs: readonly MeasuredBelief[]): readonly MeasuredBelief[] {
  return beliefs.filter(({ state, standing }) => state.origin === 'bundle' && standing !== 'final');
}

function judge(
  beliefs: readonly MeasuredBelief[],
  returned: readonly MeasuredBelief[],
  parts: ReadonlyMap<string, readonly BeliefPart[]>,
  { price, asOf }: { price: BriefFacts['price']; asOf: Instant },
): TradeState<BriefCondition> {
  const shown = new Set(returned);
  // Returned views first and in their order, so that their theses and conditions come in the order of the document.
  const inOrder = [...returned, ...beliefs.filter((belief) => !shown.has(belief))];
  return measureTradeState({
    asOf,
    views: inOrder.map((belief) => ({
      beliefId: belief.state.belief_id,
      personId: belief.state.person_id,
      direction: belief.state.direction,
      standing: belief.standing,
      validity: belief.state.validity,
      externalState: belief.state.external_state,
      excess: belief.standing === 'counting' ? excessOf(belief) : null,
      returned: shown.has(belief),
      conditions: conditionsOf(parts.get(belief.state.belief_id) ?? [], asOf),
    })),
    priceStatus: price,
  });
}

export function excessOf({ sinceDirection: mark }: MeasuredBelief): ExcessSince | null {
  if (mark.state !== 'measured' || mark.excessPercent === null) return null;
  return { percent: mark.excessPercent, sessions: mark.sessions };
}

/** Conditions that are still open, and the horizons of open views. */
function datedOf(beliefs: readonly MeasuredBelief[], conditions: readonly DatedCondition[]): DueItem[] {
  const horizons = beliefs.flatMap(({ state, standing }): DueItem[] => {
    const { horizon } = state.body;
    if (standing === 'final' || horizon?.until_on === undefined) return [];
    const { belief_id: beliefId, source_citation_id: citationId } = state;
    return [{ kind: 'horizon', due: horizon.until_on, statement: horizon.text, beliefId, citationId }];
  });
  return [
    ...conditions.map(({ belief_id: beliefId, body }): DueItem => ({
      kind: 'condition',
      due: body.expected_by,
      statement: body.statement,
      beliefId,
      citationId: body.citation_id,
    })),
    ...horizons,
  ];
}

function placeMarkers(
  moves: readonly MoveRow[],
  { calendar, chart }: { calendar: Calendar; chart: Chart | null },
): SelectedMarkers<PlacedMove> {
  if (chart === null) return { markers: [], omitted: 0 };
  const placed = moves.map((row) => ({
    row,
    occurredAt: row.observed_at,
    sessionDate: entrySessionOf(calendar, { at: row.observed_at, isDay: row.is_day }),
    thesisId: row.belief_id,
  }));
  return selectMarkers(placed, chart);
}

/** Related research counts too: the answer reports its size and shows some of it. */
function observedOf({ beliefs, prices, related }: ListingAtCutoff): (Instant | null)[] {
  const { security, benchmark } = prices;
  return [
    security.observedAt,
    benchmark.observedAt,
    related.observedAt,
    ...beliefs.map(({ state }) => state.counts_from),
  ];
}

/** The size of one form of the answer. */
export type BriefQuestion = {
  cutoff: ResolvedCutoff;
  viewsMax: number;
  /** The number of returned views with the case behind them; 0 in an overview. */
  thesesMax: number;
  warnings: BriefFacts['warnings'];
  links: BriefFacts['links'];
};

/** Selects and measures; the document is built only from the result. */
export function briefFacts(
  listing: ListingAtCutoff,
  shown: ShownRecords,
  { cutoff, viewsMax, thesesMax, warnings, links }: BriefQuestion,
): BriefFacts {
  const { security, prices, beliefs } = listing;
  const returned = chooseViews(beliefs, viewsMax);
  const ids = new Set(idsOf(returned));
  const parts = new Map([...shown.parts].filter(([id]) => ids.has(id)));
  const price = statusOf(prices, prices.security);
  const benchmark = statusOf(prices, prices.benchmark);
  const { asOf } = cutoff;
  const chart = buildChart({ security: prices.security.series, benchmark: prices.benchmark.series });
  const moves = shown.moves.filter((move) => ids.has(move.belief_id));
  return {
    mode: cutoff.collection,
    asOf,
    generatedAt: settledAt({ cutoff, calendar: prices.calendar }, observedOf(listing)),
    security,
    beliefs,
    returned,
    parts,
    people: shown.people,
    price,
    reference: referenceOf(prices.security),
    observedAssumed: prices.security.observedAssumed,
    priceJump: prices.security.jump,
    market: marketFreshness(price, benchmark),
    freshness: dataFreshness(price),
    benchmarkKnown: prices.benchmark.latest !== null,
    trade: judge(beliefs, returned, parts, { price, asOf }),
    chart,
    markers: placeMarkers(moves, { calendar: prices.calendar, chart }),
    changes: changesOf(
      shown.turns.map((turn) => ({
        beliefId: turn.belief_id,
        countsFrom: turn.counts_from,
        move: turn.move,
        direction: turn.direction,
        turnedFrom: turn.turned_from,
      })),
    ),
    nextDated: nextDated(datedOf(beliefs, shown.dated), asOf),
    overdueConditions: shown.dated.filter(({ body }) =>
      isOverdue({ status: body.status, expectedBy: body.expected_by }, asOf),
    ).length,
    theses: measureTheses({ ...shown, beliefs: returned.slice(0, thesesMax), all: beliefs, parts, prices }),
    related: statedRelated(listing.related, shown.relatedStates),
    warnings,
    links,
  };
}
