// Database of the reference servers, in the simplest usual design: accounts, a ledger, documents and beliefs as jsonb.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { BeliefsPage } from '../../../generated/api.ts';
import type { Document } from './documents.ts';

export const keyDigest = (key: string): Buffer => createHash('sha256').update(key).digest();

const tables = `
create table account (id integer primary key, key_sha256 bytea not null unique, prepaid bigint not null check (prepaid >= 0));
create table ledger (account_id integer not null references account, request_id text not null, path text not null,
  charged_at timestamptz not null default now(), primary key (account_id, request_id));
create table document (path text primary key, body jsonb not null);
create table belief (id integer primary key, observed_at timestamptz not null, item jsonb not null, citation jsonb not null);
create index belief_newest on belief (observed_at desc, id desc)`;

export type ReferenceData = {
  keys: readonly string[];
  prepaid: number;
  /** Fastify sends them from memory, the naive server from the table. */
  documents: readonly Document[];
  /** A page of the service: its rows and their citations are the rows here too. */
  page: Document;
  beliefs: number;
  from: string;
  to: string;
};

export async function fillReference(databaseUrl: string, data: ReferenceData): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(tables);
    const digests = data.keys.map(keyDigest);
    await client.query('insert into account select n, key, $2 from unnest($1::bytea[]) with ordinality as t (key, n)', [
      digests,
      data.prepaid,
    ]);
    for (const { path, bytes } of data.documents)
      await client.query('insert into document values ($1, $2)', [path, bytes.toString()]);
    const { beliefs, citations } = (JSON.parse(data.page.bytes.toString()) as BeliefsPage).data;
    const rows = beliefs.map((item) => ({
      item,
      citation: citations.find(({ citation_id: id }) => item.citation_ids.includes(id)) ?? {},
    }));
    await client.query(
      `insert into belief select i, $2::timestamptz + i * (($3::timestamptz - $2::timestamptz) / $4), item, citation
         from generate_series(0, $4 - 1) as i
         join (select n - 1 as n, row -> 'item' as item, row -> 'citation' as citation
                 from jsonb_array_elements($1::jsonb) with ordinality as t (row, n)) as shown on shown.n = i % $5`,
      [JSON.stringify(rows), data.from, data.to, data.beliefs, rows.length],
    );
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** Number of ledger rows, and the units spent by the balances. */
export async function readReference(databaseUrl: string, granted: number): Promise<{ entries: number; spent: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ entries: string; left: string }>(
      'select (select count(*) from ledger) as entries, (select sum(prepaid) from account) as left',
    );
    return { entries: Number(rows[0]?.entries), spent: granted - Number(rows[0]?.left) };
  } finally {
    await client.end();
  }
}
