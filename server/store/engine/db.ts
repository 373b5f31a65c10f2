// The words every query of the store shares: a database handle, a collection, an instant, a cutoff.
import type { Knex } from 'knex';
import type { Collection, Instant } from '../../terms/research.ts';

export type { CalendarDate, Collection, Instant } from '../../terms/research.ts';

/** The open store: hands out connections and opens transactions. Rooms above the store name it by this type. */
export type Pool = Knex;

/** A pool or an open transaction: a function that takes one never opens another connection of its own. */
export type Db = Knex | Knex.Transaction;

/** What a function takes that must run inside a transaction. */
export type Trx = Knex.Transaction;

/** The point a read looks back from: the release that was known then, and what had been observed by then. */
export type Cutoff = {
  collection: Collection;
  version: number;
  asOf: Instant;
  /** How often answers at every cutoff had changed at once when the cutoff was resolved: legal removals, new keys of cursors. */
  removals?: number;
};

/** Rows that a sweep of what is kept for a time takes in one statement: none holds locks for long. */
export const SWEPT_ROWS_MAX = 5_000;

/** Names the state that an answer at this cutoff follows from: what is kept in memory is kept under it. */
export function stateOf({ collection, version, asOf, removals = 0 }: Cutoff): string {
  return `${collection} ${version} ${removals} ${asOf}`;
}
