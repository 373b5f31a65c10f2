// Bounded answer cache, scan-resistant (segmented LRU).
import { LRUCache } from 'lru-cache';
import type { Answer } from '../contract/metered.ts';

export type AnswerCache = {
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  /** Bytes cached now. */
  bytes(): number;
};

/** Objects around the bytes: many small answers take as much memory as a few large ones. */
const ENTRY_BYTES = 700;
/** Share of the bound for answers requested once: long enough for a second request. */
const ONCE_SHARE = 0.25;
/** Answers in parts requested once: only their keys are kept. */
const SEEN_MAX = 10_000;

/**
 * Segmented LRU: answers requested once live in a small segment, repeated ones in a large one. A walk through a
 * thousand cutoffs therefore evicts only the small segment. An answer in parts is cheap to assemble, so its bytes are
 * cached only on the second request.
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

/** Without its records, which are counted where they are stored. */
function whole(answer: Answer): Answer {
  if (answer.parts === undefined) return answer;
  const { parts: _, ...rest } = answer;
  return rest;
}
