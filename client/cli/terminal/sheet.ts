// Sheet of text for people: headings, paragraphs, lists, facts and tables, fitted to the terminal's width.
import { type Ink, joined } from './ink.ts';
import { type Column, tableLines } from './table.ts';
import { columnsOf, padded } from './text-width.ts';
import { wrapped } from './wrap.ts';

/** A label with its text; not printed if the text is empty. */
export type Fact = readonly [label: string, words: string | readonly string[] | null];

export class Sheet {
  readonly ink: Ink;
  readonly #lines: string[] = [];

  constructor(ink: Ink) {
    this.ink = ink;
  }

  /** Adds an empty line, unless the last line is empty. */
  gap(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  heading(words: string): void {
    this.gap();
    this.#lines.push(this.ink.paint('bold', this.ink.paint('accent', words)));
  }

  say(words: string, indent = 0): void {
    for (const line of wrapped(words, this.ink.prose - indent))
      this.#lines.push(`${' '.repeat(indent)}${line}`.trimEnd());
  }

  /** Short parts in a row. */
  row(...parts: readonly string[]): void {
    this.say(joined(this.ink, ...parts));
  }

  /** A paragraph with a sign in front. */
  item(words: string, { sign = this.ink.glyphs.bullet, indent = 0 }: { sign?: string; indent?: number } = {}): void {
    const hang = indent + columnsOf(sign) + 1;
    const [first = '', ...rest] = wrapped(words, this.ink.prose - hang);
    this.#lines.push(`${' '.repeat(indent)}${sign} ${first}`.trimEnd());
    for (const line of rest) this.#lines.push(`${' '.repeat(hang)}${line}`.trimEnd());
  }

  /** Labels in one column, texts in the next. */
  facts(facts: readonly Fact[], indent = 0): void {
    const shown = facts.filter(([, words]) => words !== null && words.length > 0);
    const column = Math.max(0, ...shown.map(([label]) => columnsOf(label))) + 2;
    for (const [label, words] of shown) {
      const lines = [words ?? []].flat().flatMap((line) => this.#hanging(line, this.ink.prose - indent - column));
      lines.forEach((line, at) => {
        const head = at === 0 ? this.ink.paint('dim', padded(label, column)) : ' '.repeat(column);
        this.#lines.push(`${' '.repeat(indent)}${head}${line}`.trimEnd());
      });
    }
  }

  /** Continuation lines of a bullet are indented to its text. */
  #hanging(line: string, columns: number): string[] {
    const bullet = `${this.ink.glyphs.bullet} `;
    if (!line.startsWith(bullet)) return wrapped(line, columns);
    return wrapped(line.slice(bullet.length), columns - 2).map((part, at) => `${at === 0 ? bullet : '  '}${part}`);
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[], indent = 0): void {
    for (const line of tableLines(columns, rows, { ...this.ink, width: this.ink.width - indent }))
      this.#lines.push(`${' '.repeat(indent)}${line}`.trimEnd());
  }

  lines(lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Ends every line with a line feed, and replaces no-break spaces by ordinary ones. */
  toString(): string {
    return this.#lines.map((line) => `${line.replaceAll('\u00a0', ' ')}\n`).join('');
  }
}
