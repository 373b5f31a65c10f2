// What was given on the command line, checked: the command's arguments and options by name.
import type { OptionName } from './options.ts';

export class Given {
  readonly #words: ReadonlyMap<string, string>;
  readonly #options: ReadonlyMap<OptionName, string | number | true>;

  constructor(words: ReadonlyMap<string, string>, options: ReadonlyMap<OptionName, string | number | true>) {
    this.#words = words;
    this.#options = options;
  }

  /** An argument; empty where an optional one was left out. */
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

/** An object without what was not given: `undefined` is no value of a query. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
