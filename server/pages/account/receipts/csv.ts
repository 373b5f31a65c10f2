/** /account/receipts.csv: the filtered receipts as a table for a spreadsheet. */
import type { Request, Response } from 'express';
import type { PageContext } from '../../shell/context.ts';
import { readQuery } from '../../shell/form.ts';
import { pagePolicies } from '../../shell/page.ts';
import { requireSignedIn } from '../../shell/signed-in.ts';
import { type UsageReceipt, listReceipts } from '../../../store/ledger/usage.ts';
import { ProblemError } from '../../../contract/problems.ts';
import { ownWorkspace } from '../workspace-choice.ts';
import { filtersIn, receiptQuestion } from './filters.ts';
import { namesOf, payerName } from './payer-names.ts';
import { receiptWords } from './words.ts';

/** Filters make a longer history into several files. */
export const CSV_ROWS_MAX = 10_000;

const columns = [
  'charged_at',
  'request_id',
  'what',
  'operation',
  'request',
  'mode',
  'as_of',
  'by',
  'units',
  'paid_from',
  'document_digest',
] as const;

export async function sendReceiptsCsv(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const workspace = ownWorkspace(viewer, query.get('workspace'));
  if (workspace === null) throw new ProblemError('not-found', { detail: 'You are in no such workspace.' });
  const { workspaceId: accountId } = workspace;
  const page = { accountId, after: null, limit: CSV_ROWS_MAX };
  const receipts = await listReceipts(context.db, receiptQuestion(filtersIn(query), page));
  const names = await namesOf(context.db, accountId, receipts);
  const bytes = Buffer.from(csvText([columns, ...receipts.map((one) => rowOf(one, payerName(one.key_id, names)))]));
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="receipts.csv"',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...pagePolicies(),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function rowOf(receipt: UsageReceipt, by: string): string[] {
  const {
    charged_at: at,
    request_id: id,
    operation,
    request,
    collection,
    as_of: asOf,
    units,
    paid_from: from,
  } = receipt;
  const digest = `sha256:${receipt.digest.toString('hex')}`;
  return [at, id, receiptWords(receipt), operation, request, collection, asOf, by, String(units), from, digest];
}

/** Lines of RFC 4180. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A spreadsheet executes a cell that begins like a formula: an apostrophe makes it a text. */
function cellOf(value: string): string {
  const text = /^\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
