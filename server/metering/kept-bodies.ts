// Keeps the bytes that are about to be charged for, before the charge: once a day for each document, not once a call.
import { LRUCache } from 'lru-cache';
import type { DeliveredBody } from '../store/usage.ts';

const DIGESTS_MAX = 50_000;
/** Bodies in one statement, which all wait for the same commit. */
const AT_ONCE_MAX = 16;

/** Writes them, and says of each whether it may be delivered. */
export type KeepBodies = (bodies: readonly DeliveredBody[]) => Promise<boolean[]>;

type Waiting = { body: DeliveredBody; resolve: (isKept: boolean) => void; reject: (error: unknown) => void };

/** `now` is the server's clock: a new day notes anew that a document was delivered. */
export function bodyKeeper(keep: KeepBodies, now: () => string) {
  const keepTogether = together(keep);
  const today = new LRUCache<string, string>({ max: DIGESTS_MAX });
  const underway = new Map<string, Promise<boolean>>();
  return {
    /** False where the law forbids to deliver these bytes. */
    async keepBody(digest: Buffer, bytes: Buffer): Promise<boolean> {
      const name = digest.toString('base64');
      const day = now().slice(0, 10);
      // Not the least recently used is forgotten but the oldest: it would be written anew tomorrow in any case.
      if (today.peek(name) === day) return true;
      const keeping = underway.get(name) ?? keepTogether({ digest, bytes }).finally(() => underway.delete(name));
      underway.set(name, keeping);
      const isKept = await keeping;
      if (isKept) today.set(name, day);
      return isKept;
    },
  };
}

/** What comes while a statement is under way goes with the next one: for each alone the database would write its log anew. */
function together(keep: KeepBodies): (body: DeliveredBody) => Promise<boolean> {
  const waiting: Waiting[] = [];
  let isBusy = false;
  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE_MAX);
      try {
        const kept = await keep(batch.map(({ body }) => body));
        for (const [index, { resolve }] of batch.entries()) resolve(kept[index] === true);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isBusy = false;
  }
  return (body) =>
    new Promise((resolve, reject) => {
      waiting.push({ body, resolve, reject });
      if (!isBusy) void work();
    });
}
