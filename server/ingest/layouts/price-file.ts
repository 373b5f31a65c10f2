// A price file as rows, with the layout that its header shows.
import { basename } from 'node:path';
import { foldTicker } from '../../terms/ticker.ts';
import { type Faults, refused } from '../files/faults.ts';
import { type ImportOptions, progressOf } from '../files/loading.ts';
import { PriceDays } from './price-days.ts';
import { type PriceLayout, recogniseLayout } from './price-layout.ts';
import { type PriceRowOptions, type PriceRow, PriceRows, type RowsLeftOut } from './price-rows.ts';
import { tickerOfCell, tickerOfFile } from './price-ticker.ts';
import { columnName, type CsvRow, readCsv } from '../files/read-csv.ts';

export type PriceFileOptions = {
  file: string;
  loading: ImportOptions;
  faults: Faults;
  ticker: string | undefined;
  /** The place of the ticker in the file's name, or in its cells: `{ticker}.US`. */
  tickerPattern: string | undefined;
  provider: string | undefined;
  basis: string | undefined;
  reading: Pick<PriceRowOptions, 'calendar' | 'now' | 'observedAt' | 'onLoneSplit'>;
};

export class PriceFile {
  readonly days = new PriceDays();
  readonly #options: PriceFileOptions;
  #layout: PriceLayout | null = null;
  #rows: PriceRows | null = null;
  #splitColumn = '';
  #nameMapping: string | null = null;

  constructor(options: PriceFileOptions) {
    this.#options = options;
  }

  get layout(): PriceLayout {
    if (this.#layout === null)
      throw refused(this.#options.file, {}, 'the file has no header', 'name its columns in the first line');
    return this.#layout;
  }

  get provider(): string {
    return this.#options.provider ?? this.layout.provider;
  }

  /** The file's name for the column of splits. */
  get splitColumn(): string {
    return this.#splitColumn;
  }

  get leftOut(): RowsLeftOut | undefined {
    return this.#rows?.leftOut;
  }

  /** The ticker from the file's name or its header; null if it is stated, or stands in each row. */
  get nameMapping(): string | null {
    return this.#nameMapping;
  }

  async *rows(): AsyncGenerator<PriceRow> {
    const { file, loading, faults } = this.#options;
    const header = new YahooHeader(file);
    for await (const row of readCsv(file, faults, progressOf(loading, file))) {
      if (this.#rows === null) {
        const complete = header.take(row);
        if (complete !== null) this.#rows = this.#begin(complete);
        continue;
      }
      const price = this.#rows.read(row);
      if (price !== null) yield price;
    }
    if (this.#rows === null) throw refused(file, {}, 'the file has no rows', 'write a header and rows');
  }

  #begin({ cells: header, line, ticker: inHeader }: Header): PriceRows {
    const { file, basis, reading, faults, ticker: stated, tickerPattern } = this.#options;
    const layout = recogniseLayout(header, basis ?? null, inHeader === null ? null : 'yahoo');
    if (!('columns' in layout)) throw refused(file, { line, field: layout.field }, layout.what, layout.fix);
    this.#layout = layout;
    this.#splitColumn = header[layout.columns.split ?? -1] ?? '';
    const naming = { layout: layout.name, pattern: tickerPattern };
    const ticker = layout.columns.ticker === null || stated !== undefined ? this.#ticker(inHeader, naming) : null;
    if (layout.columns.ticker === null && ticker === null) {
      const what = 'neither a column nor the name of the file says the ticker';
      throw refused(
        file,
        { line, field: 'ticker' },
        what,
        'say --ticker, or --ticker-pattern with {ticker} at its place',
      );
    }
    const tickers = {
      ticker,
      tickerStated: stated !== undefined,
      tickerOfCell: (cell: string) => tickerOfCell(cell, naming),
    };
    return new PriceRows({ ...reading, ...tickers, days: this.days, header, columns: layout.columns }, faults);
  }

  #ticker(inHeader: string | null, naming: Parameters<typeof tickerOfFile>[1]): string | null {
    const { file, ticker: stated } = this.#options;
    if (stated !== undefined) return foldTicker(stated);
    const ticker = inHeader ?? tickerOfFile(file, naming);
    if (ticker !== null) this.#nameMapping = `${inHeader === null ? basename(file) : 'second row'} -> ticker ${ticker}`;
    return ticker;
  }
}

type Header = { cells: readonly string[]; line: number; ticker: string | null };

/** yfinance saves three rows: `Price,Close,…`, `Ticker,AAPL,…` and `Date,,…`; every other header is its first row. */
class YahooHeader {
  readonly #file: string;
  readonly #rows: CsvRow[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** The header, once it is complete. */
  take(row: CsvRow): Header | null {
    this.#rows.push(row);
    const [names, tickers, index] = this.#rows;
    if (names === undefined) return null;
    if (!isFirstOfThree(names)) return { ...names, ticker: null };
    if (tickers === undefined) return null;
    if (columnName(tickers.cells[0] ?? '') !== 'ticker')
      throw this.#unread(tickers.line, 'the second row names no ticker');
    const [ticker = '', ...others] = new Set(tickers.cells.slice(1).map(foldTicker));
    if (others.length > 0) {
      const what = `it holds several tickers side by side (${ticker}, ${others[0]})`;
      throw refused(this.#file, { line: tickers.line }, what, 'save each ticker in a file of its own');
    }
    if (index === undefined) return null;
    const [date = ''] = index.cells;
    if (!columnName(date).startsWith('date')) throw this.#unread(index.line, 'the third row names no date');
    return { cells: [date, ...names.cells.slice(1)], line: names.line, ticker };
  }

  #unread(line: number, what: string): Error {
    const fix = 'save it with one header row (yfinance: multi_level_index=False)';
    return refused(this.#file, { line, field: 'header' }, what, fix);
  }
}

function isFirstOfThree({ cells }: CsvRow): boolean {
  const [first = '', ...others] = cells.map(columnName);
  return first === 'price' && others.includes('close') && !others.some((name) => name.includes('date'));
}
