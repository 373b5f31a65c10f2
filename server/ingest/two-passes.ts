// A file is read twice: one pass checks all of it, and a second keeps it as far as it is still what the first has seen.
import { createHash } from 'node:crypto';
import { RefusedInput, type Faults } from './faults.ts';

type Options<Item> = {
  file: string;
  /** Items that are compared, and then kept, together. */
  stretch: number;
  /** All of an item that is kept. */
  textOf: (item: Item) => string;
};

export class TwoPasses<Item> {
  readonly #options: Options<Item>;
  readonly #seen: string[] = [];

  constructor(options: Options<Item>) {
    this.#options = options;
  }

  /** The pass that checks. */
  async *first(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    for await (const stretch of this.#stretches(items)) {
      this.#seen.push(this.#digest(stretch));
      yield* stretch;
    }
  }

  /** The pass that keeps. It ends with a refusal before anything that was not checked. */
  async *again(items: AsyncIterable<Item>, faults: Faults): AsyncGenerator<Item[]> {
    let same = 0;
    try {
      for await (const stretch of this.#stretches(items)) {
        if (this.#digest(stretch) !== this.#seen[same]) throw this.#changed(same);
        same += 1;
        yield stretch;
      }
    } catch (error) {
      throw error instanceof RefusedInput ? this.#changed(same) : error;
    }
    if (same < this.#seen.length || faults.any) throw this.#changed(same);
  }

  #changed(same: number): RefusedInput {
    const { file } = this.#options;
    const fault = { file, line: null, field: null, what: 'the file changed while it was read', fix: 'run it again' };
    return new RefusedInput([fault], 1, same > 0);
  }

  #digest(stretch: readonly Item[]): string {
    const hash = createHash('sha256');
    for (const item of stretch) hash.update(this.#options.textOf(item)).update('\n');
    return hash.digest('hex');
  }

  async *#stretches(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
    let stretch: Item[] = [];
    for await (const item of items) {
      stretch.push(item);
      if (stretch.length < this.#options.stretch) continue;
      yield stretch;
      stretch = [];
    }
    if (stretch.length > 0) yield stretch;
  }
}
