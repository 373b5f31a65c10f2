// Whether two rows of a price file that are for one session say the same.
import type { PriceRow } from './price-rows.ts';

const values: readonly { named: string; of: (row: PriceRow) => string }[] = [
  { named: '', of: ({ adjusted }) => adjusted },
  { named: 'a split-adjusted close of ', of: ({ close }) => close ?? 'nothing' },
  { named: 'a split of ', of: ({ split }) => String(split ?? 'nothing') },
  { named: 'an observation at ', of: ({ observedAt }) => observedAt },
];

/** The first of what they differ in, as a sentence; null when they are equal, however they are written. */
export function whereUnequal(row: PriceRow, earlier: PriceRow): string | null {
  const other = values.find(({ of }) => shortest(of(row)) !== shortest(of(earlier)));
  if (other === undefined) return null;
  const { named, of } = other;
  return `${row.session} has ${named}${of(row)} here and ${of(earlier)} on line ${earlier.line}`;
}

/** 10.50 is 10.5. */
function shortest(value: string): string {
  if (!value.includes('.')) return value;
  let end = value.length;
  while (value[end - 1] === '0') end -= 1;
  return value.slice(0, value[end - 1] === '.' ? end - 1 : end);
}
