// The real PostgreSQL that the bench measures on: the one that the tests start, with databases of its own.
import pg from 'pg';
import { startServer } from '../../stage/test-postgres.ts';

export type Postgres = { url: string; stop(): Promise<void> };

/** Runs are compared with one another, so each starts a server of its own and never uses one that happens to be there. */
export const startPostgres = (): Promise<Postgres> => startServer({ durable: true });

/** An empty database of that name; its address. */
export async function postgresDatabase({ url }: Postgres, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** `PostgreSQL 15.18`, as the server says it. */
export async function versionOf({ url }: Postgres): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
}
