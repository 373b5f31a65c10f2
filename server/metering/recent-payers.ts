// Whom a charge has lately found to be good, whether or not there was credit: a reason to begin the work for them before
// anybody has asked the store whether they still are.
import { LRUCache } from 'lru-cache';
import type { Payer } from '../terms/payer.ts';

export type RecentPayers = {
  isGood(payer: Payer): boolean;
  note(payer: Payer): void;
  forget(payer: Payer): void;
};

const PAYERS_MAX = 10_000;
/** Milliseconds. */
const RECENT_MS = 60_000;

/** `elapsed`: milliseconds of a clock that only goes forward. */
export function recentPayers(elapsed: () => number): RecentPayers {
  const goodAt = new LRUCache<string, number>({ max: PAYERS_MAX });
  return {
    isGood(payer) {
      const at = goodAt.get(payerName(payer));
      return at !== undefined && elapsed() - at < RECENT_MS;
    },
    note: (payer) => void goodAt.set(payerName(payer), elapsed()),
    forget: (payer) => void goodAt.delete(payerName(payer)),
  };
}

/** The same for the same credential; of a person, for the same session and workspace. */
export function payerName(payer: Payer): string {
  if (payer.kind === 'grant') return `grant ${payer.resource} ${payer.tokenSha256.toString('base64')}`;
  if (payer.kind === 'key') return `key ${payer.sha256.toString('base64')}`;
  return `session ${payer.workspaceId} ${payer.sessionId}`;
}
