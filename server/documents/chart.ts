// The chart of a brief: both indices over the same sessions, and the moves of the returned views upon them.
import type { BriefOverview } from '../../generated/api.ts';
import { textCaps, capText } from '../measures/text.ts';
import type { BriefFacts } from './brief-facts.ts';

type Chart = NonNullable<BriefOverview['chart']>;
type Marker = Chart['markers'][number];

const verbs: Record<Marker['kind'], string> = {
  initiated: 'opened a view',
  updated: 'updated the view',
  strengthened: 'strengthened the view',
  weakened: 'weakened the view',
  reversed: 'reversed the view',
  closed: 'closed the view',
};

function marker(facts: BriefFacts, move: BriefFacts['markers']['markers'][number]): Marker {
  const name = facts.people.get(move.person_id)?.name ?? move.person_id;
  return {
    occurred_at: move.occurredAt,
    session_date: move.sessionDate,
    kind: move.move,
    thesis_id: move.belief_id,
    person_id: move.person_id,
    direction: move.direction,
    label: capText(`${name} ${verbs[move.move]} (${move.direction})`, textCaps.label).text,
    citation_ids: [move.source_citation_id],
  };
}

function limitations(facts: BriefFacts, sampled: boolean, from: number): string[] {
  const kept = sampled
    ? `The series shows 60 of ${from} sessions: the first, the last, the lowest and highest of each index, and evenly spaced ones between.`
    : `The series shows all ${from} sessions that both series have in this window.`;
  const sentences = [
    kept,
    'Both indices are 100 at the first session shown in the window; excess_return_percent is their difference in index points.',
    'Prices are adjusted daily closes: later dividends and splits have changed earlier values.',
  ];
  if (facts.returned.length === 0)
    sentences.push('No view is returned, so the window reaches back from the last session alone.');
  return sentences;
}

/** The chart, or null when fewer than two sessions are priced in both series. */
export function chart(facts: BriefFacts): Chart | null {
  if (facts.chart === null) return null;
  const { fromSession, toSession, marketDataThrough, sampledFromPoints, series, sampled } = facts.chart;
  return {
    measure: 'normalized_security_and_spy_price_index',
    baseline_value: 100,
    from_session: fromSession,
    to_session: toSession,
    market_data_through: marketDataThrough,
    sampled_from_points: sampledFromPoints,
    series: series.map((point) => ({
      session_date: point.sessionDate,
      security_index: point.securityIndex,
      benchmark_index: point.benchmarkIndex,
      excess_return_percent: point.excessReturnPercent,
    })),
    markers: facts.markers.markers.map((move) => marker(facts, move)),
    omitted_marker_count: facts.markers.omitted,
    limitations: limitations(facts, sampled, sampledFromPoints),
  };
}
