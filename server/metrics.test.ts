import { expect, it } from 'vitest';
import { createMetrics, serveMetrics } from './metrics.ts';

const age = { collection: 'live' as const, version: 3, watermark: '2026-01-01T00:00:00.000Z', released_at: null };

it('counts what was answered, charged and replayed, and how old the research is, for Prometheus', async () => {
  const metrics = createMetrics({
    researchAge: async () => [age],
    pools: () => ({ accounts: { used: 2, waiting: 1 } }),
    now: () => '2026-01-01T00:01:00.000Z',
  });
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
    'research_requests_total{operation="getBrief",status="200",code=""} 2',
    'research_requests_total{operation="getBrief",status="402",code="no-credit"} 1',
    'research_charges_total{operation="getBrief"} 1',
    'research_replays_total{operation="getBrief"} 1',
    'research_request_seconds_bucket{le="0.005",operation="getBrief"} 3',
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
  const metrics = createMetrics({
    researchAge: () => Promise.reject(new Error('gone')),
    pools: () => ({}),
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const text = await metrics.registry.metrics();
  expect(text).toContain('research_requests_total');
  expect(text).not.toContain('research_release_version{');
});
