// PostgreSQL dialect of knex with one difference: a lost database is always a StoreUnavailable.
import knex, { type Knex } from 'knex';
import PostgresDialect from 'knex/lib/dialects/postgres/index.js';
import { columnTypes } from './column-types.ts';
import { sqlState, storeFailure, StoreUnavailable } from './failures.ts';
import { PGliteStream } from '../embedded/pglite-stream.ts';
import type { PGliteHost } from '../embedded/pglite-host.ts';
import type { DatabaseAddress, PoolMode } from './pool-mode.ts';
import { roleSettings } from './role-settings.ts';
import { localSettings, type PoolSettings, settingStatements, StoreTransaction } from './store-transaction.ts';
import { type AnswerLimit, answerLimit } from './unanswered.ts';

/** The server has ended the statement, by its time limit or by that of a lock, and the connection is as good as before. */
const outOfTime = new Set(['57014', '55P03']);

type Connection = { __knex__disposed?: unknown };
/** A statement may set the driver's own limit, where it takes longer than the others. */
type Query = { sql?: string; options?: { query_timeout?: number } };
type StoreConfig = PoolSettings & { limit?: AnswerLimit };

class StoreClient extends PostgresDialect {
  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw storeFailure(error);
    }
  }

  /**
   * The first connection detects a pooler by the process id of the answer. A detection beforehand would cost each start
   * a further connection.
   */
  override async acquireRawConnection(): Promise<Connection> {
    const { address } = this.config as StoreConfig;
    if (address === undefined) return super.acquireRawConnection();
    if (address.known === null) {
      const first = await this.connectAs('direct').catch(unlessRefused);
      if (first !== null) {
        const { rows } = await this.ask<{ id: number }>(first, 'select pg_backend_pid() as id');
        if (address.isDirect(first, rows[0]?.id ?? 0)) return first;
        await this.destroyRawConnection(first).catch(() => undefined);
      }
    }
    return this.connectAs(await address.mode());
  }

  /** A server takes the settings at login; behind a session pooler, which does not, they follow it. */
  private async connectAs(mode: PoolMode): Promise<Connection> {
    const { address, settings = {} } = this.config as StoreConfig;
    const { options: _options, ...plain } = this.connectionSettings as { options?: string };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    this.connectionSettings = mode === 'direct' ? { ...plain, options: options.join(' ') } : plain;
    const connection = await super.acquireRawConnection();
    try {
      await address?.opened(connection);
      if (mode === 'session') await this.ask(connection, settingStatements(settings, 'session'));
      return connection;
    } catch (error) {
      await this.destroyRawConnection(connection).catch(() => undefined);
      throw error;
    }
  }

  private async ask<Row>(connection: Connection, sql: string): Promise<{ rows: Row[] }> {
    const limited = { sql, options: { query_timeout: connectTimeoutMs } };
    const { response } = (await super._query(connection, limited)) as { response: { rows: Row[] } };
    return response;
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new StoreTransaction(this, container, config, outer) as unknown as Knex.Transaction;
  }

  override async _query(connection: Connection, query: Query): Promise<unknown> {
    const { limit } = this.config as StoreConfig;
    const run = (): Promise<unknown> => this.withSettings(connection, query);
    try {
      const isLimited = limit !== undefined && query.options?.query_timeout === undefined;
      return await (isLimited ? limit.within(connection, run) : run());
    } catch (error) {
      const failure = storeFailure(error);
      // The pool must not lend it again: the error of a cut connection precedes its end, and one without an answer in
      // time is still waiting.
      if (failure instanceof StoreUnavailable && !outOfTime.has(sqlState(error))) connection.__knex__disposed = error;
      throw failure;
    }
  }

  /** Behind a transaction pooler a statement above the role's time limit needs a transaction to raise it. */
  private async withSettings(connection: Connection, query: Query): Promise<unknown> {
    const local = localSettings(this.config as StoreConfig);
    if (this.transacting || local['statement_timeout'] === undefined) return super._query(connection, query);
    await super._query(connection, { sql: `begin; ${settingStatements(local, 'local')}` });
    try {
      const answered = await super._query(connection, query);
      await super._query(connection, { sql: 'commit' });
      return answered;
    } catch (error) {
      await super
        ._query(connection, { sql: 'rollback' })
        .catch((lost: unknown) => (connection.__knex__disposed = lost));
      throw error;
    }
  }

  override async destroyRawConnection(connection: object): Promise<void> {
    const { address, limit } = this.config as StoreConfig;
    limit?.forget(connection);
    address?.closed(connection);
    return super.destroyRawConnection(connection);
  }
}

/** A pooler refuses settings at login with a code of PostgreSQL; an error without a code occurred earlier. */
function unlessRefused(error: unknown): null {
  if (/^[0-9A-Z]{5}$/.test(sqlState(error))) return null;
  throw error;
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
  address: DatabaseAddress;
  poolMax: number;
  /** 0 sets no limit. */
  statementTimeoutMs: number;
  /** 0 sets no limit. */
  lockTimeoutMs?: number;
  /** Every statement looks rows up by a key. */
  byKeyOnly?: boolean;
};

// A caller hears within five seconds that the database does not answer: a connection, then one statement.
const connectTimeoutMs = 1_500;
const acquireTimeoutMs = 1_500;
/** Our wait beyond the server's limit: only a network that drops answers exceeds it. */
const readGraceMs = 500;

/**
 * A plan from an empty table must not scan it once it is large, and one plan is enough. A new one for each batch of
 * charges took a millisecond, twice the charge itself. Behind a transaction pooler no plan is kept, so each is made for
 * the current table, and neither setting matters.
 */
const byKey = { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' };

/**
 * A server compiles a plan above an estimated cost, again for each call. On tables that have grown since their last
 * statistics that took seconds, for a brief that is read in 20 ms.
 */
const uncompiled = { jit: 'off' };

export function knexForServer(options: ServerOptions): Knex {
  const { address, poolMax, statementTimeoutMs, lockTimeoutMs = 0, byKeyOnly = false } = options;
  // Limits of 0 are set too: the role's own would hold in their place.
  const settings = {
    ...roleSettings,
    ...uncompiled,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    ...(byKeyOnly && byKey),
  };
  const config = {
    ...base,
    limit: statementTimeoutMs > 0 ? answerLimit(statementTimeoutMs + readGraceMs) : undefined,
    address,
    settings,
    connection: {
      connectionString: address.url,
      types: columnTypes,
      application_name: 'research-intelligence-api',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    },
    pool: { min: 0, max: poolMax },
    acquireConnectionTimeout: acquireTimeoutMs,
  };
  return knex(config);
}

/** One connection, because the engine is one session: an open transaction makes all others wait. */
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
