// GET /v1/receipts/{request_id}: charge and delivery of one request id.
import type { Input, Reply } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import type { Accounts } from '../metering/credit/accounts.ts';
import { REQUEST_ID_DAYS } from '../store/engine/lifetimes.ts';

export function getReceipt(accounts: Accounts) {
  return async ({ path, principal }: Input<'getReceipt'>): Promise<Reply<'getReceipt'>> => {
    const body = await accounts.receipt(principal, path.request_id);
    if (body !== null) return { status: 200, body };
    throw new ProblemError('no-such-record', {
      detail: `This account has no answered request with this id, or had it more than ${REQUEST_ID_DAYS} days ago.`,
    });
  };
}
