// Charges whose acknowledgement never comes back, again and again, held against the ledger.
import { random } from '../../../server/testing/random.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { type Verdict, auditHistory } from './audit-history.ts';
import { beside } from './beside.ts';
import { createClient } from './stage/client.ts';
import { type Cut, faultProxy } from './stage/fault-proxy.ts';
import { repeatAll } from './repeat.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { startWorkload } from './stage/workload.ts';
import { inTurn, publishLive, startProcesses } from './stage/world.ts';

export type LostPlan = {
  seed: number;
  main: string;
  store: Store;
  databaseUrl: string;
  /** Charges that reached the database and whose answers were lost. */
  lost: number;
};

export type LostReport = Verdict & { cuts: Record<Cut, number>; repeated: number; anonymous: number };

const SHARE = 0.2;
const kinds: readonly Cut[] = ['after-commit', 'after-commit', 'after-commit', 'underway', 'before'];

/** Requests with an id of their own and without one: of the latter, every one that was charged must have been delivered. */
export async function lostAcknowledgements(plan: LostPlan): Promise<LostReport> {
  const { seed, main, store, databaseUrl, lost } = plan;
  const [next, nextCut] = [random(seed), random(seed + 1)];
  let isCalm = false;
  const proxy = await faultProxy(databaseUrl, () =>
    isCalm || nextCut() >= SHARE ? null : (kinds[Math.floor(nextCut() * kinds.length)] ?? null),
  );
  const client = createClient();
  const run = beside();
  let processes: ServerProcess[] = [];
  try {
    await publishLive(store);
    processes = await startProcesses(main, proxy.url, 2);
    const choose = inTurn(processes);
    const load = { store, client, beside: run, choose, next, clients: 16, pauseMs: 10, anonymous: 0.4 };
    const workload = await startWorkload(load);
    await run.until(() => proxy.cuts['after-commit'] + proxy.cuts.underway >= lost);
    isCalm = true;
    await workload.stop();
    const repeated = await repeatAll(workload.calls, client, choose);
    const verdict = await auditHistory({ calls: workload.calls, db: store.db });
    const anonymous = workload.calls.filter(
      ({ requestId, answers }) => requestId === null && answers.some(({ status }) => status === 200),
    ).length;
    return { ...verdict, cuts: proxy.cuts, repeated, anonymous };
  } finally {
    client.close();
    await Promise.all(processes.map((one) => one.kill()));
    await run.end();
    await proxy.close();
  }
}
