// Statements of the hot path: written for the driver, named, and prepared once on each connection.
import { createHash } from 'node:crypto';
import type { Db } from './db.ts';
import type { Fragment } from './fragment.ts';
import type { PoolSettings } from './store-transaction.ts';

export type NamedStatement = {
  /** Empty for one that is not prepared; behind a transaction pooler none is. */
  name: string;
  /** With $1, $2 where the values go. */
  text: string;
};

type Query = { sql: string; bindings: readonly unknown[]; options: { name: string }; response?: { rows: unknown[] } };

type StatementClient = {
  config: PoolSettings;
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  _query(connection: unknown, query: Query): Promise<Query>;
  /** Whoever listens for queries is told of this one as of every other. */
  emit(event: 'query', query: { sql: string; bindings: readonly unknown[] }): boolean;
};

/** Texts that are remembered: each is prepared on every connection that it was asked on, which takes memory there. */
const PREPARED_MAX = 200;
const prepared = new Map<string, NamedStatement>();

/**
 * The name that every process gives to this text and to no other: on a connection that processes share after all, a
 * number of this process would run another one's statement.
 */
export function statementName(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** A text with a ? for each of its values, as the driver takes it, and its name. */
function named(text: string): NamedStatement {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  let place = 0;
  const numbered = text.replaceAll('?', () => `$${(place += 1)}`);
  // A text of which there are too many variants is planned each time, as every other statement.
  if (prepared.size >= PREPARED_MAX) return { name: '', text: numbered };
  const made = { name: statementName(numbered), text: numbered };
  prepared.set(text, made);
  return made;
}

/**
 * The rows of a question whose text is always the same and only its values differ. Planning a page of beliefs took a third
 * of its time, and the query builder's way through its text as much as reading its rows.
 */
export function runPrepared<Row>(db: Db, { sql, bindings }: Fragment): Promise<Row[]> {
  return runNamed<Row>(db, named(sql), bindings);
}

/** The first of those rows, or null. */
export async function firstPrepared<Row>(db: Db, query: Fragment): Promise<Row | null> {
  return (await runPrepared<Row>(db, query))[0] ?? null;
}

/**
 * Takes a connection of the pool, or that of the transaction, and gives the statement to the driver as it is. What the
 * query builder does for a text of this length at every call, copying it and looking for its placeholders, takes as much
 * CPU as sending it and reading the answer. Failures are the same as those of every other query.
 */
export async function runNamed<Row>(
  db: Db,
  { name, text }: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = db.client as StatementClient;
  const connection = await client.acquireConnection();
  try {
    client.emit('query', { sql: text, bindings: values });
    const { response } = await client._query(connection, {
      sql: text,
      bindings: values,
      options: { name: client.config.address?.known === 'transaction' ? '' : name },
    });
    return (response?.rows ?? []) as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}
