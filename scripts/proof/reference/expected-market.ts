// Prices and chart that a brief must show, worked out from the raw files alone.
import type { Fields } from './compare.ts';
import type { Belief } from './own/own-beliefs.ts';
import { chartOf } from './own/own-chart.ts';
import { markersOf } from './own/own-markers.ts';
import { lastDate } from './own/own-marks.ts';
import { throughOf, worse } from './own/own-prices.ts';
import type { Moment, Subject } from './own/own-subject.ts';

export function priceFields({ world: { security }, price }: Subject, moment: Moment): Fields {
  const { raw, benchmark, cutoff } = moment;
  const spy = throughOf(benchmark, raw.sessions, cutoff);
  const own = lastDate(security);
  return [
    ['market_price.status', price.status],
    ['market_price.price', own === null ? null : (security.get(own) ?? null)],
    ['market_price.session_date', own],
    ['market_freshness.status', worse(price.status, spy.status)],
    ['market_freshness.expected_session', price.expected],
    ['market_freshness.security_through', own],
    ['market_freshness.benchmark_through', spy.through],
    ['data_status.freshness', price.freshness],
  ];
}

/** The window is that of the two series, regardless of the returned views; a listing without research has it too. */
export function chartFields(views: readonly Belief[], { world }: Subject, { raw }: Moment): Fields {
  const chart = chartOf(world.security, world.benchmark);
  if (!chart) return [['chart', null]];
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
    ...markers.shown.flatMap(({ session, move, beliefId, personId }, i): Fields => [
      [`chart.markers[${i}].session_date`, session],
      [`chart.markers[${i}].occurred_at`, move.at],
      [`chart.markers[${i}].kind`, move.move],
      [`chart.markers[${i}].thesis_id`, beliefId],
      [`chart.markers[${i}].person_id`, personId],
      [`chart.markers[${i}].direction`, move.direction],
    ]),
  ];
}
