// The price target of a row: one amount or a range, in a currency that is stated somewhere.
import type { TableField } from './columns.ts';
import type { TextFault } from './date-text.ts';
import type { Cell } from './table.ts';
import { amountOf, type Amount } from './table-numbers.ts';
import type { DecimalMark } from './table-options.ts';

export const targetFields = ['target', 'target_low', 'target_high', 'price_when_stated'] as const;
type TargetField = (typeof targetFields)[number];

type Faulty = { faults: { field: TableField; fault: TextFault }[] };
export type RowTarget = { low: string | null; high: string | null; currency: string; price_when_stated?: string };

/** Words for a missing target. */
const isNone = (text: string): boolean => /^(-|–|n\/?a|none|null|nan)$/i.test(text);

export function targetOf(
  cells: ReadonlyMap<TargetField, Cell | null>,
  { decimal, currency: stated }: { decimal: DecimalMark | null; currency: string },
): RowTarget | Faulty | null {
  const amounts = new Map<TargetField, Amount>();
  const faults: Faulty['faults'] = [];
  for (const [field, cell] of cells) {
    if (cell === null || isNone(cell.text)) continue;
    const amount = amountOf(cell, decimal);
    if ('what' in amount) faults.push({ field, fault: amount });
    else amounts.set(field, amount);
  }
  if (faults.length > 0) return { faults };
  const [both, low, high, price] = targetFields.map((field) => amounts.get(field));
  const first = both ?? low ?? high;
  if (first === undefined) return null;
  const currency = currencyOf(first, stated.toUpperCase());
  if (typeof currency !== 'string') return { faults: [{ field: 'target', fault: currency }] };
  return {
    low: low?.low ?? both?.low ?? null,
    high: high?.high ?? both?.high ?? null,
    currency,
    ...(price !== undefined && { price_when_stated: price.low }),
  };
}

function currencyOf({ currency: own, isDollar }: Amount, stated: string): string | TextFault {
  const isOther = own !== null && own !== '' && stated !== '' && own !== stated;
  if (isOther || (isDollar && stated !== '' && !stated.endsWith('D')))
    return { what: `the target is in ${own ?? '$'} and its currency ${stated}`, fix: 'correct one of them' };
  const currency = own || stated;
  if (currency !== '') return currency;
  const what = isDollar ? 'it is not said which dollar the target is in' : 'the currency of the target is not said';
  return { what, fix: 'add a column currency, or say it for all rows: --set currency=USD' };
}
