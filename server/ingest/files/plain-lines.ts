// Lines of a CSV file without quotes, split without a parser, which took most of the time of a load. At the first quote
// the parser reads the rest.

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/** A record with the line that it ends on, as the parser gives them. */
export type CsvRecord = { record: string[]; info: { lines: number } };

export type PlainOptions = { delimiter: string; lineBytesMax: number };

export class NotUtf8 extends Error {}

export class PlainLines {
  readonly #options: PlainOptions;
  readonly #chunks: AsyncIterator<Buffer>;
  #pending: Buffer = Buffer.alloc(0);
  #lines = 0;
  #hasRest = false;

  constructor(chunks: AsyncIterable<Buffer>, options: PlainOptions) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#options = options;
  }

  /** Lines that were read before the rest. */
  get lines(): number {
    return this.#lines;
  }

  /** True if a parser has to read on. */
  get hasRest(): boolean {
    return this.#hasRest;
  }

  async *records(): AsyncGenerator<CsvRecord> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      const bytes = done ? this.#pending : this.#joined(value);
      const end = done ? bytes.length : bytes.lastIndexOf(LF) + 1;
      const quote = bytes.indexOf(QUOTE);
      // Up to the line in which the first quote stands.
      const plain = quote < 0 ? end : bytes.lastIndexOf(LF, quote) + 1;
      const isPlain = quote < 0 || quote >= end;
      if (this.#needsParser(bytes, plain)) {
        this.#leave(bytes);
        return;
      }
      yield* this.#split(bytes.subarray(0, Math.min(plain, end)));
      if (!isPlain) {
        this.#leave(bytes.subarray(plain));
        return;
      }
      if (done) return;
      this.#pending = bytes.subarray(end);
    }
  }

  /** The rest for the parser, from the beginning of a line on. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.#pending.length > 0) yield this.#pending;
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return;
      yield value;
    }
  }

  #joined(chunk: Buffer): Buffer {
    return this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
  }

  /** Lines that end with a carriage return alone, and one that may be too long: the parser says what there is to say. */
  #needsParser(bytes: Buffer, plain: number): boolean {
    const { lineBytesMax } = this.#options;
    if (bytes.length - plain > lineBytesMax || bytes.indexOf(LF) > lineBytesMax) return true;
    for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1))
      if (at + 1 < bytes.length && bytes[at + 1] !== LF) return true;
    return false;
  }

  #leave(bytes: Buffer): void {
    this.#pending = bytes;
    this.#hasRest = true;
  }

  *#split(bytes: Buffer): Generator<CsvRecord> {
    if (bytes.length === 0) return;
    const { delimiter } = this.#options;
    const text = decoded(bytes, this.#lines === 0);
    for (let start = 0; start < text.length;) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      this.#lines += 1;
      const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
      start = end + 1;
      if (!isBlank(line, delimiter)) yield { record: cellsOf(line, delimiter), info: { lines: this.#lines } };
    }
  }
}

/** A row of empty cells between tabs is a row. */
function isBlank(line: string, delimiter: string): boolean {
  return line.length < 1_024 * 1_024 && line.trim() === '' && !line.includes(delimiter);
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells = line.split(delimiter);
  for (const [at, cell] of cells.entries()) {
    const [first, last] = [cell.charCodeAt(0), cell.charCodeAt(cell.length - 1)];
    // Digits, letters and signs need no trimming, and are nearly all that there is.
    if (first <= 0x20 || last <= 0x20 || first > 0x7e || last > 0x7e) cells[at] = cell.trim();
  }
  return cells;
}

function decoded(bytes: Buffer, isFirst: boolean): string {
  try {
    // Only at the beginning of a file is it a mark.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isFirst }).decode(bytes);
  } catch {
    throw new NotUtf8();
  }
}
