// Kills servers and PostgreSQL under load again and again, and holds what the clients were told against the ledger.
import { setTimeout } from 'node:timers/promises';
import { random } from '../../../server/testing/random.ts';
import { openStore } from '../../../server/store/engine/engine.ts';
import type { Crashable } from '../../stage/test-postgres.ts';
import { type Verdict, auditHistory } from './audit-history.ts';
import { type Beside, beside } from './beside.ts';
import { type Client, createClient } from './stage/client.ts';
import { publishing } from './publishing.ts';
import { repeatAll } from './repeat.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { type Workload, startWorkload } from './stage/workload.ts';
import { inTurn, publishLive, publishMore, startProcesses } from './stage/world.ts';

export type KillPlan = {
  seed: number;
  /** Over all servers. */
  serverKills: number;
  postgresKills: number;
  clients: number;
  pauseMs: number;
  onKill?: (() => void) | undefined;
};

/** Kills that a process was ended by. */
export type KillReport = Verdict & { serverKills: number; postgresKills: number; repeated: number };

const SERVERS = 2;
/** What a server must have under way when it is killed, and the database deliver between two kills. */
const UNDERWAY_MIN = 3;
const ANSWERED_MAX = 24;
const DELIVERED_MIN = 15;

export async function killRun(plan: KillPlan, main: string, postgres: Crashable): Promise<KillReport> {
  const next = random(plan.seed);
  const store = await openStore({ databaseUrl: postgres.url });
  const client = createClient();
  const run = beside();
  let processes: ServerProcess[] = [];
  try {
    await publishLive(store);
    processes = await startProcesses(main, postgres.url, SERVERS);
    const load = { store, client, beside: run, choose: inTurn(processes), next, anonymous: 0, ...plan };
    const workload = await startWorkload(load);
    const publisher = publishing(run, () => publishMore(store, Math.floor(next() * 1e9)));
    const perServer = Math.ceil(plan.serverKills / SERVERS);
    const kills = await Promise.all([
      ...processes.map((one) =>
        run.begin(() => killServer(one, { times: perServer, client, next, run, onKill: plan.onKill })),
      ),
      run.begin(() => killPostgres(postgres, { times: plan.postgresKills, workload, next, run })),
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
    await run.end();
    await store.close();
  }
}

type Killing = { times: number; next: () => number; run: Beside };

async function killServer(
  one: ServerProcess,
  { times, client, next, run, onKill }: Killing & { client: Client; onKill: KillPlan['onKill'] },
): Promise<number> {
  const holds = (condition: () => boolean): Promise<void> =>
    run.until(() => {
      one.mustRun();
      return condition();
    });
  let killed = 0;
  for (let kills = 0; kills < times; kills += 1) {
    // Some die over their first answers, some in full swing.
    const answered = client.answered(one.address) + Math.floor(next() * ANSWERED_MAX);
    await holds(() => client.answered(one.address) >= answered);
    await holds(() => client.underway(one.address) >= UNDERWAY_MIN);
    if (await one.kill()) killed += 1;
    onKill?.();
    await one.start();
  }
  return killed;
}

async function killPostgres(
  postgres: Crashable,
  { times, workload, next, run }: Killing & { workload: Workload },
): Promise<number> {
  let killed = 0;
  for (let kills = 0; kills < times; kills += 1) {
    const before = workload.delivered();
    await run.until(() => workload.delivered() >= before + DELIVERED_MIN);
    await setTimeout(next() * 100);
    if (await postgres.crash()) killed += 1;
    await setTimeout(next() * 100);
    await postgres.restart();
  }
  return killed;
}
