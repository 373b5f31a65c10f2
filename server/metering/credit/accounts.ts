// Account documents, free of charge: the balance, and the receipts of requests.
import type { Receipt } from '../../../generated/api.ts';
import type { Principal } from '../../contract/operations.ts';
import { batched } from '../../memory/batched.ts';
import type { Db } from '../../store/engine/db.ts';
import { acquisitionOfKey } from '../../store/people/device-grants.ts';
import { readBalances } from '../../store/ledger/ledger.ts';
import { type ReceiptQuestion, type UsageReceipt, listReceipts, readReceipt } from '../../store/ledger/usage.ts';
import { type Standing, standingOf } from '../limits/standing.ts';

export type Accounts = {
  standing(principal: Principal): Promise<{ standing: Standing; checkoutUrl: string | null }>;
  /** Null for an id without a charge to this account, or with one past retention. */
  receipt(principal: Principal, requestId: string): Promise<Receipt | null>;
  /** The newest first. */
  receipts(principal: Principal, question: Omit<ReceiptQuestion, 'accountId'>): Promise<Receipt[]>;
};

export function createAccounts({ db, baseUrl }: { db: Db; baseUrl: string }): Accounts {
  const balanceOf = batched((accountIds: readonly string[]) => readBalances(db, accountIds));
  return {
    async standing(principal) {
      const balance = await balanceOf(principal.accountId);
      const own = standingOf(balance);
      // A preview is never charged, so it is never refused for lack of credit; nor is it ever paid access.
      const standing: Standing = principal.collection === 'preview' ? { ...own, status: 'ready' } : own;
      const isUsable = principal.collection === 'live' && standing.status === 'ready';
      const checkoutUrl = isUsable ? null : checkoutAddress(baseUrl, await acquisitionOfKey(db, principal.keyId));
      return { standing, checkoutUrl };
    },
    async receipt({ accountId }, requestId) {
      const found = await readReceipt(db, accountId, requestId);
      return found === null ? null : receiptOf(found);
    },
    async receipts({ accountId }, question) {
      return (await listReceipts(db, { ...question, accountId })).map(receiptOf);
    },
  };
}

function receiptOf(found: UsageReceipt): Receipt {
  return {
    request_id: found.request_id,
    operation: found.operation as Receipt['operation'],
    request: found.request,
    mode: found.collection,
    units: found.units,
    paid_from: found.paid_from,
    charged_at: found.charged_at,
    as_of: found.as_of,
    document_digest: `sha256:${found.digest.toString('hex')}`,
    replay_until: found.replay_until,
    request_id_kept_until: found.request_id_kept_until,
  };
}

/**
 * The page for payments. The address names the device login that made the key, so that the page can name the device.
 */
function checkoutAddress(baseUrl: string, acquisitionId: string | null): string {
  const source = acquisitionId === null ? 'source=status' : `source=cli-auth&acquisition=${acquisitionId}`;
  return `${baseUrl}/subscribe?access=required&${source}`;
}
