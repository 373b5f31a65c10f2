// GET /v1/receipts: a page of what the requests of a workspace were charged.
import type { ReceiptPages } from '../answers/lists/receipts.ts';
import type { Input, Reply } from '../contract/operations.ts';
import { nextLink } from '../http/respond.ts';

/** Builds the handler over the receipts of a store. */
export function listReceipts(receipts: ReceiptPages) {
  return async ({ query, principal }: Input<'listReceipts'>): Promise<Reply<'listReceipts'>> => {
    const body = await receipts(principal, { ...query, limit: query.limit ?? 20 });
    const { next_page_url: next } = body.pagination;
    return { status: 200, body, ...(next !== null && { headers: { Link: nextLink(next) } }) };
  };
}
