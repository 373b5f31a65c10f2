// Notes of the last use of a key: coarse, and never in the path of an answer.
import { remembered } from '../memory/remembered.ts';

const NOTED_FOR_MS = 10 * 60_000;

/** Keys used within this time are written together: after a start that is all of them. */
const GATHERED_MS = 250;

/** `note` writes them; `elapsed` is a monotonic clock in milliseconds. */
export function keyUse(
  note: (keyIds: readonly string[]) => Promise<void>,
  elapsed: () => number,
): (keyId: string) => void {
  const noted = remembered<string, number>('key-uses');
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
