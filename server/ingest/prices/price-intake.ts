// The rows of a price file on their way into their import: series are numbered as they come, and rows are sent in chunks.
import { addPrices, addSeries, type PriceChunk, type SeriesKey } from '../../store/staged/price-imports.ts';
import { chunkRows } from '../../store/staged/staging.ts';
import { ChunkSender } from '../files/chunk-sender.ts';
import { type Faults, refused } from '../files/faults.ts';
import { inputLimits, type InputLimits } from '../files/input-limits.ts';
import type { ImportOptions } from '../files/loading.ts';
import { adjustedBasis } from '../layouts/price-layout.ts';
import { currency, type PriceRow } from '../layouts/price-rows.ts';

/** Rows that may repeat a session, above all the sessions that there are. */
export const repeatedMax = 10_000;

export type IntakeOptions = {
  loading: ImportOptions;
  importId: number;
  faults: Faults;
  providerRank: number | null;
  /** Sessions that a series can have. */
  sessions: number;
  limits?: InputLimits;
};

export type Series = Pick<SeriesKey, 'seriesNo' | 'seriesId' | 'ticker'> & { rows: number };

export class PriceIntake {
  readonly series: Series[] = [];
  readonly #byTicker = new Map<string, Series>();
  readonly #tickers: string[] = [];
  readonly #options: IntakeOptions;
  readonly #limits: InputLimits;
  #provider = '';
  #unsaid: Series[] = [];
  #chunk = emptyChunk();
  readonly #sender = new ChunkSender();

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#limits = options.limits ?? inputLimits;
  }

  async take(row: PriceRow, provider: string): Promise<void> {
    this.#provider = provider;
    const series = this.#byTicker.get(row.ticker) ?? this.#begin(row);
    series.rows += 1;
    if (series.rows > this.#options.sessions + repeatedMax) throw tooManyRepeats(this.#options.faults.file, row.line);
    const chunk = this.#chunk;
    chunk.seriesNo.push(series.seriesNo);
    chunk.session.push(row.session);
    chunk.line.push(row.line);
    chunk.adjusted.push(row.adjusted);
    chunk.close.push(row.close ?? 'NULL');
    chunk.traded.push(row.traded ?? 'NULL');
    chunk.split.push(row.split === null ? 'NULL' : String(row.split));
    chunk.observedAt.push(row.observedAt);
    chunk.observedStated.push(row.observedStated ? 't' : 'f');
    chunk.observedInRow.push(row.observedInRow ? 't' : 'f');
    if (chunk.line.length >= chunkRows) await this.#send();
  }

  async finish(): Promise<void> {
    await this.#send();
    await this.#sender.finish();
  }

  #begin({ ticker, line }: PriceRow): Series {
    const { faults } = this.#options;
    if (this.series.length >= this.#limits.series_max) {
      const what = `the file has more than ${this.#limits.series_max} tickers`;
      throw refused(faults.file, { line }, what, 'split it into several files');
    }
    const series = { seriesNo: this.series.length, seriesId: `${ticker}|${this.#provider}`, ticker, rows: 0 };
    this.series.push(series);
    this.#byTicker.set(ticker, series);
    this.#tickers.push(ticker);
    this.#unsaid.push(series);
    return series;
  }

  async #send(): Promise<void> {
    const [chunk, series] = [this.#chunk, this.#unsaid];
    this.#chunk = emptyChunk();
    this.#unsaid = [];
    // A file with faults is refused: the rest of it is only read for further ones.
    if (chunk.line.length === 0 || this.#options.faults.any) return;
    await this.#sender.send(() => this.#add(chunk, series));
  }

  async #add(chunk: PriceChunk, series: readonly Series[]): Promise<void> {
    const {
      loading: { db, collection },
      importId,
      providerRank,
    } = this.#options;
    const source = { provider: this.#provider, currency, basis: adjustedBasis, tickers: this.#tickers };
    await addSeries(
      db,
      { importId, collection },
      series.map((one) => ({ ...one, provider: this.#provider, currency, basis: adjustedBasis, providerRank })),
    );
    await addPrices(db, importId, chunk, source);
  }
}

export function tooManyRepeats(file: string, line: number | null): Error {
  const what = `more than ${repeatedMax} rows repeat a session of their ticker`;
  return refused(file, line === null ? {} : { line }, what, 'keep one row for each session');
}

const emptyChunk = (): PriceChunk => ({
  seriesNo: [],
  session: [],
  line: [],
  adjusted: [],
  close: [],
  traded: [],
  split: [],
  observedAt: [],
  observedStated: [],
  observedInRow: [],
});
