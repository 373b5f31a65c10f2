// Names of a securities file by ticker: finds the undated ones that dated names of the same listing keep from being shown.
import { normaliseText } from '../../measures/text.ts';
import type { CalendarDate } from '../../store/engine/db.ts';
import { foldTicker } from '../../terms/ticker.ts';
import { newestDatedNames } from '../../store/published/publish-lookups.ts';
import type { ImportOptions } from '../files/loading.ts';

export class NameHistory {
  readonly #undated = new Map<string, string>();
  readonly #dated = new Map<string, { from: CalendarDate; name: string }>();

  take(rawTicker: string, rawName: string, from: CalendarDate | null): void {
    const [ticker, name] = [foldTicker(rawTicker), normaliseText(rawName).text];
    if (from === null) {
      this.#undated.set(ticker, name);
      return;
    }
    const newest = this.#dated.get(ticker);
    if (newest === undefined || newest.from <= from) this.#dated.set(ticker, { from, name });
  }

  /** A file that repeats the newest dated name without its date says nothing new. */
  async notes({ db, collection }: ImportOptions): Promise<string[]> {
    const released = await newestDatedNames(db, collection, [...this.#undated.keys()]);
    const hidden = [...this.#undated].filter(([ticker, name]) => {
      const shown = this.#dated.get(ticker)?.name ?? released.get(ticker);
      return shown !== undefined && shown !== name;
    });
    const [first] = hidden;
    if (first === undefined) return [];
    const what = `${hidden.length} names without name_from are not shown, because their listings have dated names (the first: ${first[0]})`;
    return [`${what}; add the day from which each holds as name_from`];
  }
}
