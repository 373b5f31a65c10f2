// One row of a price file as a price: the session, the adjusted close exactly as written, the other close and the split.
import type { Calendar } from '../../measures/calendar.ts';
import type { CalendarDate, Instant } from '../../store/engine/db.ts';
import { shown, type Faults } from '../files/faults.ts';
import { canonicalInstant, isCalendarDate, isInstant } from '../../contract/validation/formats.ts';
import type { PriceDays } from './price-days.ts';
import type { PriceColumns } from './price-layout.ts';
import { isWithSuffix } from './price-ticker.ts';
import type { CsvRow } from '../files/read-csv.ts';
import { foldTicker } from '../../terms/ticker.ts';

export type PriceRow = {
  line: number;
  ticker: string;
  session: CalendarDate;
  adjusted: string;
  close: string | null;
  /** A close of which it is not known how it is adjusted. */
  traded: string | null;
  observedAt: Instant;
  observedStated: boolean;
  /** The row itself says it; the command says of all rows of a file when that file was observed. */
  observedInRow: boolean;
  split: number | null;
};

export type SplitRow = Pick<PriceRow, 'line' | 'ticker' | 'session' | 'split'>;

export type RowsLeftOut = { empty: number; nonSession: number; outsideCalendar: number; examples: Map<string, string> };

export type PriceRowOptions = {
  header: readonly string[];
  columns: PriceColumns;
  calendar: Calendar;
  now: Instant;
  /** From the command or the file's name; null = every row says its own. */
  ticker: string | null;
  tickerStated: boolean;
  /** The ticker that a cell means. */
  tickerOfCell: (cell: string) => string;
  observedAt: Instant | null;
  days: PriceDays;
  /** Takes the split of a session that has no price. */
  onLoneSplit: (row: SplitRow) => void;
};

type Day = { session: CalendarDate; leave: 'nonSession' | 'outsideCalendar' | null };

const tickerForm = /^[A-Za-z0-9.^=/:_&$*+-]{1,32}$/;
/** How files write that there is no price: it is left out, and never 0. */
const empties = new Set(['', 'null', 'nan', 'n/a', 'na', '-', 'none']);

/** The only one that is served. */
export const currency = 'USD';

/** No market has had others, and what lies outside does not survive being computed with. */
const prices = { min: 1e-12, max: 1e12, said: '0.000000000001 to 1000000000000' };
export const splitRatios = { min: 1e-6, max: 1e6, said: '0.000001 to 1000000' };

export class PriceRows {
  readonly #reading: PriceRowOptions;
  readonly #faults: Faults;
  readonly leftOut: RowsLeftOut = { empty: 0, nonSession: 0, outsideCalendar: 0, examples: new Map() };

  constructor(reading: PriceRowOptions, faults: Faults) {
    this.#reading = reading;
    this.#faults = faults;
  }

  /** Null if the row is left out or has faults, which are added. */
  read({ line, cells }: CsvRow): PriceRow | null {
    const { columns } = this.#reading;
    const cell = (index: number | null): string => (index === null ? '' : (cells[index] ?? ''));
    const day = this.#date(line, cell(columns.date));
    const ticker = this.#ticker(line, cell(columns.ticker));
    if (day === null || day.leave === 'outsideCalendar' || ticker === null) return null;
    const { session } = day;
    const split = this.#split(line, cell(columns.split));
    const isEmpty = empties.has(cell(columns.adjusted).toLowerCase());
    if (!isEmpty) this.#reading.days.take(ticker, session, { line, isSession: day.leave === null });
    if (day.leave !== null) return typeof split === 'number' ? this.#noSession(line, session, split) : null;
    if (isEmpty) {
      if (typeof split === 'number') this.#reading.onLoneSplit({ line, ticker, session, split });
      return this.#leave('empty', session);
    }
    const adjusted = this.#price(line, columns.adjusted, cell(columns.adjusted));
    const close = this.#closeBeside(line, cell(columns.close));
    const observed = this.#observed(line, session, cell(columns.observed));
    if (!this.#isServed(line, cell(columns.currency))) return null;
    if (adjusted === null || close === undefined || split === undefined || observed === null) return null;
    const traded = tradedClose(cell(columns.traded));
    return { line, ticker, session, adjusted, close, traded, split, ...observed };
  }

  #left(leave: 'nonSession' | 'outsideCalendar', session: CalendarDate): Day {
    this.#leave(leave, session);
    return { session, leave };
  }

  #leave(why: 'empty' | 'nonSession' | 'outsideCalendar', session: CalendarDate): null {
    this.leftOut[why] += 1;
    if (!this.leftOut.examples.has(why)) this.leftOut.examples.set(why, session);
    return null;
  }

  #add(line: number, column: number | null, what: string, fix: string): null {
    const field = column === null ? '' : (this.#reading.header[column] ?? '');
    this.#faults.add({ line, field }, what, fix);
    return null;
  }

  #noSession(line: number, day: CalendarDate, split: number): null {
    return this.#add(
      line,
      this.#reading.columns.split,
      `a split of ${split} on ${day}, when the exchange had no session`,
      'write it on the first session with the new shares',
    );
  }

  /** A day with why its price is left out, if it is. Null = a fault. */
  #date(line: number, value: string): Day | null {
    const date = calendarDate(value);
    const column = this.#reading.columns.date;
    if (date === null)
      return this.#add(line, column, `${shown(value)} is no calendar date that exists`, 'write it as 2014-06-30');
    if (date > this.#reading.now.slice(0, 10))
      return this.#add(line, column, `${date} is in the future`, 'remove the row');
    const { calendar } = this.#reading;
    if (date < calendar.coveredFrom || date > calendar.coveredThrough) return this.#left('outsideCalendar', date);
    const session = calendar.sessions[calendar.indexOf(date)];
    if (session === undefined) return this.#left('nonSession', date);
    if (session.closeAt <= this.#reading.now) return { session: date, leave: null };
    return this.#add(
      line,
      column,
      `the session of ${date} closes at ${session.closeAt}, which is in the future`,
      'load it after the close',
    );
  }

  #ticker(line: number, value: string): string | null {
    const { ticker, tickerStated, columns } = this.#reading;
    if (columns.ticker === null || (ticker !== null && value === '')) return ticker;
    if (!tickerForm.test(value))
      return this.#add(
        line,
        columns.ticker,
        `${shown(value)} is no ticker`,
        'write 1 to 32 letters, digits or .^=/:_&$*+-',
      );
    const folded = this.#reading.tickerOfCell(value);
    if (!tickerStated || folded === ticker) return folded;
    if (ticker !== null && isWithSuffix(foldTicker(value), ticker)) return ticker;
    return this.#add(
      line,
      columns.ticker,
      `the row is of ${folded}`,
      `load it without --ticker ${ticker ?? ''}, or remove it`,
    );
  }

  #price(line: number, column: number, value: string): string | null {
    const plain = plainDecimal(value);
    if (plain === null)
      return this.#add(
        line,
        column,
        `${shown(value)} is no number`,
        'write digits with a decimal point, or leave the cell empty',
      );
    if (/^[0.]*$/.test(plain))
      return this.#add(line, column, 'a price of 0 is no price', 'leave the cell empty when there is none');
    if (plain.startsWith('-'))
      return this.#add(line, column, `${shown(value)} is below 0`, 'correct it, or leave the cell empty');
    if (Number(plain) < prices.min || Number(plain) > prices.max)
      return this.#add(
        line,
        column,
        `${shown(value)} is no price from ${prices.said}`,
        'correct it, or leave the cell empty',
      );
    return plain;
  }

  /** A price in another currency would be published as one in this. */
  #isServed(line: number, value: string): boolean {
    if (empties.has(value.toLowerCase()) || value.toUpperCase() === currency) return true;
    this.#add(
      line,
      this.#reading.columns.currency,
      `the price is in ${shown(value)}, and prices are served in ${currency} alone`,
      `load prices in ${currency}`,
    );
    return false;
  }

  /** Undefined = a fault. */
  #closeBeside(line: number, value: string): string | null | undefined {
    const { close } = this.#reading.columns;
    if (close === null || empties.has(value.toLowerCase())) return null;
    return this.#price(line, close, value) ?? undefined;
  }

  /** 0 and 1 and nothing say that there was no split. Undefined = a fault. */
  #split(line: number, value: string): number | null | undefined {
    const { split } = this.#reading.columns;
    if (split === null || empties.has(value.toLowerCase())) return null;
    const ratio = Number(plainDecimal(value) ?? Number.NaN);
    if (ratio === 0 || ratio === 1) return null;
    if (ratio >= splitRatios.min && ratio <= splitRatios.max) return ratio;
    this.#add(
      line,
      split,
      `${shown(value)} is no split ratio from ${splitRatios.said}`,
      'write new shares per old one, such as 4 or 0.1',
    );
    return undefined;
  }

  /** A price without a time of observation counts from the close of its session, and its documents say so. */
  #observed(
    line: number,
    session: CalendarDate,
    value: string,
  ): Pick<PriceRow, 'observedAt' | 'observedStated' | 'observedInRow'> | null {
    const { calendar, columns, observedAt: stated, now } = this.#reading;
    const closeAt = calendar.sessions[calendar.indexOf(session)]?.closeAt ?? '';
    if (value !== '' && !isInstant(value))
      return this.#add(line, columns.observed, `${shown(value)} is no UTC instant`, 'write it as 2014-06-30T20:00:00Z');
    const observedAt = value === '' ? stated : canonicalInstant(value);
    if (observedAt === null) return { observedAt: closeAt, observedStated: false, observedInRow: false };
    if (observedAt < closeAt)
      return this.#add(
        line,
        columns.observed ?? columns.date,
        `observed at ${observedAt}, before the session closed (${closeAt})`,
        'correct the time of observation',
      );
    if (observedAt > now)
      return this.#add(
        line,
        columns.observed ?? columns.date,
        `observed at ${observedAt}, which is in the future`,
        'correct the time of observation',
      );
    return { observedAt, observedStated: true, observedInRow: value !== '' };
  }
}

/** Columns that are only looked at refuse no row. */
function tradedClose(value: string): string | null {
  const plain = value === '' ? null : plainDecimal(value);
  return plain !== null && Number(plain) >= prices.min && Number(plain) <= prices.max ? plain : null;
}

/** ISO and compact dates; a time of day only where it is midnight, as data frames and flat files write it. */
export function calendarDate(value: string): CalendarDate | null {
  if (/^\d{19}$/.test(value)) return dayOfNanoseconds(value);
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(value)?.[1];
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(value);
  const date = iso ?? (compact ? `${compact[1]}-${compact[2]}-${compact[3]}` : null);
  return date !== null && isCalendarDate(date) ? date : null;
}

/** The start of a day in New York, or in UTC, as nanoseconds since 1970: at either the date in UTC is the day's own. */
function dayOfNanoseconds(value: string): CalendarDate | null {
  const instant = new Date(Number(BigInt(value) / 1_000_000n)).toISOString();
  return ['00', '04', '05'].some((hour) => instant.endsWith(`T${hour}:00:00.000Z`)) ? instant.slice(0, 10) : null;
}

/** The number with every digit that was written, without an exponent: what the database gives back. */
export function plainDecimal(value: string): string | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(value);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  if (whole + fraction === '' || whole.length + fraction.length > 100) return null;
  const shift = Number(exponent ?? 0);
  const digits = shift >= 0 ? fraction.padEnd(shift, '0') : whole.padStart(1 - shift, '0');
  const left = shift >= 0 ? whole + digits.slice(0, shift) : digits.slice(0, shift);
  const right = shift >= 0 ? digits.slice(shift) : digits.slice(shift) + fraction;
  const plain = left.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${plain}${right === '' ? '' : `.${right}`}`;
}
