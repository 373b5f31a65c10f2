// Statements of the hot path: written for the driver, named, and prepared once on each connection.
import type { Db } from './db.ts';

export type NamedStatement = {
  name: string;
  /** With $1, $2 where the values go. */
  text: string;
};

type Query = { sql: string; bindings: readonly unknown[]; options: { name: string }; response?: { rows: unknown[] } };

type StatementClient = {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  _query(connection: unknown, query: Query): Promise<Query>;
};

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
    const { response } = await client._query(connection, { sql: text, bindings: values, options: { name } });
    return (response?.rows ?? []) as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}
