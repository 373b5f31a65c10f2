/** Filters of the receipts in an address, and the place at which a page begins. */
import { keyOperations } from '../../../access/key-operations.ts';
import { isCalendarDate, requestedInstant } from '../../../contract/validation/formats.ts';
import { isRequestId } from '../../../contract/validation/request-headers.ts';
import { type Route, routes } from '../../../../generated/routes.ts';
import type { ReceiptPosition, ReceiptQuestion } from '../../../store/ledger/usage.ts';

export type ReceiptFilters = {
  /** The start of a request id. */
  receipt: string | null;
  /** A key, a chat or a person. */
  key: string | null;
  operation: string | null;
  /** Days, both included. */
  since: string | null;
  until: string | null;
};

const rows: Readonly<Record<string, Route>> = routes;
const metered = keyOperations.filter(([name]) => (rows[name]?.units ?? 0) > 0);
/** Operations that have receipts, with their names. */
export const receiptOperations: readonly (readonly [name: string, words: string])[] = metered;

/** A value of another form is left out; an id of another form is searched for, and finds nothing. */
export function filtersIn(query: URLSearchParams): ReceiptFilters {
  const text = (name: string): string | null => {
    const value = (query.get(name) ?? '').trim().slice(0, 128);
    return value === '' || value.includes('\0') ? null : value;
  };
  const day = (name: string): string | null => {
    const value = text(name);
    return value !== null && isCalendarDate(value) ? value : null;
  };
  const operation = metered.find(([name]) => name === query.get('operation'))?.[0] ?? null;
  return { receipt: text('receipt'), key: text('key'), operation, since: day('since'), until: day('until') };
}

export const isFiltered = (filters: ReceiptFilters): boolean => Object.values(filters).some((one) => one !== null);

/** The same filters for an address, with further fields. */
export function filterQuery(filters: ReceiptFilters, more: Readonly<Record<string, string>>): string {
  const asked = new URLSearchParams(more);
  for (const [name, value] of Object.entries(filters)) if (value !== null) asked.set(name, value);
  return String(asked);
}

type Page = { accountId: string; after: ReceiptPosition | null; limit: number };

export function receiptQuestion(
  { receipt, key, operation, since, until }: ReceiptFilters,
  page: Page,
): ReceiptQuestion {
  return {
    ...page,
    since: since === null ? undefined : `${since}T00:00:00.000Z`,
    until: until === null ? undefined : dayAfter(until),
    keyId: key ?? undefined,
    operation: operation ?? undefined,
    idStart: receipt ?? undefined,
  };
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString();

/** The receipt after which a page begins: its instant and its request id. */
export function placeIn(query: URLSearchParams): ReceiptPosition | null {
  const [at = '', ...id] = (query.get('after') ?? '').split('~');
  const [chargedAt, requestId] = [requestedInstant(at), id.join('~')];
  return chargedAt === null || !isRequestId(requestId) ? null : { chargedAt, requestId };
}

export const placeAfter = ({ charged_at: at, request_id: id }: { charged_at: string; request_id: string }): string =>
  `${at}~${id}`;
