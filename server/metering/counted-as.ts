// Whose limits a key takes from: its workspace's, over all of its keys and chats.
import { LRUCache } from 'lru-cache';
import type { FindKey } from '../access/authorise.ts';

/** The limits of a workspace, or of a key that belongs to none. */
export const limitsOf = (accountId: string): string => `account ${accountId}`;

const KEYS_REMEMBERED_MAX = 10_000;

/**
 * What a key belongs to never changes, so it is looked up once. One that nobody knows is refused by whatever is asked
 * with it, and counts for itself.
 */
export function countedByWorkspace(findKey: FindKey): (keySha256: Buffer) => string | Promise<string> {
  const known = new LRUCache<string, string>({ max: KEYS_REMEMBERED_MAX });
  return (keySha256) => {
    const key = keySha256.toString('base64');
    return known.get(key) ?? lookUp(keySha256, key);
  };
  async function lookUp(keySha256: Buffer, key: string): Promise<string> {
    const found = await findKey(keySha256);
    if (found === null) return key;
    const subject = limitsOf(found.workspace_id ?? found.key_id);
    known.set(key, subject);
    return subject;
  }
}
