// Cache of payers that a recent charge confirmed: work begins before the store is asked again.
import { LRUCache } from 'lru-cache';
import type { Payer } from '../terms/payer.ts';

/** A charge's findings about a payer. */
export type GoodPayer = {
  accountId: string;
  /** It had no credit left. */
  isBroke: boolean;
};

export type RecentPayers = {
  /** Null without a recent confirming charge. */
  find(payer: Payer): GoodPayer | null;
  note(payer: Payer, found: GoodPayer): void;
  forget(payer: Payer): void;
};

const PAYERS_MAX = 10_000;
const RECENT_MS = 60_000;

/** `elapsed`: a monotonic clock in milliseconds. */
export function recentPayers(elapsed: () => number): RecentPayers {
  const known = new LRUCache<string, { found: GoodPayer; at: number }>({ max: PAYERS_MAX });
  return {
    find(payer) {
      const one = known.get(payerName(payer));
      return one !== undefined && elapsed() - one.at < RECENT_MS ? one.found : null;
    },
    note: (payer, found) => void known.set(payerName(payer), { found, at: elapsed() }),
    forget: (payer) => void known.delete(payerName(payer)),
  };
}

/** One name for each credential; for a person, for each session and workspace. */
export function payerName(payer: Payer): string {
  if (payer.kind === 'grant') return `grant ${payer.resource} ${payer.tokenSha256.toString('base64')}`;
  if (payer.kind === 'key') return `key ${payer.sha256.toString('base64')}`;
  return `session ${payer.workspaceId} ${payer.sessionId}`;
}
