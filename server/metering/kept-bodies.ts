// Keeps the bytes that are about to be charged for, before the charge: once a day for each document, not once a call.
import { LRUCache } from 'lru-cache';

const DIGESTS_MAX = 50_000;

type KeepBody = (digest: Buffer, bytes: Buffer) => Promise<boolean>;

/**
 * `keep` writes them and says whether they may be delivered; `now` is the server's clock: a new day notes anew that a
 * document was delivered.
 */
export function bodyKeeper(keep: KeepBody, now: () => string): { keepBody: KeepBody } {
  const today = new LRUCache<string, string>({ max: DIGESTS_MAX });
  const underway = new Map<string, Promise<boolean>>();
  return {
    async keepBody(digest, bytes) {
      const name = digest.toString('base64');
      const day = now().slice(0, 10);
      // Not the least recently used is forgotten but the oldest: it would be written anew tomorrow in any case.
      if (today.peek(name) === day) return true;
      const keeping = underway.get(name) ?? keep(digest, bytes).finally(() => underway.delete(name));
      underway.set(name, keeping);
      const isKept = await keeping;
      if (isKept) today.set(name, day);
      return isKept;
    },
  };
}
