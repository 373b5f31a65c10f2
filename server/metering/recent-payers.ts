// Whom a charge has lately found to be good, whether or not there was credit: a reason to begin the work for them before
// anybody has asked the store whether they still are.
import { LRUCache } from 'lru-cache';
import type { Payer } from '../terms/payer.ts';

/** What a charge has found of a payer. */
export type Found = {
  accountId: string;
  /** It had nothing left to spend. */
  isBroke: boolean;
};

export type RecentPayers = {
  /** Null for whom no charge has found good lately. */
  find(payer: Payer): Found | null;
  note(payer: Payer, found: Found): void;
  forget(payer: Payer): void;
};

const PAYERS_MAX = 10_000;
/** Milliseconds. */
const RECENT_MS = 60_000;

/** `elapsed`: milliseconds of a clock that only goes forward. */
export function recentPayers(elapsed: () => number): RecentPayers {
  const known = new LRUCache<string, { found: Found; at: number }>({ max: PAYERS_MAX });
  return {
    find(payer) {
      const one = known.get(payerName(payer));
      return one !== undefined && elapsed() - one.at < RECENT_MS ? one.found : null;
    },
    note: (payer, found) => void known.set(payerName(payer), { found, at: elapsed() }),
    forget: (payer) => void known.delete(payerName(payer)),
  };
}

/** The same for the same credential; of a person, for the same session and workspace. */
export function payerName(payer: Payer): string {
  if (payer.kind === 'grant') return `grant ${payer.resource} ${payer.tokenSha256.toString('base64')}`;
  if (payer.kind === 'key') return `key ${payer.sha256.toString('base64')}`;
  return `session ${payer.workspaceId} ${payer.sessionId}`;
}
