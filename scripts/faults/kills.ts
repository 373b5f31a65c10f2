// Kills servers and PostgreSQL under load again and again, and holds what the clients were told against the ledger.
import { random } from '../bench/market.ts';
import { openStore } from '../../server/store/engine.ts';
import type { Crashable } from '../test-postgres.ts';
import { type Verdict, auditHistory } from './audit-history.ts';
import { type Client, createClient } from './client.ts';
import { repeatAll } from './repeat.ts';
import type { ServerProcess } from './server-process.ts';
import { type Workload, startWorkload } from './workload.ts';
import { inTurn, publishLive, publishMore, startProcesses } from './world.ts';

export type KillPlan = {
  seed: number;
  /** Over all servers. */
  serverKills: number;
  postgresKills: number;
  clients: number;
  pauseMs: number;
  onKill?: () => void;
};

export type KillReport = Verdict & { serverKills: number; postgresKills: number; repeated: number };

const SERVERS = 2;
/** What a server must have under way when it is killed, and the database deliver between two kills. */
const UNDERWAY_MIN = 3;
const ANSWERED_MAX = 24;
const DELIVERED_MIN = 15;
const RELEASE_EVERY_MS = 700;

export async function killRun(plan: KillPlan, main: string, postgres: Crashable): Promise<KillReport> {
  const next = random(plan.seed);
  const store = await openStore({ databaseUrl: postgres.url });
  const client = createClient();
  let processes: ServerProcess[] = [];
  try {
    await publishLive(store);
    processes = await startProcesses(main, postgres.url, SERVERS);
    const load = { store, client, choose: inTurn(processes), next, anonymous: 0, ...plan };
    const workload = await startWorkload(load);
    const publisher = publishing(() => publishMore(store, Math.floor(next() * 1e9)));
    const perServer = Math.ceil(plan.serverKills / SERVERS);
    const kills = await Promise.all([
      ...processes.map((one) => killServer(one, { times: perServer, client, next, onKill: plan.onKill })),
      killPostgres(postgres, { times: plan.postgresKills, workload, next }),
    ]);
    await workload.stop();
    await publisher.stop();
    // What is newest now was delivered to nobody: a repetition that is built anew cannot be the same bytes.
    await publishMore(store, -1);
    const repeated = await repeatAll(workload.calls, client, inTurn(processes));
    const verdict = await auditHistory({ calls: workload.calls, db: store.db });
    const postgresKills = kills.at(-1) ?? 0;
    return {
      ...verdict,
      serverKills: kills.reduce((sum, count) => sum + count, -postgresKills),
      postgresKills,
      repeated,
    };
  } finally {
    client.close();
    await Promise.all(processes.map((one) => one.kill()));
    await store.close();
  }
}

async function killServer(
  one: ServerProcess,
  {
    times,
    client,
    next,
    onKill,
  }: { times: number; client: Client; next: () => number; onKill?: (() => void) | undefined },
): Promise<number> {
  for (let killed = 0; killed < times; killed += 1) {
    // Some die over their first answers, some in full swing.
    const answered = client.answered(one.address) + Math.floor(next() * ANSWERED_MAX);
    await holds(() => client.answered(one.address) >= answered);
    await holds(() => client.underway(one.address) >= UNDERWAY_MIN);
    await one.kill();
    onKill?.();
    await one.start();
  }
  return times;
}

async function killPostgres(
  postgres: Crashable,
  { times, workload, next }: { times: number; workload: Workload; next: () => number },
): Promise<number> {
  for (let killed = 0; killed < times; killed += 1) {
    const before = workload.delivered();
    await holds(() => workload.delivered() >= before + DELIVERED_MIN);
    await pause(next() * 100);
    await postgres.crash();
    await pause(next() * 100);
    await postgres.restart();
  }
  return times;
}

/** Releases research all the while; a release that meets a dead database is left out. */
export function publishing(publish: () => Promise<unknown>): { stop(): Promise<void> } {
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      await publish().catch(() => undefined);
      await pause(RELEASE_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await loop;
    },
  };
}

async function holds(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(2);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
