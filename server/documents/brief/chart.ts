// The chart of a brief: both indices over the same sessions, and the moves of the returned views upon them.
import type { BriefOverview } from '../../../generated/api.ts';
import { textCaps, capText } from '../../measures/text.ts';
import type { BriefFacts, PlacedMove } from './brief-facts.ts';

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

function marker(facts: BriefFacts, { row, occurredAt, sessionDate }: PlacedMove): Marker {
  const name = facts.people.get(row.person_id)?.name ?? row.person_id;
  return {
    occurred_at: occurredAt,
    session_date: sessionDate,
    kind: row.move,
    thesis_id: row.belief_id,
    person_id: row.person_id,
    direction: row.direction,
    label: capText(`${name} ${verbs[row.move]} (${row.direction})`, textCaps.label).text,
    citation_ids: row.citation_ids,
  };
}

function sampling(points: number, sessions: number): string {
  return points === sessions
    ? `All ${sessions} sessions priced in both series are shown.`
    : `Shows ${points} of ${sessions} sessions: 56 at a regular step, and the lowest and highest of each index.`;
}

/** The chart, or null when fewer than two sessions are priced in both series. */
export function chart(facts: BriefFacts): Chart | null {
  if (facts.chart === null) return null;
  const { fromSession, toSession, marketDataThrough, sampledFromPoints, series } = facts.chart;
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
    limitations: [sampling(series.length, sampledFromPoints)],
  };
}
