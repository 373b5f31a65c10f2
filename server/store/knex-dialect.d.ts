// What knex does not type: the dialect that StoreClient extends.
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';

  const Dialect: new (config: Knex.Config) => Knex.Client & {
    _query(connection: { __knex__disposed?: unknown }, query: unknown): Promise<unknown>;
  };
  export default Dialect;
}
