// PostgreSQL of the bench: the server that tests use, with separate databases.
import pg from 'pg';
import { startServer } from '../../stage/test-postgres.ts';

export type Postgres = { url: string; stop(): Promise<void> };

/** A separate server for each run, so that runs are comparable. */
export const startPostgres = (): Promise<Postgres> => startServer({ durable: true });

/** Creates an empty database and returns its address. */
export async function postgresDatabase({ url }: Postgres, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The version, as in `PostgreSQL 15.18`. */
export async function versionOf({ url }: Postgres): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
}
