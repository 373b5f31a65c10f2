// Operator's programs in the runbook that are not ours: a primary, its replica, and the tools that act on them.
import pg from 'pg';
import type { CommandOutput } from '../../../server/admin/run-command.ts';
import { postgresDatabase } from '../bench/postgres.ts';
import { type Standby, startStandby } from '../faults/stage/standby.ts';
import { type Crashable, startServer } from '../../stage/test-postgres.ts';

export type Pair = { primary: Crashable; makeReplica(): Promise<void>; stop(): Promise<void> };

export const databaseOn = (host: string): string => `postgres://user:password@${host}:5432/research`;

/** Separate servers for the move: those of the test run have no replica, and outlive it. */
export async function startPair(meant: Map<string, string>): Promise<Pair> {
  const primary = await startServer({ durable: true });
  meant.set(databaseOn('db'), await postgresDatabase(primary, 'research'));
  let replica: Standby | undefined;
  return {
    primary,
    makeReplica: async () => {
      replica = await startStandby(primary);
      const address = new URL(replica.url);
      address.pathname = '/research';
      meant.set(databaseOn('replica'), address.href);
    },
    stop: async () => {
      await replica?.stop();
      await primary.stop();
    },
  };
}

/** Runs the foreign commands of the runbook; the replica is created without pg_basebackup. */
export async function operate(
  words: readonly string[],
  { servers, meant }: { servers: Pair; meant: ReadonlyMap<string, string> },
): Promise<CommandOutput> {
  const [line, [program, target = '', , sql = '']] = [words.join(' '), words];
  const done: CommandOutput = { exit: 0, stdout: '', stderr: '' };
  if (program === 'psql') return { ...done, stdout: await query(meant.get(target) ?? target, sql) };
  if (program === 'pg_basebackup') await servers.makeReplica();
  else if (line.startsWith('pg_ctl stop')) await servers.primary.crash();
  // The replica already runs, and another test covers readiness.
  else if (!line.startsWith('pg_ctl start') && !line.endsWith('/readyz'))
    throw new Error(`the runbook has a line that cannot be executed: ${line}`);
  return done;
}

/** Rows of a query, repeated until the replica has caught up. */
export async function query(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      const isCaughtUp = rows.some((row) => row['sync_state'] === 'sync');
      if (isCaughtUp || !sql.includes('sync_state')) return JSON.stringify(rows);
    }
  } finally {
    await client.end();
  }
}
