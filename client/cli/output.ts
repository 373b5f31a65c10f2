// Where everything that is printed goes through: text and documents on stdout, the rest on stderr, and no key on either.
import { Sheet } from './terminal/sheet.ts';
import { type Ink, type InkOptions, inkFor } from './terminal/ink.ts';
import { safeJson } from './terminal/safe-text.ts';
import type { Screen, World } from './world.ts';

export class Output {
  readonly isJson: boolean;
  /** For what goes to stdout. */
  readonly ink: Ink;
  /** For what goes to stderr. */
  readonly noteInk: Ink;
  readonly #stdout: Screen;
  readonly #stderr: Screen;
  readonly #secrets = new Set<string>();

  constructor({ stdout, stderr, env }: Pick<World, 'stdout' | 'stderr' | 'env'>, isJson: boolean, asked: InkOptions) {
    this.isJson = isJson;
    this.ink = inkFor(stdout, env, asked);
    this.noteInk = inkFor(stderr, env, asked);
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  get stderrIsTerminal(): boolean {
    return this.#stderr.isTerminal;
  }

  /** Never printed from here on, whoever says it. */
  hide(secret: string): void {
    if (secret !== '') this.#secrets.add(secret);
  }

  /** A text for people on stdout. */
  print(write: (sheet: Sheet) => void): void {
    const sheet = new Sheet(this.ink);
    write(sheet);
    this.#stdout.write(this.#clean(sheet.toString()));
  }

  /** For people, or for whom what is on stdout is not enough: on stderr. */
  note(write: (sheet: Sheet) => void): void {
    const sheet = new Sheet(this.noteInk);
    write(sheet);
    this.#stderr.write(this.#clean(sheet.toString()));
  }

  /** Unfinished lines of a terminal, such as a spinner. */
  flicker(text: string): void {
    this.#stderr.write(this.#clean(text));
  }

  /** The service's own bytes. A terminal gets the same document with what it might obey escaped. */
  document(bytes: Uint8Array, isOneOfMany = false): void {
    const text = new TextDecoder().decode(bytes);
    if (this.#stdout.isTerminal) this.#stdout.write(`${this.#without(safeJson(text))}\n`);
    else if (this.#without(text) !== text) this.#stdout.write(this.#without(text));
    else this.#stdout.write(bytes);
    if (isOneOfMany && !this.#stdout.isTerminal) this.#stdout.write('\n');
  }

  /** A document of our own, one line. */
  json(value: unknown, to: 'stdout' | 'stderr' = 'stdout'): void {
    (to === 'stdout' ? this.#stdout : this.#stderr).write(`${this.#clean(safeJson(JSON.stringify(value)))}\n`);
  }

  /** As it is: help and completion are our own words. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  /** What looks like a key of anybody, too: it may have been typed in the place of something else. */
  #clean(text: string): string {
    return this.#without(text).replace(/\bri_(live|preview|dc)_[A-Za-z0-9]{8,}/g, '[secret]');
  }

  #without(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '[secret]');
    return clean;
  }
}
