// The pool mode of a database address: the server itself, or a pooler that lends a server connection for a session or a transaction.
import pg from 'pg';
import { storeFailure } from './failures.ts';
import { checkRoleSettings } from './role-settings.ts';

export type PoolMode = 'direct' | 'session' | 'transaction';

export type DatabaseAddress = {
  url: string;
  /** Detected with the first connection; a detection that failed is tried again with the next one. */
  mode: () => Promise<PoolMode>;
  /** Null until it is detected, which comes before any connection. */
  readonly known: PoolMode | null;
};

export function databaseAddress(url: string): DatabaseAddress {
  let known: PoolMode | null = null;
  let detecting: Promise<PoolMode> | null = null;
  return {
    url,
    mode: () =>
      (detecting ??= detectPoolMode(url).then(
        (mode) => (known = mode),
        (error: unknown) => {
          detecting = null;
          throw storeFailure(error);
        },
      )),
    get known() {
      return known;
    },
  };
}

const connectTimeoutMs = 1_500;
const queryTimeoutMs = 3_000;
/**
 * The turns of three open connections. In another order each time: a pooler that lends its server connections in turn
 * would otherwise give each client the same one again.
 */
const turns = [0, 1, 2, 2, 1, 0, 1, 0, 2];

/**
 * A server tells each of three connections the process id that it has. A session pooler tells another one at login, and
 * then stays with it. Behind a transaction pooler two connections have the same, or one of them has another at times.
 *
 * The connections have no start-up parameters, which a pooler refuses or drops.
 */
async function detectPoolMode(url: string): Promise<PoolMode> {
  const clients = [0, 1, 2].map(
    () =>
      new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: connectTimeoutMs,
        query_timeout: queryTimeoutMs,
      }),
  );
  for (const client of clients) client.on('error', () => undefined);
  try {
    // All settled: one that is still connecting cannot be ended.
    const connected = await Promise.allSettled(clients.map((client) => client.connect()));
    const failed = connected.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const mode = judge(clients.map(processIdAtLogin), await processIds(clients));
    if (mode === 'transaction' && clients[0]) await checkRoleSettings(clients[0]);
    return mode;
  } finally {
    for (const client of clients) client.end().catch(() => undefined);
  }
}

/** Of each connection, every process id that its turns had. */
async function processIds(clients: readonly pg.Client[]): Promise<Set<number>[]> {
  const seen = clients.map(() => new Set<number>());
  for (const turn of turns) {
    const { rows } = (await clients[turn]?.query<{ id: number }>('select pg_backend_pid() as id')) ?? { rows: [] };
    for (const { id } of rows) seen[turn]?.add(id);
  }
  return seen;
}

function processIdAtLogin(client: pg.Client): number | null {
  return (client as unknown as { processID: number | null }).processID;
}

function judge(atLogin: readonly (number | null)[], seen: readonly ReadonlySet<number>[]): PoolMode {
  const all = seen.flatMap((ids) => [...ids]);
  if (all.length > seen.length || new Set(all).size < seen.length) return 'transaction';
  return seen.every((ids, place) => ids.has(atLogin[place] ?? 0)) ? 'direct' : 'session';
}
