// A text file line by line, with bounds: what is too long or not UTF-8 is a fault of its line, and the rest is still read.
import { type Faults, type RefusedInput, refused, withLine } from './faults.ts';
import { inputLimits, type InputLimits } from './input-limits.ts';
import { readBytes, type Progress } from './read-bytes.ts';

export type Line = { line: number; text: string };

export async function* readLines(
  file: string,
  faults: Faults,
  progress?: Progress,
  limits: InputLimits = inputLimits,
): AsyncGenerator<Line> {
  const splitter = new LineSplitter(faults, limits);
  try {
    for await (const chunk of readBytes(file, progress, limits)) yield* splitter.push(chunk);
  } catch (error) {
    throw withLine(error, splitter.line);
  }
  yield* splitter.end();
}

class LineSplitter {
  readonly #faults: Faults;
  readonly #limits: InputLimits;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #line = 1;

  constructor(faults: Faults, limits: InputLimits) {
    this.#faults = faults;
    this.#limits = limits;
  }

  /** The line that is being read; null before the first byte. */
  get line(): number | null {
    return this.#line === 1 && this.#pendingBytes === 0 ? null : this.#line;
  }

  *push(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      yield* this.#take();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  *end(): Generator<Line> {
    if (this.#pendingBytes > 0) yield* this.#take();
  }

  // Bytes past the bound are counted and dropped: an endless line costs no memory.
  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#pendingBytes <= this.#limits.line_bytes_max) this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  *#take(): Generator<Line> {
    const line = this.#line;
    const [only] = this.#pending;
    const bytes = this.#pending.length === 1 && only ? only : Buffer.concat(this.#pending);
    const tooLong = this.#pendingBytes > this.#limits.line_bytes_max;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#line += 1;
    if (line > this.#limits.rows_max) throw tooMany(this.#faults.file, this.#limits);
    if (tooLong) this.#faults.add({ line }, 'the line is longer than 1 MiB', 'split the record');
    else yield* this.#decode(line, bytes);
  }

  *#decode(line: number, bytes: Buffer): Generator<Line> {
    try {
      const text = this.#decoder
        .decode(bytes)
        .replace(line === 1 ? /^\uFEFF/ : /^(?!)/, '')
        .replace(/\r$/, '');
      if (text.trim() !== '') yield { line, text };
    } catch {
      this.#faults.add({ line }, 'the line is not UTF-8', 'save the file as UTF-8');
    }
  }
}

function tooMany(file: string, { rows_max: max }: InputLimits): RefusedInput {
  return refused(file, { line: max + 1 }, `the file has more than ${max} lines`, 'split it into several files');
}
