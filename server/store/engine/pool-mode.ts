// The pool mode of a database address: the server itself, or a pooler that lends a server connection for a session or a transaction.
import pg from 'pg';
import { storeFailure } from './failures.ts';
import { checkRoleSettings } from './role-settings.ts';

export type PoolMode = 'direct' | 'session' | 'transaction';

export type DatabaseAddress = {
  url: string;
  /** Detected once; a detection that failed is tried again. */
  mode: () => Promise<PoolMode>;
  /** Null until it is detected. */
  readonly known: PoolMode | null;
  readonly isDetecting: boolean;
  /** True if the accounts lie on several servers: a statement then names one account. */
  isDistributed: boolean;
  /** True when the connection leads to a server itself, which then is known; it returned this process id. */
  isDirect: (connection: object, processId: number) => boolean;
  /** Detects again if another open connection has the same process id: a server never repeats one. */
  opened: (connection: object) => Promise<unknown>;
  closed: (connection: object) => void;
};

export function databaseAddress(url: string): DatabaseAddress {
  let known: PoolMode | null = null;
  let detecting: Promise<PoolMode> | null = null;
  const told = new Set<number | null>();
  const detect = (): Promise<PoolMode> =>
    (detecting ??= detectPoolMode(url)
      .then((mode) => (known = mode))
      .catch((error: unknown) => {
        throw storeFailure(error);
      })
      .finally(() => (detecting = null)));
  return {
    url,
    mode: () => (known === null ? detect() : Promise.resolve(known)),
    get known() {
      return known;
    },
    get isDetecting() {
      return detecting !== null;
    },
    isDistributed: false,
    isDirect(connection, processId) {
      if (processIdAtLogin(connection) !== processId) return false;
      known ??= 'direct';
      return true;
    },
    async opened(connection) {
      const id = processIdAtLogin(connection);
      if (known === 'direct' && told.has(id)) await detect();
      told.add(id);
    },
    closed: (connection) => void told.delete(processIdAtLogin(connection)),
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
 * A server gives each of three connections its own process id. A session pooler reports another one at login, and then
 * stays with it. Behind a transaction pooler two connections share an id, or one of them changes its id at times. The
 * connections have no start-up parameters, which a pooler refuses or drops.
 */
async function detectPoolMode(url: string): Promise<PoolMode> {
  const clients = [probe(url), probe(url), probe(url)] as const;
  try {
    await connect(clients);
    const mode = judge(clients, await processIds(clients));
    if (mode === 'transaction') await checkRoleSettings(clients[0]);
    return mode;
  } finally {
    for (const client of clients) client.end().catch(() => undefined);
  }
}

function probe(url: string): pg.Client {
  const limits = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: queryTimeoutMs };
  return new pg.Client({ connectionString: url, ...limits }).on('error', () => undefined);
}

/** All settled: one that is still connecting cannot be ended. */
async function connect(clients: readonly pg.Client[]): Promise<void> {
  const connected = await Promise.allSettled(clients.map((client) => client.connect()));
  const failed = connected.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
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

function processIdAtLogin(connection: object): number | null {
  return (connection as { processID?: number | null }).processID ?? null;
}

function judge(clients: readonly pg.Client[], seen: readonly ReadonlySet<number>[]): PoolMode {
  const all = seen.flatMap((ids) => [...ids]);
  if (all.length > clients.length || new Set(all).size < clients.length) return 'transaction';
  return clients.every((client, place) => seen[place]?.has(processIdAtLogin(client) ?? 0)) ? 'direct' : 'session';
}
