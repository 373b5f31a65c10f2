// GET /v1/receipts: a page of a workspace's receipts.
import type { ReceiptPages } from '../answers/lists/receipts.ts';
import type { Input, Reply } from '../contract/operations.ts';
import { nextLink } from '../http/respond.ts';

export function listReceipts(receipts: ReceiptPages) {
  return async ({ query, principal }: Input<'listReceipts'>): Promise<Reply<'listReceipts'>> => {
    const body = await receipts(principal, { ...query, limit: query.limit ?? 20 });
    const { next_page_url: next } = body.pagination;
    return { status: 200, body, ...(next !== null && { headers: { Link: nextLink(next) } }) };
  };
}
