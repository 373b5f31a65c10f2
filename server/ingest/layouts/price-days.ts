// The days of the rows of each ticker: dates that are shifted show as prices on days without a session.
import type { CalendarDate } from '../../store/engine/db.ts';
import type { Faults } from '../files/faults.ts';

type Days = { rows: number; off: number; firstOff: CalendarDate; line: number; weekdays: number };

/** Fewer rows show no pattern. */
const rowsMin = 10;
const weekdayRowsMin = 40;
/** From this share of prices on days without a session on, the dates themselves are wrong. */
const offShareMin = 0.1;
const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const tradingDays = [1, 2, 3, 4, 5];

export class PriceDays {
  readonly #tickers = new Map<string, Days>();

  /** A row that has a price. */
  take(ticker: string, day: CalendarDate, { line, isSession }: { line: number; isSession: boolean }): void {
    const days = this.#tickers.get(ticker) ?? { rows: 0, off: 0, firstOff: '', line, weekdays: 0 };
    this.#tickers.set(ticker, days);
    days.rows += 1;
    days.weekdays |= 1 << weekdayOf(day);
    if (isSession) return;
    if (days.off === 0) [days.firstOff, days.line] = [day, line];
    days.off += 1;
  }

  /** A close that stands under another day than its own would be known before it was made. */
  refuseShifted(faults: Faults): void {
    const fix = 'date each close by the session that it is of, in the time of New York';
    for (const [ticker, days] of this.#tickers) {
      const { rows, off, firstOff, line } = days;
      const never = tradingDays.filter((day) => (days.weekdays & (1 << day)) === 0);
      const missing = never.length === 1 && rows >= weekdayRowsMin ? (weekdayNames[never[0] ?? 0] ?? '') : null;
      if (rows >= rowsMin && off >= offShareMin * rows) {
        const none = missing === null ? '' : ` and none of a ${missing}`;
        const what = `${off} of the ${rows} prices of ${ticker} are of days without a session (the first: ${firstOff})${none}: the dates are shifted, or prices are carried over`;
        faults.add({ line, field: ticker }, what, fix);
      } else if (missing !== null) {
        const what = `none of the ${rows} prices of ${ticker} is of a ${missing}: the dates are shifted, or a day is left out`;
        faults.add({ line, field: ticker }, what, fix);
      }
    }
  }
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: CalendarDate): number {
  return (Date.parse(day) / 86_400_000 + 4) % 7;
}
