// The dates of a column, settled for the column as a whole: order of day and month, days without a time, and the zone of times.
import { requestedInstant } from '../../contract/validation/formats.ts';
import { shown } from '../files/faults.ts';
import { dateOfText, dayAndMonth, splitDate, timeOfText, type TextFault } from './date-text.ts';
import { dateOfSerial, timeOfSerial } from './serial-dates.ts';
import type { Cell } from './table.ts';
import type { TableFaults } from './table-faults.ts';
import type { DateOrder, TableOptions } from './table-options.ts';
import { instantsOf } from './time-zones.ts';

export type DateCell = { row: number; cell: Cell; time: Cell | null };

/** `isDay`: only the date is known. */
export type Observation = { at: string; isDay: boolean };

type ColumnDates = { order: DateOrder | null; allMidnight: boolean };

export type DateColumn = { isInUtc: boolean; is1904: boolean; options: TableOptions };

export class TableDates {
  readonly #column: DateColumn;
  readonly #settled: ColumnDates;
  #zoned = 0;

  constructor(cells: readonly DateCell[], column: DateColumn, faults: TableFaults) {
    this.#column = column;
    const order = orderOf(cells, column.options.dateOrder ?? null, faults);
    this.#settled = { order, allMidnight: isAllMidnight(cells) };
    if (this.#settled.allMidnight) faults.note('all times are midnight: they are read as dates without a time');
  }

  observation(cell: Cell, time: Cell | null): Observation | TextFault {
    const read = cell.kind === 'date' ? this.#ofSerial(cell) : this.#ofText(cell);
    if ('what' in read) return read;
    const apart = time === null ? null : timeOfCell(time);
    if (apart !== null && 'what' in apart) return apart;
    const clock = apart ?? (this.#settled.allMidnight ? null : read.time);
    if (clock === null) return { at: `${read.date}T00:00:00.000Z`, isDay: true };
    return this.#instant(read.date, clock);
  }

  /** A date that has no time, as of a trade or a horizon. */
  day(cell: Cell): string | TextFault {
    const read = cell.kind === 'date' ? this.#ofSerial(cell) : this.#ofText(cell);
    return 'what' in read ? read : read.date;
  }

  note(faults: TableFaults): void {
    const { timeZone } = this.#column.options;
    if (this.#zoned > 0) faults.note(`${this.#zoned} times without a zone are read as of ${timeZone ?? 'UTC'}`);
  }

  #ofSerial(cell: Cell): ReadDate | TextFault {
    const read = dateOfSerial(cell.serial ?? Number.NaN, this.#column.is1904);
    if (read === null) return { what: 'is not a day that exists', fix: 'write it as 2026-09-10' };
    const midnight = cell.hasHour === true ? '00:00:00.000' : null;
    const time = read.time ?? midnight;
    return { date: read.date, time: time === null ? null : { time, offset: null } };
  }

  #ofText({ kind, text }: Cell): ReadDate | TextFault {
    if (kind === 'number' && !/^\d{8}$/.test(text))
      return { what: 'is a number, not a date', fix: 'give the cells the format of a date' };
    const { date, time } = splitDate(text);
    const day = dateOfText(date, this.#settled.order);
    if (typeof day !== 'string') return day;
    if (time === '') return { date: day, time: null };
    const clock = timeOfText(time);
    return 'what' in clock ? clock : { date: day, time: clock };
  }

  #instant(date: string, { time, offset }: Clock): Observation | TextFault {
    const { options, isInUtc } = this.#column;
    if (offset !== null || isInUtc) {
      const at = requestedInstant(`${date}T${time}${offset ?? 'Z'}`);
      return at === null ? { what: 'is not an instant that exists', fix: 'correct it' } : { at, isDay: false };
    }
    const { timeZone } = options;
    if (timeZone === undefined)
      return {
        what: 'has a time without a time zone',
        fix: 'say whose time it is, such as --time-zone America/New_York, or UTC; or leave only the date',
      };
    this.#zoned += 1;
    const [at, second] = instantsOf({ date, time }, timeZone);
    const local = `${date} ${time.slice(0, 5)}`;
    if (at === undefined)
      return { what: `clocks in ${timeZone} skipped ${local}`, fix: 'correct it, or write the offset' };
    if (second !== undefined)
      return { what: `clocks in ${timeZone} showed ${local} twice`, fix: 'write the offset, as in 01:30-04:00' };
    return { at, isDay: false };
  }
}

type Clock = { time: string; offset: string | null };
type ReadDate = { date: string; time: Clock | null };

function timeOfCell(cell: Cell): Clock | TextFault {
  if (cell.serial === undefined) return timeOfText(cell.text);
  const time = timeOfSerial(cell.serial);
  return time === null ? { what: 'is not a time of day', fix: 'write it as 16:30' } : { time, offset: null };
}

/** Exports of data frames give each date a midnight. */
function isAllMidnight(cells: readonly DateCell[]): boolean {
  const times = cells.filter(({ time }) => time === null).map(({ cell }) => midnightOf(cell));
  return times.length === cells.length && times.includes(true) && !times.includes(false);
}

/** Null for a date without a time. */
function midnightOf({ serial, hasHour, text }: Cell): boolean | null {
  if (serial !== undefined) return Number.isInteger(serial) ? (hasHour === true ? true : null) : false;
  const { time } = splitDate(text);
  return time === '' ? null : /^0?0:00(:00([.,]0+)?)?$|^12:00(:00)?\s*a\.?m\.?$/i.test(time);
}

type TextCell = { row: number; text: string };

/** From dates that have only one reading; null if there is none, or if they contradict one another, which is a fault. */
function orderOf(cells: readonly DateCell[], stated: DateOrder | null, faults: TableFaults): DateOrder | null {
  const texts = cells.filter(({ cell }) => cell.serial === undefined);
  const seen = texts.flatMap(({ row, cell }) => {
    const pair = dayAndMonth(splitDate(cell.text).date);
    return pair === null ? [] : [{ row, text: cell.text, pair }];
  });
  const dayFirst = seen.find(({ pair: [first] }) => first > 12);
  const monthFirst = seen.find(({ pair: [, second] }) => second > 12);
  const isOpen = seen.some(({ pair: [first, second] }) => first !== second);
  refuseMixed(cells, seen[0], faults);
  if (stated !== null) return stated;
  if (dayFirst !== undefined && monthFirst !== undefined) {
    const what = `${shown(dayFirst.text)} begins with the day, and ${shown(monthFirst.text)} in row ${monthFirst.row} with the month`;
    faults.add({ line: dayFirst.row, field: 'date' }, what, 'write all dates as 2026-09-10');
    return 'day-first';
  }
  const decided = dayFirst !== undefined ? 'day-first' : monthFirst !== undefined ? 'month-first' : null;
  const by = dayFirst ?? monthFirst;
  if (decided !== null && isOpen)
    faults.note(`dates are read ${decided}, which ${shown(by?.text ?? '')} in row ${by?.row ?? ''} decides`);
  return decided;
}

/** A program of another country turned some texts into dates, with day and month exchanged, and left the others. */
function refuseMixed(cells: readonly DateCell[], text: TextCell | undefined, faults: TableFaults): void {
  const date = cells.find(({ cell }) => cell.serial !== undefined);
  if (text === undefined || date === undefined) return;
  const what = `${shown(text.text)} is text, and row ${date.row} has a date: a spreadsheet program may have exchanged day and month in some rows`;
  faults.add(
    { line: text.row, field: 'date' },
    what,
    'import the column as text again, or write all dates as 2026-09-10',
  );
}
