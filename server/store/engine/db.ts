// The words every query of the store shares: a database handle, a collection, an instant, a cutoff.
import type { Knex } from 'knex';
import type { Collection, Instant } from '../../terms/research.ts';

export type { CalendarDate, Collection, Instant } from '../../terms/research.ts';

/** The open store: hands out connections and opens transactions. Rooms above the store name it by this type. */
export type Pool = Knex;

/** A pool or an open transaction: a function that takes one never opens a further connection. */
export type Db = Knex | Knex.Transaction;

/** Argument of a function that must run inside a transaction. */
export type Trx = Knex.Transaction;

/** The point a read looks back from: the release and the observations known then. */
export type Cutoff = {
  collection: Collection;
  version: number;
  asOf: Instant;
  /** Number of changes to all past answers when the cutoff was resolved: legal removals, new keys of cursors. */
  removals?: number;
};

/** Rows that a retention sweep takes in one statement, so that it holds locks briefly. */
export const SWEPT_ROWS_MAX = 5_000;

/** The state behind an answer at this cutoff, as the key of caches. */
export function stateOf({ collection, version, asOf, removals = 0 }: Cutoff): string {
  return `${collection} ${version} ${removals} ${asOf}`;
}
