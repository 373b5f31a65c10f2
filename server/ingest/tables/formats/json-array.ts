// The elements of a JSON array of statements, each as the text of one record with the line that it begins on.
import { refused } from '../../files/faults.ts';
import type { Line } from '../../files/read-lines.ts';

const ends = new Map([
  ['{', '}'],
  ['[', ']'],
]);

export function* arrayElements(file: string, text: string): Generator<Line> {
  const scan = new Scan(file, text);
  scan.expect('[');
  if (scan.next() === ']') return scan.end();
  for (;;) {
    yield scan.element();
    const mark = scan.next();
    if (mark === ']') return scan.end();
    if (mark !== ',') throw scan.fault('there is no comma between two records', 'write a comma between them');
    scan.take();
  }
}

class Scan {
  readonly #file: string;
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** The next character that is not a space; empty at the end. */
  next(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.take();
    return this.#text[this.#at] ?? '';
  }

  take(): void {
    if (this.#text[this.#at] === '\n') this.#line += 1;
    this.#at += 1;
  }

  expect(mark: string): void {
    if (this.next() !== mark) throw this.fault(`there is no ${mark}`, 'write one array of records: [{…}, {…}]');
    this.take();
  }

  end(): void {
    this.take();
    if (this.next() !== '') throw this.fault('something follows the array', 'write one array of records and no more');
  }

  element(): Line {
    if (this.next() !== '{') throw this.fault('the element is not a record', 'write each record as a JSON object');
    const [line, start] = [this.#line, this.#at];
    const open: string[] = [];
    do this.#step(open);
    while (open.length > 0);
    return { line, text: this.#text.slice(start, this.#at) };
  }

  #step(open: string[]): void {
    const character = this.#text[this.#at];
    if (character === undefined)
      throw this.fault('the array does not end', 'close it with ]; a file that ends within one is truncated');
    if (character === '"') return this.#string();
    const end = ends.get(character);
    if (end !== undefined) open.push(end);
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) throw this.fault(`the ${character} closes nothing`, 'close what was opened last');
    }
    this.take();
  }

  #string(): void {
    this.take();
    while (this.#text[this.#at] !== '"') {
      if (this.#text[this.#at] === undefined) throw this.fault('the quotes of a text are not closed', 'close them');
      if (this.#text[this.#at] === '\\') this.take();
      this.take();
    }
    this.take();
  }

  fault(what: string, fix: string): Error {
    return refused(this.#file, { line: this.#line }, what, fix);
  }
}
