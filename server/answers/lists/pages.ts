// Common steps of all lists: the position of a cursor, the cache key of a page, and its pagination.
import type { PagePlace } from '../../documents/list-status.ts';
import type { BeliefWalks } from '../../reads/lists/belief-walks.ts';
import { readListPrice } from '../../reads/lists/list-price.ts';
import type { PriceReader } from '../../reads/prices.ts';
import type { Moment } from '../../reads/subject.ts';
import { type Collection, type Db, type Instant, stateOf } from '../../store/engine/db.ts';
import type { EntityRow } from '../../store/known/read-entities.ts';
import { addressOf } from '../addresses.ts';
import { type CursorScope, type Cursors, cursorMismatch } from './cursor.ts';
import type { KeptAnswers } from '../kept.ts';
import type { OnUnfit } from './left-out.ts';
import type { Moments } from '../moment.ts';
import type { WrittenRecords } from './written-records.ts';

/** Context of answers with lists and single records. */
export type ListContext = {
  db: Db;
  baseUrl: string;
  moments: Moments;
  cursors: Cursors;
  kept: KeptAnswers;
  walks: BeliefWalks;
  records: WrittenRecords;
  prices: PriceReader;
  onUnfit: OnUnfit;
};

export type PageRequest = { limit?: number | undefined; cursor?: string | undefined; as_of?: string | undefined };

/** The contract fills it in before a route runs; other callers may omit it. */
const LIMIT_DEFAULT = 20;

export type PlacedPage = {
  scope: CursorScope;
  path: string;
  /** As a request writes them, in the order of the next page's address. */
  filters: Readonly<Record<string, string | undefined>>;
  limit: number;
  /** The parameter that names the cutoff. */
  cutoffName: 'as_of' | 'until';
  moment: Moment;
  /** Null on the first page. */
  after: readonly string[] | null;
  /** Cache key: everything that the bytes of this page depend on. */
  key: string;
};

export type ListedOperation = {
  operation: string;
  path: string;
  collection: Collection;
  filters: Readonly<Record<string, string | undefined>>;
  cutoffName?: 'as_of' | 'until';
};

/** Resolves cursor and cutoff. Throws `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`. */
export async function placePage(
  { moments, cursors }: ListContext,
  { operation, path, collection, filters, cutoffName = 'as_of' }: ListedOperation,
  { limit = LIMIT_DEFAULT, cursor, as_of: requested }: PageRequest,
): Promise<PlacedPage> {
  const scope: CursorScope = { operation, collection, filters };
  const place = cursor === undefined ? null : await cursors.read(scope, cursor);
  const moment = await moments.at(collection, requested ?? place?.asOf, cutoffName);
  if (place !== null && place.asOf !== moment.cutoff.asOf) throw cursorMismatch();
  const after = place?.position ?? null;
  // A rotation changes next_cursor: a page cached before it would continue with the retired key.
  const key = JSON.stringify([operation, stateOf(moment.cutoff), filters, limit, after, await cursors.signer()]);
  return { scope, path, filters, limit, cutoffName, moment, after, key };
}

/**
 * Pagination of a built page. `last` is the position of its last row if more rows follow; `subject` holds the filters
 * of the list.
 */
export async function placeOf(
  { db, cursors, baseUrl, prices }: ListContext,
  page: PlacedPage,
  { last, subject = null }: { last: readonly string[] | null; subject?: EntityRow | null },
): Promise<PagePlace> {
  const { collection: mode, asOf } = page.moment.cutoff;
  const price = await readListPrice(db, page.moment, { prices, subject });
  const cursor = last === null ? null : await cursors.write(page.scope, { asOf, position: last });
  const next = cursor === null ? null : { cursor, url: nextUrl(baseUrl, page, { asOf, cursor }) };
  return { mode, asOf, isFirst: page.after === null, price, next };
}

function nextUrl(baseUrl: string, page: PlacedPage, next: { asOf: Instant; cursor: string }): string {
  return addressOf(baseUrl, page.path, {
    ...page.filters,
    limit: page.limit,
    [page.cutoffName]: next.asOf,
    cursor: next.cursor,
  });
}
