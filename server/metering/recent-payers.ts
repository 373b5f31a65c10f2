// Cache of payers that a recent charge confirmed: work begins before the store is asked again.
import { remembered } from '../memory/remembered.ts';
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

const RECENT_MS = 60_000;

/** `elapsed`: a monotonic clock in milliseconds. */
export function recentPayers(elapsed: () => number): RecentPayers {
  const known = remembered<string, { found: GoodPayer; at: number }>('payers');
  return {
    find(payer) {
      return known.get(payerName(payer), ({ at }) => elapsed() - at < RECENT_MS)?.found ?? null;
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
