// Single way out for printed text: documents on stdout, notes on stderr, no key on either.
import { Sheet } from './terminal/sheet.ts';
import { type Ink, type InkOptions, inkFor } from './terminal/ink.ts';
import { safeJson } from './terminal/safe-text.ts';
import type { Screen, World } from './world.ts';

export class Output {
  readonly isJson: boolean;
  /** Ink for stdout. */
  readonly ink: Ink;
  /** Ink for stderr. */
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

  /** Masks a secret in all further output. */
  hide(secret: string): void {
    if (secret !== '') this.#secrets.add(secret);
  }

  /** Prints a text for people on stdout. */
  print(write: (sheet: Sheet) => void): void {
    const sheet = new Sheet(this.ink);
    write(sheet);
    this.#stdout.write(this.#clean(sheet.toString()));
  }

  /** Prints a note for people on stderr, for example when stdout is redirected. */
  note(write: (sheet: Sheet) => void): void {
    const sheet = new Sheet(this.noteInk);
    write(sheet);
    this.#stderr.write(this.#clean(sheet.toString()));
  }

  /** Prints a line that will be overwritten, such as a spinner. */
  flicker(text: string): void {
    this.#stderr.write(this.#clean(text));
  }

  /** Prints the service's bytes. A terminal gets the same document with control characters escaped. */
  document(bytes: Uint8Array, isOneOfMany = false): void {
    const text = new TextDecoder().decode(bytes);
    if (this.#stdout.isTerminal) this.#stdout.write(`${this.#without(safeJson(text))}\n`);
    else if (this.#without(text) !== text) this.#stdout.write(this.#without(text));
    else this.#stdout.write(bytes);
    if (isOneOfMany && !this.#stdout.isTerminal) this.#stdout.write('\n');
  }

  /** Prints an object of this program as one line. */
  json(value: unknown, to: 'stdout' | 'stderr' = 'stdout'): void {
    (to === 'stdout' ? this.#stdout : this.#stderr).write(`${this.#clean(safeJson(JSON.stringify(value)))}\n`);
  }

  /** Prints unchanged: help and completion contain no foreign text. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  /** Also masks everything that has the form of a key: it may have been typed in the wrong place. */
  #clean(text: string): string {
    return this.#without(text).replace(/\bri_(live|preview|dc)_[A-Za-z0-9]{8,}/g, '[secret]');
  }

  #without(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '[secret]');
    return clean;
  }
}
