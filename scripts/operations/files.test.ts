// Files for Prometheus and Grafana: they equal the data, and each alert leads to a chapter of the runbook.
import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../site/markdown.ts';
import { alerts } from './alerts.ts';
import { rows } from './dashboard.ts';
import { alertsTable, alertsYaml, chapterOf, dashboardJson } from './files.ts';

const textOf = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

describe('the files', () => {
  it('are those that the data make: written anew, they stay as they are', async () => {
    expect(await textOf('alerts.yaml')).toBe(alertsYaml());
    expect(await textOf('dashboard.json')).toBe(dashboardJson());
  });

  it('are described in the guide', async () => {
    expect(await textOf('../../server/docs/alerts.md')).toContain(alertsTable());
  });
});

describe('an alert', () => {
  it('has a unique name, a threshold, a time, and a severity', () => {
    expect(alerts.length).toBeGreaterThan(15);
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    for (const { name, expr, for: time, severity, means } of alerts) {
      expect(name).toMatch(/^([A-Z][a-z]+){2,3}$/);
      expect(expr).toMatch(/ (>|<|==) [\d.]+(e\d)?$/);
      expect(time).toMatch(/^\d+[mh]$/);
      expect(['page', 'ticket']).toContain(severity);
      expect(means).toMatch(/\.$/);
    }
  });

  it('leads to its chapter of the runbook, and each chapter is that of an alert', async () => {
    const text = await textOf('../../server/docs/runbook.md');
    const chapter = text.split(/^## /m).find((part) => part.startsWith('An alert fired')) ?? '';
    const { headings } = renderMarkdown(chapter, () => null);
    const anchors = headings.filter(({ level }) => level === 3).map(({ anchor }) => `/docs/runbook#${anchor}`);
    expect(anchors).toEqual(alerts.map(chapterOf));
  });
});

/** Faults that the grammar of Prometheus itself reports. */
function faultsOf(expr: string): string[] {
  const faults: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) faults.push(`at ${from}: ${expr.slice(Math.max(0, from - 10), to + 10)}`);
    },
  });
  return faults;
}

describe('the expressions', () => {
  it('are PromQL', () => {
    const shown = rows.flatMap(({ panels }) => panels.flatMap(({ series }) => series.map(({ expr }) => expr)));
    const all = [...alerts.map(({ expr }) => expr), ...shown];
    expect(all.length).toBeGreaterThan(50);
    expect(all.flatMap(faultsOf)).toEqual([]);
  });

  it.each(['sum by (le (rate(a[5m]))', 'rate(a{b=c}[5m]) > 0', 'rate(a[5]m)', 'a > > 1'])('are not: %s', (wrong) => {
    expect(faultsOf(wrong)).not.toEqual([]);
  });
});
