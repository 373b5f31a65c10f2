// knex's PostgreSQL dialect with one difference: a lost database is a StoreUnavailable, whatever the driver called it.
import knex, { type Knex } from 'knex';
import PostgresDialect from 'knex/lib/dialects/postgres/index.js';
import { columnTypes } from './column-types.ts';
import { sqlState, storeFailure, StoreUnavailable } from './failures.ts';
import { PGliteStream } from './pglite-stream.ts';
import type { PGliteHost } from './pglite-host.ts';
import { type AnswerLimit, answerLimit } from './unanswered.ts';

/** The server has ended the statement, by its time limit or by that of a lock, and the connection is as good as before. */
const outOfTime = new Set(['57014', '55P03']);

type Connection = { __knex__disposed?: unknown };
/** A statement may set the driver's own limit, where it takes longer than the others. */
type Query = { options?: { query_timeout?: number } };

class StoreClient extends PostgresDialect {
  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw storeFailure(error);
    }
  }

  override async _query(connection: Connection, query: Query): Promise<unknown> {
    const { limit } = this.config as { limit?: AnswerLimit };
    const run = (): Promise<unknown> => super._query(connection, query);
    try {
      const isLimited = limit !== undefined && query.options?.query_timeout === undefined;
      return await (isLimited ? limit.within(connection, run) : run());
    } catch (error) {
      const failure = storeFailure(error);
      // The pool must not lend it again: the error of a cut connection comes before its end is noticed, and one that gave
      // no answer in time still waits for it.
      if (failure instanceof StoreUnavailable && !outOfTime.has(sqlState(error))) connection.__knex__disposed = error;
      throw failure;
    }
  }

  override async destroyRawConnection(connection: object): Promise<void> {
    (this.config as { limit?: AnswerLimit }).limit?.forget(connection);
    return super.destroyRawConnection(connection);
  }
}

const silent = { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined };

const base = {
  client: StoreClient as unknown as typeof Knex.Client,
  // Known, so that no connection asks for it: 15 is the oldest server this service supports.
  version: '15',
  // Errors name the statement, never the values: those hold captured texts and hashes of keys.
  compileSqlOnError: false,
  log: silent,
};

export type ServerOptions = {
  databaseUrl: string;
  poolMax: number;
  /** 0 sets no limit. */
  statementTimeoutMs: number;
  lockTimeoutMs?: number;
  /** Every statement looks rows up by a key. */
  byKeyOnly?: boolean;
};

// Whoever asks is told within five seconds that the database does not answer: a connection, then one statement.
const connectTimeoutMs = 1_500;
const acquireTimeoutMs = 1_500;
const idleTransactionTimeoutMs = 60_000;
/** How much longer we wait than the server may take: what is left is a network that swallows answers. */
const readGraceMs = 500;

/**
 * A plan from when a table was empty must not read it whole once it is large; and one plan is enough: making a new one for
 * each batch of charges took a millisecond, twice as long as charging it.
 */
const byKey = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan';

export function knexForServer(options: ServerOptions): Knex {
  const { databaseUrl, poolMax, statementTimeoutMs, lockTimeoutMs, byKeyOnly = false } = options;
  const limit = statementTimeoutMs > 0 ? answerLimit(statementTimeoutMs + readGraceMs) : undefined;
  const config = {
    ...base,
    limit,
    connection: {
      connectionString: databaseUrl,
      types: columnTypes,
      options: byKeyOnly ? `-c timezone=UTC ${byKey}` : '-c timezone=UTC',
      application_name: 'research-intelligence-api',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
      ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
      ...(statementTimeoutMs > 0 && { statement_timeout: statementTimeoutMs }),
    },
    pool: { min: 0, max: poolMax },
    acquireConnectionTimeout: acquireTimeoutMs,
  };
  return knex(config);
}

/** One connection, because the engine is one session: whoever holds a transaction keeps all others waiting. */
export function knexForEmbedded(host: PGliteHost): Knex {
  return knex({
    ...base,
    // A function: knex clones an object deeply, which would break the live stream.
    connection: () => ({
      stream: () => new PGliteStream(host),
      types: columnTypes,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
    }),
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: 10_000,
  });
}
