// A text file line by line, with bounds: what is too long or not UTF-8 is a fault of its line, and the rest is still read.
import { type Faults, RefusedInput } from './faults.ts';
import { readBytes, type Progress } from './read-bytes.ts';

export const lineBytesMax = 1024 * 1024;

export type Line = { line: number; text: string };

export async function* readLines(file: string, faults: Faults, progress?: Progress): AsyncGenerator<Line> {
  const splitter = new LineSplitter(faults);
  try {
    for await (const chunk of readBytes(file, progress)) yield* splitter.push(chunk);
  } catch (error) {
    throw error instanceof RefusedInput ? inLine(error, splitter.line) : error;
  }
  yield* splitter.end();
}

/** Bytes that break off do so within a line; a file that gives none at all has no line to name. */
function inLine(refusal: RefusedInput, line: number | null): RefusedInput {
  return new RefusedInput(
    refusal.faults.map((fault) => ({ ...fault, line: fault.line ?? line })),
    refusal.total,
  );
}

class LineSplitter {
  readonly #faults: Faults;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #line = 1;

  constructor(faults: Faults) {
    this.#faults = faults;
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
    if (this.#pendingBytes <= lineBytesMax) this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  *#take(): Generator<Line> {
    const line = this.#line;
    const [only] = this.#pending;
    const bytes = this.#pending.length === 1 && only ? only : Buffer.concat(this.#pending);
    const tooLong = this.#pendingBytes > lineBytesMax;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#line += 1;
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
