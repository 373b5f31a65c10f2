// Bounded answer cache, scan-resistant (segmented LRU).
import { LRUCache } from 'lru-cache';
import type { Answer } from '../terms/answer.ts';
import { type CacheName, boundOf, bytesOf } from './caches.ts';
import { remembered, tracked } from './remembered.ts';

export type AnswerCache = {
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  clear(): void;
  /** Bytes cached now. */
  bytes(): number;
};

/** Objects around the bytes: many small answers take as much memory as a few large ones. */
const ENTRY_BYTES = 700;
/** Share of the bound for answers requested once: long enough for a second request. */
const ONCE_SHARE = 0.25;

/**
 * Segmented LRU: answers requested once live in a small segment, repeated ones in a large one. A walk through a
 * thousand cutoffs therefore evicts only the small segment. An answer in parts is cheap to assemble, so its bytes are
 * cached only on the second request.
 */
export function answerCache(name: CacheName, bytesMax = bytesOf(boundOf(name))): AnswerCache {
  const sizeCalculation = ({ bytes }: Answer, key: string): number => bytes.length + key.length + ENTRY_BYTES;
  /** Answers in parts requested once. */
  const seen = remembered<string, true>('seen');
  const once = new LRUCache<string, Answer>({ maxSize: bytesMax * ONCE_SHARE, sizeCalculation });
  const again = new LRUCache<string, Answer>({ maxSize: bytesMax * (1 - ONCE_SHARE), sizeCalculation });
  function find(key: string): Answer | undefined {
    const known = again.get(key);
    if (known !== undefined) return known;
    const requested = once.get(key);
    if (requested === undefined) return undefined;
    once.delete(key);
    again.set(key, requested);
    return requested;
  }
  const cache: AnswerCache = {
    get(key) {
      const found = find(key);
      usage.count(found !== undefined);
      return found;
    },
    set(key, answer) {
      if (usage.isOff) return;
      if (again.has(key) || isSeen(key)) again.set(key, whole(answer));
      else if (answer.parts === undefined) once.set(key, answer);
      else seen.set(key, true);
    },
    clear() {
      for (const segment of [seen, once, again]) segment.clear();
    },
    bytes: () => once.calculatedSize + again.calculatedSize,
  };
  const usage = tracked(name, cache);
  const isSeen = (key: string): boolean => seen.get(key) === true && seen.delete(key);
  return cache;
}

/** Without its records, which are counted where they are stored. */
function whole(answer: Answer): Answer {
  if (answer.parts === undefined) return answer;
  const { parts: _, ...rest } = answer;
  return rest;
}
