// Count of connections: the most that a server may open, and the database's limit.
import type { Knex } from 'knex';
import type { Store } from './engine.ts';

export type ConnectionCount = {
  /** Of one process: its pools, and one for work without a time limit. */
  perProcess: number;
  processes: number;
  /** All processes of this server together. */
  mayOpen: number;
  /** For this user and database, without those that are kept for superusers. */
  allowed: number;
  maxConnections: number;
};

/** Unbounded work opens a separate connection, one at a time: retention, an import, a release. */
const PATIENT = 1;

/** Null for the embedded engine, which has one session. */
export async function countConnections(
  { db, accounts, engine }: Pick<Store, 'db' | 'accounts' | 'engine'>,
  processes: number,
): Promise<ConnectionCount | null> {
  if (engine === 'embedded') return null;
  const { rows } = await db.raw(
    `select current_setting('max_connections')::integer as max_connections,
            least(current_setting('max_connections')::integer
                    - current_setting('superuser_reserved_connections')::integer
                    - coalesce(current_setting('reserved_connections', true)::integer, 0),
                  (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
                  (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as allowed`,
  );
  const [limits] = rows as { max_connections: number; allowed: number }[];
  if (limits === undefined) throw new Error('the database does not say how many connections it allows');
  const perProcess = sizeOf(db) + sizeOf(accounts) + PATIENT;
  const { allowed, max_connections: maxConnections } = limits;
  return { perProcess, processes, mayOpen: perProcess * processes, allowed, maxConnections };
}

function sizeOf(pool: Knex): number {
  return (pool.client as { pool: { max: number } }).pool.max;
}
