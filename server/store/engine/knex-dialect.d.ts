// Types that knex does not declare: the dialect that StoreClient extends.
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';

  const Dialect: new (config: Knex.Config) => Knex.Client & {
    /** Set on the client of a transaction. */
    transacting?: boolean;
    /** Settings of the next connection. */
    connectionSettings: object;
    acquireRawConnection(): Promise<{ __knex__disposed?: unknown }>;
    _query(connection: { __knex__disposed?: unknown }, query: unknown): Promise<unknown>;
  };
  export default Dialect;
}

// The class that begins, commits and rolls back.
declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  const Transaction: new (
    client: unknown,
    ...begun: unknown[]
  ) => {
    client: { config: object };
    query(connection: unknown, sql: string, ...ended: unknown[]): Promise<unknown>;
  };
  export default Transaction;
}
