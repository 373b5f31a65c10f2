// PgBouncer of Debian between two servers and the database: refused, accepted, paused, killed, and in session mode.
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import type { Store } from '../../../server/store/engine/engine.ts';
import { auditHistory } from '../faults/audit-history.ts';
import { type Account, type Call, createClient } from '../faults/stage/client.ts';
import { endure, type Outage, repeated } from '../faults/outages.ts';
import { type PgBouncer, startPgBouncer } from '../faults/stage/pgbouncer.ts';
import type { ServerProcess } from '../faults/stage/server-process.ts';
import { eachOf, inTurn, makeAccount, publishLive, startProcesses } from '../faults/stage/world.ts';
import { administer, type Crashable } from '../../stage/postgres-process.ts';
import { type FaultPart, type Line, reportFaults, withStore } from './fault-report.ts';
import { given, lastsMs } from './given.ts';
import { outageLine, type OutageLimits } from './outages.ts';

/** Sizes: `calls` in each mode, and `lasts`, the milliseconds of each outage. */
export const poolerParts: readonly FaultPart[] = [{ name: 'behind PgBouncer', run: behindPgBouncer }];

export function drillPooler(): Promise<boolean> {
  return reportFaults(poolerParts);
}

const SERVERS = 2;
const WIDTH = 48;
const paths = [
  '/v1/brief?ticker=NWTB',
  '/v1/beliefs?limit=2',
  '/v1/sources',
  '/v1/beliefs/bel_b1',
  '/v1/brief?ticker=NWTB&detail=full&as_of=2026-01-20T00:00:00Z',
];
const goneLimits: OutageLimits = { statuses: ['503'], answerMs: 5_000, recoveryMs: 2_000 };
/** A paused pooler still accepts connections: a charge without an answer is repeated, and waits twice. */
const pausedLimits: OutageLimits = { ...goneLimits, answerMs: 8_000 };

function behindPgBouncer(main: string): Promise<Line[]> {
  return withStore(async (store, database) => {
    await publishLive(store);
    const account = await makeAccount(store, { prepaid: 10_000_000 });
    const pooler = await startPgBouncer(database);
    const calls: Call[] = [];
    try {
      const lines = [...(await refusedStart(main, database, pooler))];
      lines.push(...(await transactionMode({ main, pooler, account, calls })));
      lines.push(await sessionMode({ main, pooler, account, calls }));
      lines.push(await ledger(calls, store));
      return lines;
    } finally {
      await pooler.stop();
    }
  });
}

/** The start prints SQL statements; running them must be all that an operator has to do. */
async function refusedStart(main: string, database: Crashable, pooler: PgBouncer): Promise<Line[]> {
  const env = { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: pooler.url };
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  const statements = [...stderr.matchAll(/^ *(alter role .*;)$/gm)].map(([, sql = '']) => sql);
  await administer(database.url, statements);
  await pooler.command('RECONNECT');
  return [
    {
      done: 'start without the settings of the role',
      times: 1,
      seen: `exit ${status}, ${statements.length} statements printed and run`,
      limit: 'exit 2, 4 statements',
      passed: status === 2 && statements.length === 4,
    },
  ];
}

type Run = { main: string; pooler: PgBouncer; account: Account; calls: Call[] };

async function transactionMode({ main, pooler, account, calls }: Run): Promise<Line[]> {
  const servers = await startProcesses(main, pooler.url, SERVERS);
  try {
    const lines = [await manyCalls('transaction', servers, { account, calls }), await preparedLine(pooler)];
    const paused: Outage = {
      name: 'pooler-paused',
      begin: () => pooler.command('PAUSE'),
      end: () => pooler.command('RESUME'),
    };
    const gone: Outage = { name: 'pooler-gone', begin: pooler.crash, end: pooler.restart };
    for (const [outage, limits] of [
      [paused, pausedLimits],
      [gone, goneLimits],
    ] as const) {
      const report = await endure(servers, account, { outage, lasts: lastsMs() });
      lines.push(outageLine(report.name.replace('-', ' '), report, limits));
      calls.push(...report.calls);
    }
    await repeated(calls, servers);
    return lines;
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function sessionMode({ main, pooler, account, calls }: Run): Promise<Line> {
  await pooler.setMode('session');
  const servers = await startProcesses(main, pooler.url, SERVERS);
  try {
    return await manyCalls('session', servers, { account, calls });
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function manyCalls(
  mode: string,
  servers: readonly ServerProcess[],
  { account, calls }: Pick<Run, 'account' | 'calls'>,
): Promise<Line> {
  const client = createClient();
  const choose = inTurn(servers);
  const made = Array.from({ length: given('calls') ?? 3_000 }, (_, n): Call => {
    return { account, path: paths[n % paths.length] ?? '', requestId: `${mode}-${n}`, answers: [] };
  });
  try {
    await eachOf(made, WIDTH, (call) => client.untilDefinite(choose, call));
  } finally {
    client.close();
  }
  calls.push(...made);
  const statuses = made.flatMap(({ answers }) => answers.map(({ status }) => status));
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  return {
    done: `calls of ${SERVERS} servers in ${mode} mode`,
    times: made.length,
    seen: `${count(200)} answered with 200, after ${count(503)} x 503`,
    limit: 'all, and nothing else',
    passed: count(200) === made.length && count(200) + count(503) === statuses.length,
  };
}

/** Prepared statements on each server connection of the pooler, read while a client holds it. */
async function preparedLine(pooler: PgBouncer): Promise<Line> {
  const clients = [1, 2, 3, 4].map(() => new pg.Client({ connectionString: pooler.url }));
  let [looked, kept] = [0, 0];
  for (const client of clients) {
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ count: string }>('select count(*) from pg_prepared_statements');
    looked += 1;
    kept += Number(rows[0]?.count);
  }
  for (const client of clients) {
    await client.query('commit');
    await client.end();
  }
  return {
    done: 'server connections of the pooler looked at',
    times: looked,
    seen: `${kept} prepared statements`,
    limit: 'none',
    passed: looked === clients.length && kept === 0,
  };
}

async function ledger(calls: readonly Call[], store: Store): Promise<Line> {
  const { delivered, entries, faults } = await auditHistory({ calls, db: store.db });
  return {
    done: 'ledger after all of it',
    times: calls.length,
    seen: `${delivered} delivered, ${entries} charged`,
    limit: 'each is delivered and charged once',
    passed: faults.length === 0 && delivered === calls.length && entries === calls.length,
    faults,
  };
}
