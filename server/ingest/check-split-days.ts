// Whether the splits of a bundle are on sessions, as those of a price file are: one split that two files have on two days counts twice.
import type { CalendarDate } from '../store/db.ts';
import type { Faults } from './faults.ts';
import { loadedCalendar } from './loaded-calendar.ts';
import type { Loading } from './loading.ts';
import type { ParsedRecord } from './parse-record.ts';
import type { SessionRecord } from './records.ts';

export class SplitDays {
  readonly #loading: Loading;
  readonly #faults: Faults;
  readonly #splits: { line: number; day: CalendarDate }[] = [];
  readonly #sessions: SessionRecord[] = [];

  constructor(loading: Loading, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
  }

  take({ line, record }: ParsedRecord): void {
    if (record.type === 'split') this.#splits.push({ line, day: record.effective_session });
    if (record.type === 'session') this.#sessions.push(record);
  }

  /** Sessions of the file count wherever they stand in it. Of a day outside the calendar nobody knows what it is. */
  async finish(): Promise<void> {
    if (this.#splits.length === 0) return;
    const calendar = await loadedCalendar(this.#loading, this.#sessions);
    for (const { line, day } of this.#splits) {
      if (day < calendar.coveredFrom || day > calendar.coveredThrough || calendar.indexOf(day) >= 0) continue;
      const place = { line, field: 'effective_session' };
      this.#faults.add(place, `the exchange has no session on ${day}`, 'write the first session with the new shares');
    }
  }
}
