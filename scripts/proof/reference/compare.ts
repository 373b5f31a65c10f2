// Two sets of flat fields side by side: equal for what is counted or named, within a tolerance for what is measured.
export const TOLERANCE = 1e-9;

/** Value of a field: a count or a measured number, a word, or null for a part that is stated to be absent. */
export type Value = string | number | null;
/** Fields in the order of the document. */
export type Fields = [string, Value][];

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

/** The same fields under a longer name. */
export function under(prefix: string, fields: Iterable<[string, Value]>): Fields {
  return [...fields].map(([name, value]) => [`${prefix}.${name}`, value]);
}

const absent = (fields: ReadonlyMap<string, Value>, field: string): Value => (fields.has(field) ? null : '(absent)');

/** One line a row. If all values of a list agree, only the worst measured one is printed, unless all are requested. */
export function printedRows(rows: readonly Row[], all: boolean): Row[] {
  if (all) return [...rows];
  const kept: Row[] = [];
  const worst = new Map<string, Row>();
  for (const row of rows) {
    const kind = row.field.replace(/\[[^\]]*\]/g, '[]');
    const group = `${row.ticker} ${row.asOf} ${kind}`;
    if (!row.equal || kind === row.field) kept.push(row);
    else if (row.difference !== null && row.difference > (worst.get(group)?.difference ?? -1)) worst.set(group, row);
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
