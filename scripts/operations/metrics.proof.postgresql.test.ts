// Names of metrics and labels in the alerts, the dashboard and the guide, compared with a running server.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundOf, bytesOf, cacheNames, copiesOf } from '../../server/memory/caches.ts';
import { createMetrics } from '../../server/observe/metrics.ts';
import type { Store } from '../../server/store/engine/engine.ts';
import { databaseUrlOf, openTestStore } from '../../server/store/testing/store.ts';
import { type ServiceProcess, startService } from '../stage/service-process.ts';
import { type Build, frozenBuild } from '../stage/frozen-build.ts';
import { alerts } from './alerts.ts';
import { rows } from './dashboard.ts';
import { type MetricDescription, metricsTable } from './files.ts';

let build: Build;
let store: Store;
let server: ServiceProcess;
let text: string;
let metrics: MetricDescription[];

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
  server = await startService({
    args: [build.main],
    env: { DATABASE_URL: await databaseUrlOf(store), METRICS_PORT: '0' },
  });
  // The line is printed after the one that marks the start.
  text = await (await fetch(await server.line('metrics on '))).text();
  metrics = declared();
});
afterAll(async () => {
  await server?.end();
  await store?.close();
  await build?.remove();
});

/** Taken from the registry, because a counter without an event exposes no sample with its labels. */
function declared(): MetricDescription[] {
  const { registry } = createMetrics({
    researchAge: async () => [],
    feeds: async () => [],
    pools: () => ({}),
    now: () => '2026-01-01T00:00:00.000Z',
    elapsed: () => 0,
  });
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, labelNames = [] } = metric as unknown as { name: string; help: string; labelNames?: string[] };
    return { name, help, type: metric.constructor.name.toLowerCase(), labels: labelNames };
  });
}

const exposed = (): string[] => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? '');

type Selector = { metric: string; labels: string[] };

/** Selectors of an expression: metrics with their labels; `by (…)` contains labels too. */
function selected(expr: string): { selectors: Selector[]; by: string[] } {
  const bare = expr.replaceAll(/\b(?:by|on) \([^)]*\)/g, '');
  const selectors = [...bare.matchAll(/\b([a-z]+_[a-z0-9_]+|up)(?![a-z0-9_(])(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', labels = '']) =>
      name.startsWith('histogram_')
        ? []
        : [{ metric: name, labels: [...labels.matchAll(/(\w+)=/g)].map(([, label = '']) => label) }],
  );
  const by = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return { selectors, by };
}

/** Metric of Prometheus itself, and the labels that it adds. */
const ofPrometheus: MetricDescription = { name: 'up', help: '', type: 'gauge', labels: ['job', 'instance'] };
const withoutSuffix = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');

function faults(expr: string): string[] {
  const { selectors, by } = selected(expr);
  const known = new Map([...metrics, ofPrometheus].map((one) => [one.name, one]));
  const found = selectors.map(({ metric }) => known.get(metric) ?? known.get(withoutSuffix(metric)));
  const allowed = new Set(['le', 'instance', ...found.flatMap((one) => one?.labels ?? [])]);
  return [
    ...(selectors.length === 0 ? ['names no metric'] : []),
    ...selectors.flatMap(({ metric, labels }, index) => {
      const one = found[index];
      if (one === undefined) return [`${metric} does not exist`];
      return labels.filter((label) => !one.labels.includes(label)).map((label) => `${metric} has no label ${label}`);
    }),
    ...by.filter((label) => !allowed.has(label)).map((label) => `no metric of it has the label ${label}`),
  ];
}

describe('a running server', () => {
  it('describes every metric of the service', () => {
    const own = metrics.map(({ name }) => name);
    expect(own.filter((name) => !exposed().includes(name))).toEqual([]);
    expect(own.length).toBeGreaterThan(40);
    expect(own.filter((name) => name.startsWith('research_')).length).toBeGreaterThan(20);
  });

  it('has each of them, with its help, in the table of the guide', async () => {
    const guide = await readFile(new URL('../../server/docs/alerts.md', import.meta.url), 'utf8');
    expect(guide).toContain(metricsTable(metrics));
    for (const { name, help } of metrics) expect(text).toContain(`# HELP ${name} ${help}\n`);
  });
});

describe('every expression names metrics and labels that exist', () => {
  it('of the alerts', () => {
    expect(alerts.flatMap(({ name, expr }) => faults(expr).map((fault) => `${name}: ${fault}`))).toEqual([]);
  });

  it('of the dashboard', () => {
    const panels = rows.flatMap((row) => row.panels);
    const found = panels.flatMap(({ title, series }) =>
      series.flatMap(({ expr, legend }) => {
        const { selectors } = selected(expr);
        const labels = new Set([
          'instance',
          ...metrics
            .filter(({ name }) => selectors.some(({ metric }) => withoutSuffix(metric) === withoutSuffix(name)))
            .flatMap((one) => one.labels),
        ]);
        const used = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        const unknown = used.filter((label) => !labels.has(label)).map((label) => `the legend's ${label}`);
        return [...faults(expr), ...unknown].map((fault) => `${title}: ${fault}`);
      }),
    );
    expect(found).toEqual([]);
    expect(panels.length).toBeGreaterThan(20);
  });

  it('and a wrong one is found', () => {
    expect(faults('sum by (shop) (rate(research_charges_total{colour="red"}[5m])) > 1')).toEqual([
      'research_charges_total has no label colour',
      'no metric of it has the label shop',
    ]);
    expect(faults('research_charge_total > 1')).toEqual(['research_charge_total does not exist']);
    expect(faults('1 > 0')).toEqual(['names no metric']);
  });
});

it('no cache is opened more often than the catalogue says, or MEMORY_MB would not be the sum', () => {
  const bounds = new Map(
    [...text.matchAll(/^research_cache_bound_bytes\{cache="([^"]+)"\} (\d+)$/gm)].map(([, name, bytes]) => [
      name,
      Number(bytes),
    ]),
  );
  expect(bounds).toEqual(new Map(cacheNames.map((name) => [name, bytesOf(boundOf(name)) * copiesOf(name)])));
});
