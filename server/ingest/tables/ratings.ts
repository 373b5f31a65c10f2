// Words of authors for a direction, and the meanings that the operator gave them: a word without one is refused, never guessed.
import { shown } from '../files/faults.ts';
import { directions } from '../schemas/fields.ts';
import type { TableFaults } from './table-faults.ts';

export const meanings = [...directions, 'dropped'] as const;
export type RatingSense = (typeof meanings)[number];

export const isMeaning = (word: string): word is RatingSense => meanings.some((meaning) => meaning === word);

/** Name of an empty cell in the mapping. */
export const emptyWord = '(empty)';

/** Buy, BUY and buy are one word. */
export const ratingKey = (word: string): string => word.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

type WordTally = { word: string; row: number; count: number };

export class Ratings {
  readonly #meanings: ReadonlyMap<string, RatingSense>;
  readonly #unmapped = new Map<string, WordTally>();
  readonly #used = new Map<string, { word: string; meaning: RatingSense; count: number }>();

  constructor(mapping: ReadonlyMap<string, RatingSense>) {
    this.#meanings = mapping;
  }

  /** Null for a word without a meaning, which is counted. */
  meaningOf(cell: string, row: number): RatingSense | null {
    const word = cell === '' ? emptyWord : cell;
    const key = ratingKey(word);
    const meaning = this.#meanings.get(key);
    if (meaning === undefined) {
      const seen = this.#unmapped.get(key) ?? { word, row, count: 0 };
      seen.count += 1;
      this.#unmapped.set(key, seen);
      return null;
    }
    const used = this.#used.get(key) ?? { word, meaning, count: 0 };
    used.count += 1;
    this.#used.set(key, used);
    return meaning;
  }

  /** One fault for each word, the most frequent first. */
  complain(faults: TableFaults): void {
    for (const { word, row, count } of [...this.#unmapped.values()].toSorted((a, b) => b.count - a.count)) {
      const what = `${shown(word)} has no meaning yet (${count === 1 ? '1 row' : `${count} rows`})`;
      const fix = `say what it means: --map ${quoted(`rating=${word}:bullish`)}, or bearish, mixed, unclear, dropped`;
      faults.add({ line: row, field: 'rating' }, what, fix);
    }
  }

  note(faults: TableFaults): void {
    const words = [...this.#used.values()].map(({ word, meaning, count }) => `${shown(word)} = ${meaning} (${count})`);
    if (words.length > 0) faults.note(`directions from words, as mapped: ${words.join('; ')}`);
  }
}

const wordShownMax = 200;

/** As a shell takes it as one word. */
function quoted(text: string): string {
  return `'${[...text].slice(0, wordShownMax).join('').replaceAll(/\p{C}/gu, '?').replaceAll("'", `'\\''`)}'`;
}
