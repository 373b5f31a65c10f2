// Lines of what readers would see otherwise, ticker by ticker.
import type { ChangeItem } from '../../../generated/api.ts';
import { changeTitles, changeValues } from '../../../client/words/changes.ts';
import type { BriefChange } from '../../ingest/review/brief-change.ts';
import type { SeenChanges } from '../../ingest/review/dry-run.ts';

const values = ['name', 'price_session', 'records'] as const;

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
    ...change.changes.map((one) => `    ${changeLine(one)}`),
    ...change.marks.map((mark) => `    mark of ${mark.person}: ${percent(mark.before)} -> ${percent(mark.after)}`),
  ];
}

function changeLine(change: ChangeItem): string {
  const [title] = changeTitles[change.kind];
  const person = change.person === null ? '' : ` of ${change.person.name}`;
  return `${title.toLowerCase()}${person}: ${changeValues(change, '->')}`;
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
