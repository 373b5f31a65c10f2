// Answers in memory within a bound, where a reader of many that nobody asks for twice drives out only what was asked for once.
import { LRUCache } from 'lru-cache';
import type { Answer } from '../contract/metered.ts';

export type AnswerCache = {
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  /** How many bytes are kept at this moment. */
  bytes(): number;
};

/** Of the objects around the bytes: many small answers take as much memory as a few large ones. */
const ENTRY_BYTES = 700;
/** What of the bound is left to answers that were asked for once: long enough to be asked for again. */
const ONCE_SHARE = 0.25;
/** Answers in parts that were asked for once: of these the key alone is kept. */
const SEEN_MAX = 10_000;

/**
 * Two lists of the least recently asked: a walk through a thousand cutoffs, of which each is asked for once, passes through
 * the smaller one and leaves alone what others ask for again and again. Of an answer in parts, which are put together
 * sooner than memory is found for them, the bytes are kept when it is asked for again.
 */
export function answerCache(bytesMax: number): AnswerCache {
  const sizeCalculation = ({ bytes }: Answer, key: string): number => bytes.length + key.length + ENTRY_BYTES;
  const seen = new LRUCache<string, true>({ max: SEEN_MAX });
  const once = new LRUCache<string, Answer>({ maxSize: bytesMax * ONCE_SHARE, sizeCalculation });
  const again = new LRUCache<string, Answer>({ maxSize: bytesMax * (1 - ONCE_SHARE), sizeCalculation });
  return {
    get(key) {
      const known = again.get(key);
      if (known !== undefined) return known;
      const asked = once.get(key);
      if (asked === undefined) return undefined;
      once.delete(key);
      again.set(key, asked);
      return asked;
    },
    set(key, answer) {
      if (again.has(key) || seen.delete(key)) again.set(key, whole(answer));
      else if (answer.parts === undefined) once.set(key, answer);
      else seen.set(key, true);
    },
    bytes: () => once.calculatedSize + again.calculatedSize,
  };
}

/** Without its records, which are counted where they are kept. */
function whole(answer: Answer): Answer {
  if (answer.parts === undefined) return answer;
  const { parts: _, ...rest } = answer;
  return rest;
}
