// Price targets as tables write them: thousands, decimals, currencies and ranges, without a guess at what a comma means.
import { shown } from '../files/faults.ts';
import type { TextFault } from './date-text.ts';
import type { Cell } from './table.ts';
import type { TableFaults } from './table-faults.ts';
import type { DecimalMark } from './table-options.ts';

export type Amount = { low: string; high: string; currency: string | null; isDollar: boolean };

const symbols: ReadonlyMap<string, string> = new Map([
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', ''],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['HK$', 'HKD'],
]);

/** Digits with the marks between them; the spaces are those that group thousands. */
const number = String.raw`\d[\d.,'’\u0020\u00A0\u202F]*\d|\d`;
const amount = new RegExp(
  String.raw`^(?<before>[A-Z]{3}|US\$|C\$|A\$|HK\$|[$€£])?\s*(?<low>${number})(?:\s*(?:-|–|—|to)\s*[$€£]?\s*(?<high>${number}))?\s*(?<after>[A-Z]{3}|[$€£])?$`,
  'u',
);

/** No price is longer. */
const lengthMax = 60;

const groupsOf = (text: string): { readonly [name: string]: string | undefined } =>
  (text.length > lengthMax ? null : amount.exec(text))?.groups ?? {};

/** The mark of decimals of a column, from numbers that have only one reading; null if there is none. */
export function decimalMarkOf(cells: readonly Cell[], stated: DecimalMark | undefined): DecimalMark | null {
  if (stated !== undefined) return stated;
  const numbers = cells.flatMap(({ kind, text }) => (kind === 'text' ? numbersIn(text) : []));
  const marks = new Set(numbers.map(onlyMark).filter((mark) => mark !== null));
  const [mark] = marks;
  return marks.size === 1 && mark !== undefined ? mark : null;
}

function numbersIn(text: string): string[] {
  const { low, high } = groupsOf(text);
  return [low, high].filter((one) => one !== undefined);
}

/** The mark of decimals that a number shows by itself: 1,234.50 a point, 12,5 a comma, 1,234 none. */
function onlyMark(text: string): DecimalMark | null {
  const [lastPoint, lastComma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (lastPoint >= 0 && lastComma >= 0) return lastPoint > lastComma ? 'point' : 'comma';
  const mark = lastPoint >= 0 ? '.' : ',';
  const parts = text.split(mark);
  if (parts.length === 1) return null;
  const name = mark === '.' ? 'point' : 'comma';
  if (parts.length > 2) return name === 'point' ? 'comma' : 'point';
  const isGroup = (parts[1] ?? '').length === 3 && (parts[0] ?? '').length <= 3 && parts[0] !== '0';
  return isGroup ? null : name;
}

export function amountOf(cell: Cell, mark: DecimalMark | null): Amount | TextFault {
  if (cell.kind === 'number') {
    const plain = plainNumber(cell.text, 'point');
    return typeof plain === 'string' ? { low: plain, high: plain, currency: null, isDollar: false } : plain;
  }
  const { before, low: lowText, high: highText, after } = groupsOf(cell.text);
  if (lowText === undefined)
    return { what: `${shown(cell.text)} is not a price`, fix: 'write it as 120.50, or as 110-120' };
  const low = plainNumber(lowText, mark);
  if (typeof low !== 'string') return low;
  const high = highText === undefined ? low : plainNumber(highText, mark);
  if (typeof high !== 'string') return high;
  const symbol = before ?? after;
  return {
    low,
    high,
    currency: symbol === undefined ? null : (symbols.get(symbol) ?? codeOf(symbol)),
    isDollar: symbol === '$',
  };
}

const codeOf = (symbol: string): string | null => (/^[A-Z]{3}$/.test(symbol) ? symbol : null);

function plainNumber(text: string, mark: DecimalMark | null): string | TextFault {
  const ownMark = onlyMark(text);
  if (ownMark !== null && mark !== null && ownMark !== mark && /[.,]/.test(text))
    return { what: `${shown(text)} has its decimals after a ${ownMark}`, fix: `write it with a decimal ${mark}` };
  const used = mark ?? ownMark;
  if (used === null && /[.,]/.test(text))
    return {
      what: `${shown(text)} could be ${text.replaceAll(/[.,]/g, '')} or ${text.replace(',', '.')}`,
      fix: 'say what the mark is: --decimal point, or comma',
    };
  const [decimal, group] = used === 'comma' ? [',', '.'] : ['.', ','];
  const [whole = '', fraction, more] = text.split(decimal);
  const groups = whole.split(new RegExp(`[${group}'’\\u0020\\u00A0\\u202F]`, 'u'));
  const isGrouped =
    groups.length === 1 || (groups.slice(1).every((part) => part.length === 3) && (groups[0] ?? '').length <= 3);
  if (
    more !== undefined ||
    !isGrouped ||
    !/^\d+$/.test(groups.join('')) ||
    (fraction !== undefined && !/^\d+$/.test(fraction))
  )
    return { what: `${shown(text)} is not a number`, fix: 'write digits with a decimal point, as in 1200.50' };
  const digits = groups.join('').replace(/^0+(?=\d)/, '');
  const plain = fraction === undefined ? digits : `${digits}.${fraction}`;
  return Number(plain) > 0
    ? plain
    : { what: `${shown(text)} is not a price`, fix: 'leave the cell empty where there is none' };
}

/** Marks that a column shows, for its report. */
export function noteMark(faults: TableFaults, cells: readonly Cell[], mark: DecimalMark | null): void {
  const grouped = cells.filter(({ kind, text }) => kind === 'text' && /\d[.,'’\u00A0\u202F ]\d{3}(?!\d)/u.test(text));
  if (mark !== null && grouped.length > 0)
    faults.note(`${grouped.length} prices are read with a decimal ${mark}, such as ${shown(grouped[0]?.text ?? '')}`);
}
