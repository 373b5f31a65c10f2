// Lines of what readers would see otherwise, ticker by ticker.
import type { BriefChange } from '../../ingest/review/brief-change.ts';
import type { SeenChanges } from '../../ingest/review/dry-run.ts';

const values = ['name', 'verdict', 'direction', 'decision_mode', 'price_status', 'price_session', 'records'] as const;

const shown = (value: string | number | null): string => (value === null ? 'none' : String(value));
const percent = (value: number | null): string => (value === null ? 'unmeasured' : `${value.toFixed(2)} %`);

function linesOf(change: BriefChange): string[] {
  const title =
    change.covered === undefined
      ? change.ticker
      : `${change.ticker} (${change.covered.after ? 'new' : 'no longer'} covered)`;
  return [
    `  ${title}`,
    ...values.flatMap((name) => {
      const value = change[name];
      return value === undefined
        ? []
        : [`    ${name.replace('_', ' ')}: ${shown(value.before)} -> ${shown(value.after)}`];
    }),
    ...change.views_shown.map((view) => `    view shown: ${view.person}, ${view.direction}, ${view.status}`),
    ...change.views_gone.map((view) => `    view no longer shown: ${view.person}, ${view.direction}, ${view.status}`),
    ...change.views_changed.map((view) => `    view of ${view.person}: ${view.before} -> ${view.after}`),
    ...change.marks.map((mark) => `    mark of ${mark.person}: ${percent(mark.before)} -> ${percent(mark.after)}`),
  ];
}

export function seenLines({
  changes,
  compared,
  not_compared: left,
  moves_benchmark: benchmark,
}: SeenChanges): string[] {
  return [
    `readers would see ${changes.length} of ${compared} compared tickers otherwise`,
    ...changes.flatMap(linesOf),
    ...(left === 0 ? [] : [`  ${left} more touched tickers were not compared: name them with --ticker`]),
    ...(benchmark ? ['  the benchmark is priced too: the marks of every ticker may change'] : []),
  ];
}
