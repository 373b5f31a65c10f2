// Figures of a distributed store: metered briefs over HTTP, and charges of many accounts without it.
import { randomUUID } from 'node:crypto';
import { audit } from '../../../server/store/keeping/audit.ts';
import { isLockTimeout, isTransient } from '../../../server/store/engine/failures.ts';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { charge, formOf } from '../../../server/store/ledger/charge.ts';
import { chargeQueue } from '../../../server/metering/charge-queue.ts';
import { dropClusters, makeDistributed } from '../../../server/store/testing/cluster.ts';
import { type Growth, generateGrowth } from '../../../server/store/testing/growth.ts';
import { chargesOn } from '../../../server/testing/charges.ts';
import { frozenBuild } from '../../stage/frozen-build.ts';
import { freePort } from '../../stage/listening.ts';
import type { Account } from '../faults/stage/client.ts';
import { makeAccount } from '../faults/stage/world.ts';
import { startMeasured } from '../fuzz/measured-server.ts';
import { Connection } from '../fuzz/wire.ts';
import { after, closedLoop } from '../load/rates.ts';

const BELIEFS = 500;
const ACCOUNTS = 32;
const CALLERS = 16;
const SECONDS = 10;
const WARM_SECONDS = 3;

export type ClusterFigures = {
  workers: number;
  briefsPerSecond: number;
  chargesPerSecond: number;
  entries: number;
  drifts: readonly object[];
  /** Answers with another status than 200. */
  refused: number;
};

export async function benchCluster(clusterUrl: string): Promise<ClusterFigures> {
  const prefix = `research_bench_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  // Closed in reverse order, even after a failure.
  const ends: (() => Promise<unknown>)[] = [() => dropClusters(clusterUrl, prefix)];
  try {
    const { url } = await makeDistributed(clusterUrl, prefix);
    const store = await openStore({ databaseUrl: url, statementTimeoutMs: 0 });
    ends.unshift(store.close);
    const research = await generateGrowth(store.db, BELIEFS);
    const accounts: Account[] = [];
    for (let one = 0; one < ACCOUNTS; one += 1) accounts.push(await makeAccount(store, { prepaid: 10_000_000 }));
    const chargesPerSecond = await chargesOf(store, accounts);
    const { perSecond, refused } = await briefsOf(url, { research, accounts, ends });
    const { drifts, entries } = await audit(store.db);
    return { workers: await workersOf(store), briefsPerSecond: perSecond, chargesPerSecond, entries, drifts, refused };
  } finally {
    for (const end of ends) await end();
  }
}

async function workersOf({ db }: Store): Promise<number> {
  const { rows } = await db.raw('select count(*) as workers from pg_dist_node where groupid <> 0 and isactive');
  return (rows as { workers: number }[])[0]?.workers ?? 0;
}

/** Through the queue of a server, so that the charges of an account share their statements. */
async function chargesOf(store: Store, accounts: readonly Account[]): Promise<number> {
  const made = await chargesOn(store);
  const queue = chargeQueue({
    charge: (batch) => charge(store.accounts, batch),
    isTransient,
    isBlocked: isLockTimeout,
    isByAccount: formOf(store.accounts) === 'account',
  });
  let asked = 0;
  const ask = async (): Promise<number> => {
    const account = accounts[(asked += 1) % accounts.length] as Account;
    const outcome = await queue(made(account.key, randomUUID()), account.workspaceId);
    return outcome.kind === 'charged' ? 200 : 500;
  };
  await closedLoop({ callers: CALLERS, seconds: WARM_SECONDS }, ask);
  return closedLoop({ callers: CALLERS, seconds: SECONDS }, ask);
}

type ServingStage = { research: Growth; accounts: readonly Account[]; ends: (() => Promise<unknown>)[] };

async function briefsOf(
  databaseUrl: string,
  { research, accounts, ends }: ServingStage,
): Promise<{ perSecond: number; refused: number }> {
  const build = await frozenBuild();
  ends.unshift(build.remove);
  const port = await freePort();
  const server = await startMeasured({ main: build.main, databaseUrl, port, baseUrl: `http://127.0.0.1:${port}` });
  ends.unshift(server.stop);
  let [asked, refused] = [0, 0];
  const loop = async (seconds: number): Promise<number> => {
    const isOver = after(seconds);
    let answered = 0;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const connection = new Connection(port);
        while (!isOver()) {
          const account = accounts[(asked += 1) % accounts.length] as Account;
          const ticker = research.tickers[asked % research.tickers.length] ?? '';
          const { status } = await connection.exchange(question(account, ticker), false);
          if (status === 200) answered += 1;
          else refused += 1;
        }
        connection.close();
      }),
    );
    return answered / seconds;
  };
  await loop(WARM_SECONDS);
  return { perSecond: await loop(SECONDS), refused };
}

function question({ key }: Account, ticker: string): Buffer {
  const lines = [`GET /v1/brief?ticker=${ticker} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
