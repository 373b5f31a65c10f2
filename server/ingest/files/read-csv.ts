// A CSV file row by row with the line each row stands on; the separator is what its header uses.
import { Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { refused, withLine, type Faults } from './faults.ts';
import { inputLimits, type InputLimits } from './input-limits.ts';
import { type CsvRecord, NotUtf8, PlainLines } from './plain-lines.ts';
import { readBytes, type Progress } from './read-bytes.ts';

export type CsvRow = { line: number; cells: string[] };

const separators = [',', ';', '\t'] as const;

/** The first row is the header. Rows of another length are faults: a truncated file ends with one. Empty rows are skipped. */
export async function* readCsv(
  file: string,
  faults: Faults,
  progress?: Progress,
  limits: InputLimits = inputLimits,
): AsyncGenerator<CsvRow> {
  let columns: number | null = null;
  for await (const { line, cells } of readUnevenCsv(file, faults, { limits, ...(progress && { progress }) })) {
    columns ??= columnsOf(file, cells, limits);
    if (cells.length === columns) yield { line, cells };
    else
      faults.add(
        { line },
        `it has ${cells.length} cells and the header ${columns}`,
        'complete the row; a file that ends within one is truncated',
      );
  }
}

export type CsvOptions = {
  progress?: Progress;
  limits?: InputLimits;
  /** The header is among so many lines, and gives the separator. */
  separatorLines?: number;
};

/** Rows of any length, with the line that each ends on. */
export async function* readUnevenCsv(
  file: string,
  faults: Faults,
  { progress, limits = inputLimits, separatorLines = 1 }: CsvOptions,
): AsyncGenerator<CsvRow> {
  const bytes = readBytes(file, progress, limits);
  const first = await bytes.next();
  if (first.done) throw refused(file, {}, 'the file is empty', 'write a header and rows');
  const delimiter = separatorOf(first.value, separatorLines);
  const parser = parserOf(delimiter, limits);
  const plain = new PlainLines(withFirst(first.value, bytes), { delimiter, lineBytesMax: limits.line_bytes_max });
  const source = Readable.from(asUtf8(plain.rest()), { objectMode: false });
  // An error of the source has to reach the reader of the rows.
  source.on('error', (error) => parser.destroy(error));
  let rows = 0;
  const empty = new EmptyRows();
  try {
    for await (const { record, info } of recordsOf(plain, () => source.pipe(parser))) {
      if ((rows += 1) > limits.rows_max) throw tooMany(file, info.lines, limits);
      if (record.length > limits.columns_max || !empty.take(record, info.lines))
        yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw broken(file, error, plain.lines);
    // The parser has not come as far as what could not be read: it does not know the line.
    if (error instanceof NotUtf8) throw refused(file, {}, 'the file is not UTF-8', 'save it as UTF-8');
    throw withLine(error, rows === 0 ? null : plain.lines + (plain.hasRest ? parser.info.lines : 0));
  } finally {
    source.destroy();
  }
  empty.note(faults);
  if (rows - empty.count < 2)
    throw refused(
      file,
      {},
      rows - empty.count === 0 ? 'the file is empty' : 'the file has no rows',
      'write a header and rows',
    );
}

function parserOf(delimiter: string, limits: InputLimits): Parser {
  return parse({
    bom: true,
    delimiter,
    info: true,
    // By itself the parser expects the line end of the first row at the end of every row.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: limits.line_bytes_max,
  });
}

/** Rows of a spreadsheet without a value in any cell: between blocks, or below the last one. */
class EmptyRows {
  readonly #lines: number[] = [];
  count = 0;

  take(record: readonly string[], line: number): boolean {
    if (record.some((cell) => cell !== '')) return false;
    this.count += 1;
    if (this.#lines.length < emptyShownMax) this.#lines.push(line);
    return true;
  }

  note(faults: Faults): void {
    if (this.count === 0) return;
    const more = this.count > this.#lines.length ? ` and ${this.count - this.#lines.length} more` : '';
    const lines = `${this.count === 1 ? 'line' : 'lines'} ${this.#lines.join(', ')}${more}`;
    faults.note(`${this.count === 1 ? 'an empty row is' : `${this.count} empty rows are`} skipped (${lines})`);
  }
}

const emptyShownMax = 5;

/** Those of the plain lines, and then those of the parser, with the lines counted on. */
async function* recordsOf(plain: PlainLines, parsed: () => AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  yield* plain.records();
  if (!plain.hasRest) return;
  for await (const { record, info } of parsed()) yield { record, info: { lines: plain.lines + info.lines } };
}

function columnsOf(file: string, header: readonly string[], { columns_max: max }: InputLimits): number {
  if (header.length <= max) return header.length;
  throw refused(
    file,
    { line: 1 },
    `the header has ${header.length} columns, more than ${max}`,
    'leave out what is not needed',
  );
}

function tooMany(file: string, line: number, { rows_max: max }: InputLimits): Error {
  return refused(file, { line }, `the file has more than ${max} rows`, 'split it into several files');
}

async function* withFirst(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** The parser would put a replacement character where it cannot read one, and that would be published. */
async function* asUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new NotUtf8();
    }
  };
  for await (const chunk of bytes) {
    decode(chunk);
    yield chunk;
  }
  decode();
}

/** That of the first line of them with several cells; of a table with a title above its header the title has one. */
function separatorOf(bytes: Buffer, lineCount: number): string {
  const lines = bytes.toString('utf8').split(/[\r\n]/);
  // Separators within quotes do not count.
  const first = lines.filter((line) => line.trim() !== '').map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const count = (line: string, separator: string): number => line.split(separator).length;
  const best = (line: string): string =>
    separators.reduce((most, each) => (count(line, each) > count(line, most) ? each : most));
  const header = first.slice(0, lineCount).find((line) => count(line, best(line)) >= cellsOfHeaderMin);
  return best(header ?? first[0] ?? '');
}

const cellsOfHeaderMin = 3;

function broken(file: string, error: CsvError, linesBefore: number): Error {
  const line = (error as { lines?: unknown }).lines;
  const place = typeof line === 'number' ? { line: linesBefore + line } : {};
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return refused(file, place, 'the row is longer than 1 MiB', 'close the quotes; no row of a table is that long');
  }
  return refused(
    file,
    place,
    `the row is no CSV (${error.code.replace('CSV_', '').replaceAll('_', ' ').toLowerCase()})`,
    'close the quotes; a file that ends within them is truncated',
  );
}

/** A column name as it is compared: letters only, in lower case, so that Adj Close, adj_close and <ADJ.CLOSE> are one. */
export function columnName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
