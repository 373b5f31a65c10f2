// Answer with a page of an account's receipts.
import type { ReceiptsPage } from '../../../generated/api.ts';
import { canonicalInstant } from '../../contract/validation/formats.ts';
import type { Principal } from '../../contract/operations.ts';
import type { Accounts } from '../../metering/credit/accounts.ts';
import { pageOf } from '../../reads/lists/belief-list.ts';
import { addressOf } from '../addresses.ts';
import type { CursorScope, Cursors } from './cursor.ts';
import { emptyRange } from './observed-range.ts';

export type ReceiptsRequest = {
  charged_since?: string | undefined;
  charged_until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type ReceiptPages = (principal: Principal, request: ReceiptsRequest) => Promise<ReceiptsPage>;

type ReceiptPagesOptions = { accounts: Pick<Accounts, 'receipts'>; cursors: Cursors; baseUrl: string };

const PATH = '/v1/receipts';

/** Throws `invalid-cursor`, `cursor-mismatch`, and `invalid-request` for an empty range. */
export function receiptPages({ accounts, cursors, baseUrl }: ReceiptPagesOptions): ReceiptPages {
  return async (principal, { charged_since, charged_until, limit, cursor }) => {
    const [since, until] = [charged_since, charged_until].map((one) => one && canonicalInstant(one));
    if (since !== undefined && until !== undefined && since >= until)
      throw emptyRange('charged_since', 'charged_until');
    const filters = { charged_since: since, charged_until: until };
    const { collection, accountId: account } = principal;
    // The account is part of the scope, because a cursor contains a request id of it.
    const scope: CursorScope = { operation: 'listReceipts', collection, filters: { ...filters, account } };
    const place = cursor === undefined ? null : await cursors.read(scope, cursor);
    const after = place === null ? null : { chargedAt: place.asOf, requestId: place.position[0] ?? '' };
    const found = await accounts.receipts(principal, { since, until, after, limit: limit + 1 });
    const { rows, more } = pageOf(found, limit);
    const last = more ? rows.at(-1) : undefined;
    const receipts = [...rows];
    if (last === undefined) return { data: { receipts }, pagination: { next_cursor: null, next_page_url: null } };
    const next = await cursors.write(scope, { asOf: last.charged_at, position: [last.request_id] });
    const url = addressOf(baseUrl, PATH, { ...filters, limit, cursor: next });
    return { data: { receipts }, pagination: { next_cursor: next, next_page_url: url } };
  };
}
