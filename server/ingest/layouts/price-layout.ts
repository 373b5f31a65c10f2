// Meaning of the columns of a price file: found by name, in any order, in the conventions of the providers.
import { shownName } from '../files/faults.ts';
import { columnName } from '../files/read-csv.ts';

export type PriceColumns = {
  date: number;
  ticker: number | null;
  adjusted: number;
  close: number | null;
  /** A second close next to the adjusted one. Only its jumps are used: at a split they show the ratio. */
  traded: number | null;
  split: number | null;
  observed: number | null;
  currency: number | null;
};

export type PriceLayout = {
  name: string;
  /** The provider's name, if the layout shows it. */
  provider: string;
  columns: PriceColumns;
  /** The meaning of each used column, in words. */
  mapping: string[];
};

/** A file may have any number of unknown columns. */
const notReadShownMax = 20;

export type LayoutFault = { field: string; what: string; fix: string };

const names = {
  date: ['date', 'datetime', 'timestamp', 'sessiondate', 'pricedate', 'tradedate', 'windowstart'],
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

/** `provider`: whose file it is where something else than the header's names shows it. */
export function recogniseLayout(
  header: readonly string[],
  basis: string | null,
  provider: 'yahoo' | null = null,
): PriceLayout | LayoutFault {
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
  const convention = provider === null ? conventionOf(header, found) : conventions[provider];
  const { name, closeIsSplitAdjusted } = convention;
  const columns: PriceColumns = {
    date,
    ticker: at('ticker'),
    adjusted: adjusted ?? close ?? 0,
    close: adjusted !== null && closeIsSplitAdjusted ? close : null,
    traded: adjusted !== null && !closeIsSplitAdjusted ? close : null,
    split: at('split'),
    observed: at('observed'),
    currency: at('currency'),
  };
  return { name, provider: convention.provider, columns, mapping: mappingOf(header, columns, close) };
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

const conventions = {
  yahoo: { name: 'Yahoo', provider: 'yahoo', closeIsSplitAdjusted: true },
  stooq: { name: 'Stooq', provider: 'stooq', closeIsSplitAdjusted: false },
  alphaVantage: { name: 'Alpha Vantage', provider: 'alpha-vantage', closeIsSplitAdjusted: false },
  sharadar: { name: 'Sharadar', provider: 'sharadar', closeIsSplitAdjusted: true },
  tiingo: { name: 'Tiingo', provider: 'tiingo', closeIsSplitAdjusted: false },
  wiki: { name: 'Nasdaq WIKI', provider: 'nasdaq-wiki', closeIsSplitAdjusted: false },
  polygon: { name: 'Polygon', provider: 'polygon', closeIsSplitAdjusted: false },
  plain: { name: 'plain', provider: 'unstated', closeIsSplitAdjusted: false },
} as const satisfies { [name: string]: Convention };

/** The providers whose files are known, for the help. */
export const knownProviders: readonly string[] = Object.entries(conventions).flatMap(([key, { name }]) =>
  key === 'plain' ? [] : [name],
);

/** Columns of Yahoo's files, also as programs save them. A file with other columns may have a close as traded. */
const yahoo = {
  needed: ['date', 'open', 'high', 'low', 'close', 'adjclose'],
  known: ['volume', 'dividends', 'stocksplits', 'capitalgains', 'repaired', 'index', 'unnamed', ''],
};

const stooq = { needed: ['date', 'open', 'high', 'low', 'close'], known: ['volume'] };

/** Next to one of these columns a close is as traded. */
const besideAsTraded = ['adjopen', 'adjhigh', 'adjlow', 'divcash', 'splitfactor', 'splitratio', 'exdividend'];

/**
 * The close of Yahoo and Sharadar is adjusted for splits, that of Alpha Vantage is as traded, and any other is unknown.
 * Nor is the provider guessed of a layout that others have too: a series of theirs would continue with the prices of another.
 */
function conventionOf(header: readonly string[], found: readonly string[]): Convention {
  const has = (...columns: string[]): boolean => columns.every((column) => found.includes(column));
  const isOf = ({ needed, known }: { needed: readonly string[]; known: readonly string[] }): boolean =>
    has(...needed) && found.every((column) => needed.includes(column) || known.includes(column));
  if (has('adjustedclose', 'splitcoefficient')) return conventions.alphaVantage;
  if (has('adjclose', 'adjopen', 'divcash', 'splitfactor')) return conventions.tiingo;
  if (has('adjclose', 'adjopen', 'exdividend', 'splitratio')) return conventions.wiki;
  if (has('ticker', 'windowstart', 'transactions')) return conventions.polygon;
  if (has('closeadj')) {
    const isAsTraded = besideAsTraded.some((column) => has(column));
    return { ...conventions.sharadar, closeIsSplitAdjusted: has('closeunadj') && !isAsTraded };
  }
  if (isOf(yahoo)) return conventions.yahoo;
  const isBracketed = header.every((name) => /^<.*>$/.test(name));
  if (isOf(stooq) || (isBracketed && has(...stooq.needed))) return conventions.stooq;
  return conventions.plain;
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
