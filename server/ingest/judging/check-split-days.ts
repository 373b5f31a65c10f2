// The splits of a bundle: each on a session, none twice within a month, and each in agreement with the prices that are loaded.
import type { CalendarDate } from '../../store/engine/db.ts';
import { loadedSplitMoves, type KnownSplit } from '../../store/staged/price-splits.ts';
import { listingsMeant } from './check-tickers.ts';
import type { Faults } from '../files/faults.ts';
import { loadedCalendar } from '../records/loaded-calendar.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import { splitsKnownOf } from '../prices/price-split-moves.ts';
import type { SessionRecord } from '../records/records.ts';
import { sameSplit, shortRatio, splitContradiction } from '../prices/split-rules.ts';

/** Splits that are compared with the loaded prices in one step. */
const stepMax = 500;

export class SplitDays {
  readonly #loading: ImportOptions;
  readonly #faults: Faults;
  readonly #splits: { line: number; ticker: string; session: CalendarDate; ratio: number }[] = [];
  readonly #sessions: SessionRecord[] = [];

  constructor(loading: ImportOptions, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
  }

  take({ line, record }: ParsedRecord): void {
    if (record.type === 'split') {
      const { ticker, effective_session: session, numerator, denominator } = record;
      this.#splits.push({ line, ticker, session, ratio: numerator / denominator });
    }
    if (record.type === 'session') this.#sessions.push(record);
  }

  /** Sessions of the file count wherever they stand in it. A day outside the calendar is not judged. */
  async finish(): Promise<void> {
    if (this.#splits.length === 0) return;
    this.#splits.sort((a, b) => a.line - b.line);
    const calendar = await loadedCalendar(this.#loading, this.#sessions);
    const standing = this.#splits.filter(({ line, session: day }) => {
      if (day < calendar.coveredFrom || day > calendar.coveredThrough || calendar.indexOf(day) >= 0) return true;
      const place = { line, field: 'effective_session' };
      this.#faults.add(place, `the exchange has no session on ${day}`, 'write the first session with the new shares');
      return false;
    });
    await this.#refuseRepeated(standing);
    await this.#refuseContradicted(standing);
  }

  /** A split that a file or two sources date by two days would count twice, within a file or with a loaded split. */
  async #refuseRepeated(splits: readonly (KnownSplit & { line: number })[]): Promise<void> {
    const tickers = splits.map(({ ticker }) => ticker);
    const known: (KnownSplit & { line?: number })[] = await splitsKnownOf(this.#loading, tickers);
    const own = new Set(splits.map(({ ticker, session }) => `${ticker} ${session}`));
    // A split of the file replaces the loaded one of its session.
    const before = known.filter(({ ticker, session }) => !own.has(`${ticker} ${session}`));
    for (const split of splits) {
      const same = sameSplit(split, before);
      before.push(split);
      if (same === undefined) continue;
      const where = same.line === undefined ? 'is loaded' : `is on line ${same.line}`;
      const what = `${split.ticker} splits by ${shortRatio(split.ratio)} on ${split.session}, and the same split of ${same.session} ${where}: no listing splits by the same ratio twice within a month`;
      this.#faults.add(
        { line: split.line, field: 'effective_session' },
        what,
        'keep the first session with the new shares',
      );
    }
  }

  /** As a price file is refused that contradicts a loaded split: the order of loading does not matter. */
  async #refuseContradicted(splits: readonly (KnownSplit & { line: number })[]): Promise<void> {
    const { db, collection } = this.#loading;
    for (let start = 0; start < splits.length; start += stepMax) {
      const some = splits.slice(start, start + stepMax);
      const meant = await listingsMeant(this.#loading, [...new Set(some.map(({ ticker }) => ticker))]);
      const asked = some.map(({ ticker, session }) => ({ ticker, listing: meant.get(ticker) ?? null, session }));
      const moves = await loadedSplitMoves(db, collection, asked);
      for (const split of some) {
        const own = moves.filter(({ ticker, session }) => ticker === split.ticker && session === split.session);
        const [found] = own.flatMap((move) => splitContradiction(split, move) ?? []);
        if (found !== undefined) this.#faults.add({ line: split.line, field: 'numerator' }, found.what, found.fix);
      }
    }
  }
}
