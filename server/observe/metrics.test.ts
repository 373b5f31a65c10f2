import { expect, it } from 'vitest';
import { type MetricsOptions, createMetrics, serveMetrics } from './metrics.ts';
import { atMostEvery, feeds_ms } from './metrics-research.ts';
import { samplesOf } from '../testing/measured.ts';
import type { Feed } from '../reads/feeds.ts';

const age = { collection: 'live' as const, version: 3, watermark: '2026-01-01T00:00:00.000Z', released_at: null };

const quiet: MetricsOptions = {
  researchAge: async () => [],
  feeds: async () => [],
  pools: () => ({}),
  now: () => '2026-01-01T00:01:00.000Z',
  elapsed: () => 0,
};
const feed: Feed = { provider: 'one', series: 3, stale: 1, sessionsBehind: 0, pricedAt: '2025-12-31T21:00:00.000Z' };

it('counts what was answered, charged and replayed, and how old the research is, for Prometheus', async () => {
  const pools = () => ({ accounts: { used: 2, waiting: 1 } });
  const metrics = createMetrics({ ...quiet, researchAge: async () => [age], pools });
  const served = {
    door: 'rest',
    requestId: 'r',
    operation: 'getBrief',
    code: null,
    ms: 4,
    keyId: 'key_1',
    replayed: false,
  } as const;
  metrics.served({ ...served, status: 200, charge: 1 });
  metrics.served({ ...served, status: 200, charge: 0, replayed: true });
  metrics.served({ ...served, status: 402, code: 'no-credit', charge: 0 });
  const { address, close } = await serveMetrics({ host: '127.0.0.1', port: 0 }, metrics.registry);
  const lines = (await (await fetch(address)).text()).split('\n');
  for (const line of [
    'research_requests_total{door="rest",operation="getBrief",status="200",code=""} 2',
    'research_requests_total{door="rest",operation="getBrief",status="402",code="no-credit"} 1',
    'research_charges_total{door="rest",operation="getBrief"} 1',
    'research_replays_total{door="rest",operation="getBrief"} 1',
    'research_request_seconds_bucket{le="0.005",operation="getBrief",status_class="2xx"} 2',
    'research_request_seconds_bucket{le="0.005",operation="getBrief",status_class="4xx"} 1',
    'research_store_connections{pool="accounts",state="waiting"} 1',
    'research_release_version{collection="live"} 3',
    'research_watermark_age_seconds{collection="live"} 60',
  ]) {
    expect(lines).toContain(line);
  }
  expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true);
  expect((await fetch(address.replace('/metrics', '/'))).status).toBe(404);
  close();
});

it('answers without the age of the research when the store does not', async () => {
  const gone = () => Promise.reject(new Error('gone'));
  const metrics = createMetrics({ ...quiet, researchAge: gone, feeds: gone });
  const text = await metrics.registry.metrics();
  expect(text).toContain('research_requests_total');
  expect(text).not.toContain('research_release_version{');
  expect(text).not.toContain('research_feed_series{');
});

it('tells how far each feed of prices has come, and of many small ones together', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ ...feed, provider: `p${index}`, series: 40 - index }));
  const state = {
    run: null,
    newestObservedAt: null,
    calendarThrough: '2026-01-02',
    overdueSince: '2026-01-01T00:00:30.000Z',
  };
  const feeds = async () => [{ ...state, collection: 'live' as const, feeds: many }];
  const samples = samplesOf(await createMetrics({ ...quiet, feeds }).registry.metrics());
  const of = (name: string) => samples.filter((one) => one.name === name);
  const [series, stale] = [of('research_feed_series'), of('research_feed_stale_series')];
  expect(series.map(({ labels }) => labels['provider']).slice(-2)).toEqual(['p19', 'other']);
  expect([series.length, series.at(-1)?.value, stale.at(-1)?.value]).toEqual([21, 155, 10]);
  expect(of('research_feed_priced_age_seconds').at(-1)?.value).toBe(3 * 3_600 + 60);
  expect(of('research_feed_sessions_behind').at(-1)?.value).toBe(0);
  expect(of('research_watermark_lag_seconds')[0]?.value).toBe(30);
  expect(of('research_calendar_remaining_seconds')[0]?.value).toBeCloseTo(2 * 86_400 - 60, 0);
});

it('asks for the state of the feeds once a minute, however often the metrics are read, and also when it failed', async () => {
  let [at, asked] = [0, 0];
  const ask = async (): Promise<number> => {
    asked += 1;
    if (asked === 2) throw new Error('gone');
    return asked;
  };
  const states = atMostEvery(feeds_ms, () => at, ask);
  expect(await Promise.all([states(), states()])).toEqual([1, 1]);
  at = feeds_ms - 1;
  expect(await states()).toBe(1);
  at = feeds_ms;
  await expect(states()).rejects.toThrow('gone');
  await expect(states()).rejects.toThrow('gone');
  at = 2 * feeds_ms;
  expect([await states(), asked]).toEqual([3, 3]);
});

it('has few words for how and why: what comes after them is told together', async () => {
  const metrics = createMetrics(quiet);
  for (let word = 0; word < 200; word += 1) {
    metrics.noted({
      event: 'refused',
      how: `word-${'abcdefghijklmnopqrstuvwxyz'.charAt(word % 26)}${'x'.repeat(Math.floor(word / 26))}`,
    });
  }
  metrics.noted({ event: 'signed-in', how: 'Ada@example.com' });
  const events = samplesOf(await metrics.registry.metrics()).filter(
    (one) => one.name === 'research_security_events_total',
  );
  expect(events.length).toBe(66);
  expect(events.filter(({ labels }) => labels['how'] === 'other').map(({ value }) => value)).toEqual([136, 1]);
});
