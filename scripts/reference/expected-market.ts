// What a brief must say of prices and show as its chart, worked out from the raw files alone.
import type { Fields } from './compare.ts';
import type { Belief } from './own-beliefs.ts';
import { markersOf } from './own-markers.ts';
import { chartOf, entrySessionIndex, expectedSession, lastDate } from './own-marks.ts';
import type { Series } from './own-marks.ts';
import type { Moment, Subject } from './own-subject.ts';
import type { Session } from './raw-files.ts';

const WORST = ['current', 'stale', 'unverified'];

function statusOf(through: string | null, expected: string | null, sessions: readonly Session[]): string {
  if (through === null || expected === null) return 'unavailable';
  if (sessions.at(-1)?.date === expected) return 'unverified';
  return through >= expected ? 'current' : 'stale';
}

export function priceFields(security: Series, { raw: { sessions }, benchmark, cutoff }: Moment): Fields {
  const expected = expectedSession(sessions, cutoff);
  const [own, spy] = [lastDate(security), lastDate(benchmark)];
  const statuses = [statusOf(own, expected, sessions), statusOf(spy, expected, sessions)];
  const ranks = statuses.map((status) => WORST.indexOf(status === 'unavailable' ? 'unverified' : status));
  const lag = sessions.filter(({ date }) => own !== null && expected !== null && date > own && date <= expected).length;
  const behind = lag === 1 ? 'delayed' : 'stale';
  return [
    ['market_price.status', statuses[0] ?? null],
    ['market_price.price', own === null ? null : (security.get(own) ?? null)],
    ['market_price.session_date', own],
    ['market_freshness.status', WORST[Math.max(...ranks)] ?? null],
    ['market_freshness.expected_session', expected],
    ['market_freshness.security_through', own],
    ['market_freshness.benchmark_through', spy],
    ['data_status.freshness', statuses[0] === 'current' ? 'current' : statuses[0] === 'stale' ? behind : 'stale'],
  ];
}

/** Who has no research of its own has no chart. An entry session is one of the calendar, whether or not it has a price yet. */
export function chartFields(views: readonly Belief[], { own, security }: Subject, { raw, benchmark }: Moment): Fields {
  const entries = views
    .flatMap(({ firstAt }) => raw.sessions[entrySessionIndex(raw.sessions, firstAt)]?.date ?? [])
    .sort();
  const chart = chartOf(security, benchmark, entries[0] ?? null);
  if (own.length === 0 || !chart) return [['chart', null]];
  const markers = markersOf(views, chart, raw.sessions);
  return [
    ['chart.from_session', chart.from],
    ['chart.to_session', chart.to],
    ['chart.market_data_through', chart.to],
    ['chart.sampled_from_points', chart.sampledFrom],
    ['chart.points', chart.points.length],
    ...chart.points.flatMap((point, i): Fields => [
      [`chart.series[${i}].session_date`, point.session],
      [`chart.series[${i}].security_index`, point.security],
      [`chart.series[${i}].benchmark_index`, point.benchmark],
      [`chart.series[${i}].excess_return_percent`, point.excess],
    ]),
    ['chart.markers', markers.shown.length],
    ['chart.omitted_marker_count', markers.omitted],
    ...markers.shown.flatMap(({ session, move }, i): Fields => [
      [`chart.markers[${i}].session_date`, session],
      [`chart.markers[${i}].occurred_at`, move.at],
      [`chart.markers[${i}].kind`, move.kind],
      [`chart.markers[${i}].thesis_id`, move.beliefId],
      [`chart.markers[${i}].person_id`, move.personId],
      [`chart.markers[${i}].direction`, move.direction],
    ]),
  ];
}
