// Notes of the last use of a key: coarse, and never in the path of an answer.
import { LRUCache } from 'lru-cache';

const NOTED_FOR_MS = 10 * 60_000;
const KEYS_MAX = 10_000;

/** Keys used within this time are written together: after a start that is all of them. */
const GATHERED_MS = 250;

/** `note` writes them; `elapsed` is a monotonic clock in milliseconds. */
export function keyUse(
  note: (keyIds: readonly string[]) => Promise<void>,
  elapsed: () => number,
): (keyId: string) => void {
  const noted = new LRUCache<string, number>({ max: KEYS_MAX });
  let gathered: string[] = [];
  function write(): void {
    const keyIds = gathered;
    gathered = [];
    // The next use of each key retries; nothing else depends on it.
    note(keyIds).catch(() => keyIds.forEach((keyId) => noted.delete(keyId)));
  }
  return (keyId) => {
    const at = elapsed();
    const before = noted.peek(keyId);
    if (before !== undefined && at - before < NOTED_FOR_MS) return;
    noted.set(keyId, at);
    if (gathered.push(keyId) === 1) setTimeout(write, GATHERED_MS).unref();
  };
}
