// Notes when a key was last used, for the people who look after it: coarsely, and never in the way of an answer.
import { LRUCache } from 'lru-cache';

const NOTED_FOR_MS = 10 * 60_000;
const KEYS_MAX = 10_000;

/** `note` writes it down; `elapsed` is a clock in milliseconds that only goes forward. */
export function keyUse(note: (keyId: string) => Promise<void>, elapsed: () => number): (keyId: string) => void {
  const noted = new LRUCache<string, number>({ max: KEYS_MAX });
  return (keyId) => {
    const at = elapsed();
    const before = noted.peek(keyId);
    if (before !== undefined && at - before < NOTED_FOR_MS) return;
    noted.set(keyId, at);
    // The next use tries again; nothing else depends on it.
    note(keyId).catch(() => noted.delete(keyId));
  };
}
