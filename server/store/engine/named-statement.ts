// Statements of the hot path: written for the driver, named, and prepared once on each connection.
import { createHash } from 'node:crypto';
import type { Db } from './db.ts';
import type { Fragment } from './fragment.ts';
import type { PoolSettings } from './store-transaction.ts';

export type NamedStatement = {
  /** Empty for an unprepared statement; behind a transaction pooler none is prepared. */
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
  /** Listeners for queries receive this one like every other. */
  emit(event: 'query', query: { sql: string; bindings: readonly unknown[] }): boolean;
};

/** Texts that are remembered: each is prepared on every connection that it was asked on, which takes memory there. */
const PREPARED_MAX = 200;
const prepared = new Map<string, NamedStatement>();

/**
 * One name for each text in every process: on a connection shared by processes, a number would run another statement.
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
 * The rows of a prepared question with a constant text. Planning a page of beliefs took a third of its time, and the
 * query builder's pass over the text as much as reading its rows.
 */
export function runPrepared<Row>(db: Db, { sql, bindings }: Fragment): Promise<Row[]> {
  return runNamed<Row>(db, named(sql), bindings);
}

/** The first of those rows, or null. */
export async function firstPrepared<Row>(db: Db, query: Fragment): Promise<Row | null> {
  return (await runPrepared<Row>(db, query))[0] ?? null;
}

/**
 * Takes a connection of the pool or of the transaction, and passes the statement to the driver unchanged. The query
 * builder would copy the text and search it for placeholders, which costs as much CPU as sending it and reading the
 * answer. Failures are the same as for any query.
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
