// Checked input of a command: its arguments and options by name.
import type { OptionName } from './options.ts';

export class CommandInput {
  readonly #words: ReadonlyMap<string, string>;
  readonly #options: ReadonlyMap<OptionName, string | number | true>;

  constructor(words: ReadonlyMap<string, string>, options: ReadonlyMap<OptionName, string | number | true>) {
    this.#words = words;
    this.#options = options;
  }

  /** An argument; empty if an optional one was left out. */
  word(name: string): string {
    return this.#words.get(name) ?? '';
  }

  has(name: OptionName): boolean {
    return this.#options.has(name);
  }

  text(name: OptionName): string | undefined {
    const value = this.#options.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  number(name: OptionName): number | undefined {
    const value = this.#options.get(name);
    return typeof value === 'number' ? value : undefined;
  }
}

/** Drops undefined fields, which would otherwise be sent as values of a query. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
