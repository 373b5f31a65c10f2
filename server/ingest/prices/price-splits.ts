// The splits of a price file, as the records that a bundle would hold.
import { refuseCumulative, type StatedSplit } from '../layouts/cumulative-splits.ts';
import type { Trx } from '../../store/engine/db.ts';
import { knownKey, knownRecords } from '../../store/staged/staging.ts';
import { decide } from '../judging/decide.ts';
import type { Faults } from '../files/faults.ts';
import { stageWithin } from '../records/stage-records.ts';
import type { ImportOptions } from '../files/loading.ts';
import { normaliseRecord } from '../records/normalise.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import { splitsKnownOf } from './price-split-moves.ts';
import type { SplitRow } from '../layouts/price-rows.ts';
import { recordKey } from '../records/record-keys.ts';
import { sameSplit } from './split-rules.ts';

const splitsMax = 20_000;

export class SplitLoad {
  readonly #loading: ImportOptions;
  readonly #file: string;
  readonly #faults: Faults;
  readonly #splits = new Map<string, ParsedRecord>();
  readonly #lone = new Set<string>();
  /** Splits as the file states them, to compare with the loaded ones. */
  readonly #stated = new Map<string, StatedSplit>();
  readonly notes: string[] = [];

  constructor(loading: ImportOptions, file: string, faults: Faults) {
    this.#loading = loading;
    this.#file = file;
    this.#faults = faults;
  }

  get stated(): readonly StatedSplit[] {
    return [...this.#stated.values()];
  }

  get size(): number {
    return this.#splits.size;
  }

  /** The split of a session whose price the file does not have. Rows with prices are compared with each other as such. */
  takeLone(row: SplitRow): void {
    this.#take(row, true);
  }

  take(row: SplitRow): void {
    this.#take(row, false);
  }

  #take(row: SplitRow, isLone: boolean): void {
    if (row.split === null) return;
    if (this.#splits.size > splitsMax) return;
    const [numerator, denominator] = row.split >= 1 ? [row.split, 1] : [1, roundedInverse(row.split)];
    const split = { type: 'split', ticker: row.ticker, effective_session: row.session, numerator, denominator };
    const normalised = normaliseRecord(split);
    const key = recordKey(normalised.record);
    const earlier = this.#splits.get(key);
    const isOther = earlier !== undefined && earlier.contentHash !== normalised.contentHash;
    if (isOther && (isLone || this.#lone.has(key))) {
      const what = `${row.session} has another split here than on line ${Math.min(row.line, earlier.line)}`;
      const line = Math.max(row.line, earlier.line);
      this.#faults.add({ line, field: row.ticker }, what, 'keep one row for each session');
    }
    if (isLone) this.#lone.add(key);
    this.#splits.set(key, { ...normalised, line: row.line, type: 'split', key });
    this.#stated.set(key, { line: row.line, ticker: row.ticker, session: row.session, ratio: row.split });
  }

  /** `column`: what the file calls the one of the splits. */
  async check(column: string): Promise<void> {
    if (refuseCumulative(this.stated, column, this.#faults)) return;
    if (this.#splits.size > splitsMax) {
      const line = [...this.#splits.values()].at(-1)?.line ?? 1;
      this.#faults.add({ line, field: column }, `more than ${splitsMax} splits`, 'check the column');
      return;
    }
    await this.#dropKnown();
    const splits = [...this.#splits.values()];
    const asked = splits.map(({ type, key, contentHash }) => ({ kind: type, key, contentHash }));
    const known = await knownRecords(this.#loading.db, this.#loading.collection, asked);
    for (const split of splits) {
      const decision = decide(split, known.get(knownKey('split', split.key)));
      if (decision.is !== 'refused') continue;
      this.#faults.add(
        { line: split.line, field: 'split' },
        'a split of that session is loaded with another ratio',
        'correct it in a bundle with "corrects"',
      );
    }
  }

  /** A split that is loaded with another day, a source apart, counts once. */
  async #dropKnown(): Promise<void> {
    const known = await splitsKnownOf(
      this.#loading,
      this.stated.map(({ ticker }) => ticker),
    );
    for (const [key, split] of this.#stated) {
      const same = sameSplit(split, known);
      if (same === undefined || known.some((one) => one.ticker === split.ticker && one.session === split.session))
        continue;
      this.#splits.delete(key);
      this.notes.push(
        `the split of ${split.ticker} on ${split.session} is taken for the one of ${same.session} by the same ratio that is loaded already, and counts once`,
      );
    }
  }

  /** In the transaction that accepts the prices of the file. */
  async stage(trx: Trx, importId: number): Promise<void> {
    const records = [...this.#splits.values()];
    await stageWithin(trx, this.#loading.collection, { importId, origin: this.#file, records });
  }
}

/** 0.1 is one new share for ten old ones; 0.6667 stays what the file says, per share. */
function roundedInverse(ratio: number): number {
  const inverse = 1 / ratio;
  const whole = Math.round(inverse);
  return Math.abs(inverse - whole) < 1e-9 * whole ? whole : inverse;
}
