// Two sets of flat fields side by side: equal for what is counted or named, within a tolerance for what is measured.
import type { Value } from './expected.ts';

export const TOLERANCE = 1e-9;

export type Row = {
  ticker: string;
  asOf: string;
  field: string;
  ours: Value;
  theirs: Value;
  difference: number | null;
  equal: boolean;
};

/** A field that only one side has is a difference too. */
export function compare(
  at: { ticker: string; asOf: string },
  ours: ReadonlyMap<string, Value>,
  theirs: ReadonlyMap<string, Value>,
): Row[] {
  const fields = new Set([...theirs.keys(), ...ours.keys()]);
  return [...fields].map((field) => {
    const [a, b] = [ours.get(field) ?? absent(ours, field), theirs.get(field) ?? absent(theirs, field)];
    if (typeof a !== 'number' || typeof b !== 'number')
      return { ...at, field, ours: a, theirs: b, difference: null, equal: a === b };
    const difference = Math.abs(a - b);
    return { ...at, field, ours: a, theirs: b, difference, equal: difference <= TOLERANCE };
  });
}

const absent = (fields: ReadonlyMap<string, Value>, field: string): Value => (fields.has(field) ? null : '(absent)');

/** One line a row; of a list of measured values that all agree only the worst is told, unless all are asked for. */
export function told(rows: readonly Row[], all: boolean): Row[] {
  if (all) return [...rows];
  const kept: Row[] = [];
  const worst = new Map<string, Row>();
  for (const row of rows) {
    const kind = row.field.replace(/\[[^\]]*\]/, '[]');
    const group = `${row.ticker} ${row.asOf} ${kind}`;
    if (!row.equal || kind === row.field) kept.push(row);
    else if ((row.difference ?? -1) > (worst.get(group)?.difference ?? -2)) worst.set(group, row);
  }
  return [...kept, ...worst.values()];
}

export function line({ ticker, asOf, field, ours, theirs, difference, equal }: Row): string {
  const cell = (value: Value): string => String(value);
  const gap =
    difference === null ? (equal ? '=' : 'UNEQUAL') : `${difference.toExponential(1)}${equal ? '' : ' ABOVE'}`;
  return [
    ticker.padEnd(8),
    asOf.slice(0, 19),
    field.padEnd(40),
    cell(ours).padEnd(24),
    cell(theirs).padEnd(24),
    gap,
  ].join('  ');
}
