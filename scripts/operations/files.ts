// Texts of the files for Prometheus and Grafana, and of the tables of the guide, generated from the data in this
// folder.
import { anchorOf } from '../site/markdown.ts';
import { type Alert, alerts } from './alerts.ts';
import { type Panel, rows } from './dashboard.ts';

const runbook = '/docs/runbook';

/** Link of an alert; the operator adds the address of the service in front. */
export const chapterOf = ({ name }: Pick<Alert, 'name'>): string => `${runbook}#${anchorOf(name)}`;

/** YAML in the one shape that Prometheus reads; JSON strings are valid YAML. */
export function alertsYaml(): string {
  const rules = alerts.map((alert) =>
    [
      `      - alert: ${alert.name}`,
      `        expr: ${JSON.stringify(alert.expr)}`,
      `        for: ${alert.for}`,
      `        labels:`,
      `          severity: ${alert.severity}`,
      `        annotations:`,
      `          summary: ${JSON.stringify(alert.means)}`,
      `          runbook: ${JSON.stringify(chapterOf(alert))}`,
    ].join('\n'),
  );
  const head =
    '# Alerting rules for Prometheus, written by `npx tsx scripts/operations/write.ts` from alerts.ts: change that file.';
  return `${head}\ngroups:\n  - name: research\n    rules:\n${rules.join('\n')}\n`;
}

const WIDTH = 24;
const HEIGHT = 8;
const IN_A_ROW = 3;

/** A dashboard for import into Grafana, which asks for the Prometheus data source. */
export function dashboardJson(): string {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    panels.push({ type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: WIDTH, h: 1 }, panels: [] });
    for (const [index, panel] of own.entries()) {
      const w = WIDTH / IN_A_ROW;
      const place = { x: (index % IN_A_ROW) * w, y: y + 1 + Math.floor(index / IN_A_ROW) * HEIGHT, w, h: HEIGHT };
      panels.push(shown(panel, place));
    }
    y += 1 + Math.ceil(own.length / IN_A_ROW) * HEIGHT;
  }
  const source = { type: 'datasource', name: 'source', label: 'Prometheus', query: 'prometheus' };
  const dashboard = {
    title: 'Research Intelligence API',
    uid: 'research-intelligence-api',
    schemaVersion: 39,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: [source] },
    panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function shown({ title, unit, series }: Panel, gridPos: object): object {
  const datasource = { type: 'prometheus', uid: '${source}' };
  const targets = series.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode(65 + index),
    datasource,
    expr,
    legendFormat: legend,
  }));
  return {
    type: 'timeseries',
    title,
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit }, overrides: [] },
    targets,
  };
}

/** Table of the guide. */
export function alertsTable(): string {
  const lines = alerts.map(
    (alert) => `| [${alert.name}](${chapterOf(alert)}) | ${alert.severity} | ${alert.for} | ${alert.means} |`,
  );
  return ['| Alert | Severity | After | What it means |', '|---|---|---|---|', ...lines].join('\n');
}

export type MetricDescription = { name: string; help: string; type: string; labels: readonly string[] };

/** Metrics of the service; those of the process and of Node.js are named with their package. */
export function metricsTable(metrics: readonly MetricDescription[]): string {
  const lines = metrics
    .filter(({ name }) => name.startsWith('research_'))
    .map(({ name, help, type, labels }) => {
      return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
    });
  return ['| Metric | Type | Labels | What it says |', '|---|---|---|---|', ...lines].join('\n');
}
