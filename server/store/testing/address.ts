// Address of the database of a test's store, for another process.
import type { Store } from '../engine/engine.ts';

/** `server` is the address of any database on the same server. */
export async function databaseOf(store: Store, server: string): Promise<string> {
  const { rows } = await store.db.raw('select current_database() as name');
  const address = new URL(server);
  address.pathname = `/${(rows as { name: string }[])[0]?.name ?? ''}`;
  return address.href;
}
