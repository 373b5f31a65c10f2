// Which columns of a price file mean what: found by name, whatever their order, in the conventions that providers have.
import { shownName } from './faults.ts';
import { columnName } from './read-csv.ts';

export type PriceColumns = {
  date: number;
  ticker: number | null;
  adjusted: number;
  close: number | null;
  split: number | null;
  observed: number | null;
  currency: number | null;
};

export type PriceLayout = {
  name: string;
  /** The provider's name where the layout tells it. */
  provider: string;
  columns: PriceColumns;
  /** What each used column is taken as, in words. */
  mapping: string[];
};

/** A file may have any number of columns that nobody knows. */
const notReadShownMax = 20;

export type LayoutFault = { field: string; what: string; fix: string };

const names = {
  date: ['date', 'datetime', 'timestamp', 'sessiondate', 'pricedate', 'tradedate'],
  ticker: ['ticker', 'symbol'],
  adjusted: ['adjclose', 'adjcloseprice', 'adjustedclose', 'adjustedcloseprice', 'closeadj', 'closeadjusted'],
  close: ['close'],
  split: ['splitcoefficient', 'splitfactor', 'splitratio', 'stocksplits'],
  observed: ['providerobservedat', 'observedat'],
  currency: ['currency', 'currencycode', 'pricecurrency', 'quotecurrency', 'ccy'],
} as const;

type Role = keyof typeof names;

/** The only basis that is served; an operator who knows that a plain close column is one says so with it. */
export const adjustedBasis = 'adjusted_close';

/** Other words for it, which an operator may use. */
const basisWords = [adjustedBasis, 'adjusted_daily_close', 'adjusted'];

export function recogniseLayout(header: readonly string[], basis: string | null): PriceLayout | LayoutFault {
  const found = header.map(columnName);
  const twice = rolesTwice(found);
  if (twice !== null) return twice;
  const at = (role: Role): number | null => {
    const index = found.findIndex((name) => (names[role] as readonly string[]).includes(name));
    return index < 0 ? null : index;
  };
  const [date, adjusted, close] = [at('date'), at('adjusted'), at('close')];
  if (date === null)
    return { field: 'header', what: 'there is no date column', fix: `name one ${names.date.join(', ')}` };
  if (basis !== null && !basisWords.includes(basis)) return wrongBasis(basis);
  if (adjusted === null && (basis === null || close === null))
    return notAdjusted(close === null ? 'header' : (header[close] ?? ''));
  const { name, provider, closeIsSplitAdjusted } = conventionOf(header, found);
  const columns: PriceColumns = {
    date,
    ticker: at('ticker'),
    adjusted: adjusted ?? close ?? 0,
    close: adjusted !== null && closeIsSplitAdjusted ? close : null,
    split: at('split'),
    observed: at('observed'),
    currency: at('currency'),
  };
  return { name, provider, columns, mapping: mappingOf(header, columns, close) };
}

function rolesTwice(found: readonly string[]): LayoutFault | null {
  for (const [role, known] of Object.entries(names)) {
    const columns = found.filter((name) => (known as readonly string[]).includes(name));
    if (columns.length > 1)
      return {
        field: 'header',
        what: `two columns could be the ${role}: ${columns.join(', ')}`,
        fix: 'remove one of them',
      };
  }
  return null;
}

function wrongBasis(basis: string): LayoutFault {
  const what = `a basis of ${shownName(basis)} is not served: marks and charts need closes adjusted for splits and dividends`;
  return {
    field: 'basis',
    what,
    fix: `load an adjusted series; if the close column is one, say --basis ${adjustedBasis}`,
  };
}

function notAdjusted(field: string): LayoutFault {
  const fix = `load a file with an adjusted close; if its close is adjusted for splits and dividends, say --basis ${adjustedBasis}`;
  return { field, what: 'there is no adjusted close column, so the basis of these prices is not known', fix };
}

type Convention = { name: string; provider: string; closeIsSplitAdjusted: boolean };

/** All that a file of Yahoo has; with any other column it is of somebody else, whose close may be as traded. */
const yahoo = {
  needed: ['date', 'open', 'high', 'low', 'close', 'adjclose'],
  known: ['volume', 'dividends', 'stocksplits', 'capitalgains'],
};

const stooq = { needed: ['date', 'open', 'high', 'low', 'close'], known: ['volume'] };

/** Whoever writes these beside a close has it as traded. */
const besideAsTraded = ['adjopen', 'adjhigh', 'adjlow', 'divcash', 'splitfactor', 'splitratio', 'exdividend'];

/**
 * Yahoo and Sharadar close is adjusted for splits; that of Alpha Vantage is as traded, and of any other file nobody knows.
 * Nor is the provider guessed of a layout that others have too: a series of theirs would continue with the prices of another.
 */
function conventionOf(header: readonly string[], found: readonly string[]): Convention {
  const has = (...columns: string[]): boolean => columns.every((column) => found.includes(column));
  const isOf = ({ needed, known }: { needed: readonly string[]; known: readonly string[] }): boolean =>
    has(...needed) && found.every((column) => needed.includes(column) || known.includes(column));
  if (has('adjustedclose', 'splitcoefficient'))
    return { name: 'Alpha Vantage', provider: 'alpha-vantage', closeIsSplitAdjusted: false };
  if (has('closeadj')) {
    const isAsTraded = besideAsTraded.some((column) => has(column));
    return { name: 'Sharadar', provider: 'sharadar', closeIsSplitAdjusted: has('closeunadj') && !isAsTraded };
  }
  if (isOf(yahoo)) return { name: 'Yahoo', provider: 'yahoo', closeIsSplitAdjusted: true };
  const isBracketed = header.every((name) => /^<.*>$/.test(name));
  if (isOf(stooq) || (isBracketed && has(...stooq.needed)))
    return { name: 'Stooq', provider: 'stooq', closeIsSplitAdjusted: false };
  return { name: 'plain', provider: 'unstated', closeIsSplitAdjusted: false };
}

function mappingOf(header: readonly string[], columns: PriceColumns, close: number | null): string[] {
  const said = (index: number | null, meaning: string): string[] =>
    index === null ? [] : [`${shownName(header[index] ?? '')} -> ${meaning}`];
  const unused = close !== null && close !== columns.adjusted && columns.close === null;
  return [
    ...said(columns.date, 'session'),
    ...said(columns.ticker, 'ticker'),
    ...said(columns.adjusted, 'adjusted close'),
    ...said(columns.close, 'split-adjusted close'),
    ...(unused ? said(close, 'not used: whether it is split-adjusted is not known') : []),
    ...said(columns.split, 'splits'),
    ...said(columns.observed, 'observed at'),
    ...said(columns.currency, 'currency'),
    ...notRead(header, [...Object.values(columns), close]),
  ];
}

function notRead(header: readonly string[], told: readonly (number | null)[]): string[] {
  const others = header.filter((_, index) => !told.includes(index)).map((name) => shownName(name) || '(no name)');
  const beyond = others.length - notReadShownMax;
  if (others.length === 0) return [];
  const named = others.slice(0, notReadShownMax).join(', ');
  return [`${named}${beyond > 0 ? ` and ${beyond} more` : ''} -> not read`];
}
