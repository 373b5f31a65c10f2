// Clock skew of hours, with jumps, under load on one store: answers, charges and settlements follow the database's
// clock.
import { setTimeout } from 'node:timers/promises';
import { databaseNow, readHead } from '../../../server/store/known/clock.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { random } from '../../../server/testing/random.ts';
import { type Verdict, auditHistory, deliveredIds } from './audit-history.ts';
import { type Background, startBackground } from './background.ts';
import { createClient } from './stage/client.ts';
import { publishing } from './publishing.ts';
import { repeatAll } from './repeat.ts';
import { type SkewRun, LIMITS, NEAR_MS, ask, compareAnswers, limitsHold, shift } from './skewed-answers.ts';
import { signInsEnd } from './skewed-sign-ins.ts';
import { HOUR_MS, skewedProcesses } from './stage/skewed-processes.ts';
import { startWorkload } from './stage/workload.ts';
import { inTurn, makeAccount, publishLive, publishMore } from './stage/world.ts';

export type SkewPlan = {
  seed: number;
  main: string;
  store: Store;
  databaseUrl: string;
  /** How often the clock of one server jumps while it answers. */
  jumps: number;
  /** Requests delivered between two jumps. */
  delivered: number;
};

export type SkewReport = Verdict & {
  jumps: number;
  loaded: number;
  repeated: number;
  /** How often the watermark was read, answers were compared, sign-ins were tried. */
  watermarks: number;
  compared: number;
  signIns: number;
};

const CLIENTS = 12;

export async function skewRun({ seed, main, store, databaseUrl, jumps, delivered }: SkewPlan): Promise<SkewReport> {
  const client = createClient();
  const run = startBackground();
  const processes = await skewedProcesses(main, databaseUrl);
  const began = await databaseNow(store.db);
  try {
    await publishLive(store);
    await addBoundaries(store, began);
    const watch = watching(run, store);
    // Alone at first: settlement follows the database's clock, not this server's.
    const behind = await processes.start('an hour behind', -HOUR_MS);
    const account = await makeAccount(store, { prepaid: 1_000_000 });
    const asking: SkewRun = { client, account, calls: [], faults: [] };
    const settled = await settle(store, shift(began, -NEAR_MS), () => ask(asking, behind, '/v1/brief?ticker=NWTB'));
    if (settled < shift(began, -NEAR_MS)) asking.faults.push(`a boundary that had passed was not settled: ${settled}`);
    const servers = [
      behind,
      await processes.start('an hour ahead', HOUR_MS),
      await processes.start('right', 0),
      await processes.start('jumping', 0),
    ];
    const choose = inTurn(servers.map(({ server }) => server));
    const load = {
      store,
      client,
      beside: run,
      choose,
      next: random(seed),
      clients: CLIENTS,
      pauseMs: 10,
      anonymous: 0,
    };
    const workload = await startWorkload(load);
    const publisher = publishing(run, () => publishMore(store, Math.floor(load.next() * 1e9)));
    const jumping = servers.at(-1);
    for (let jumped = 0; jumped < jumps; jumped += 1) {
      const until = workload.delivered() + delivered;
      await run.until(() => workload.delivered() >= until);
      await jumping?.jump([HOUR_MS, -HOUR_MS, 0][jumped % 3] ?? 0);
    }
    await publisher.stop();
    await workload.stop();
    const compared = await compareAnswers(asking, servers, store);
    const signIns = await signInsEnd(store, servers);
    const limits = await limitsHold(asking, await processes.start('limited', 0, LIMITS));
    await publishMore(store, -1);
    const repeated = await repeatAll(workload.calls, client, choose);
    const { watermarks, faults } = await watch.stop();
    const calls = [...workload.calls, ...asking.calls];
    const verdict = await auditHistory({ calls, db: store.db });
    const all = [...verdict.faults, ...asking.faults, ...faults, ...signIns.faults, ...limits];
    const loaded = deliveredIds(workload.calls);
    all.push(...(await writtenTimes(store, began)));
    return { ...verdict, faults: all, jumps, loaded, repeated, watermarks, compared, signIns: signIns.asked };
  } finally {
    client.close();
    await processes.stop();
    await run.end();
  }
}

/** From the close of a session to the boundary that it makes. */
const DELAY_MS = HOUR_MS;

/** Sessions of which one has been settled for half an hour, and the next will be in half an hour. */
async function addBoundaries(store: Store, now: string): Promise<void> {
  const sessions = [-NEAR_MS, NEAR_MS].map((ms, day) => [
    shift(now, day * 24 * HOUR_MS).slice(0, 10),
    shift(now, ms - DELAY_MS),
  ]);
  for (const [date = '', closeAt = ''] of sessions) {
    await store.db.raw(
      `insert into session (collection, session_date, close_at, early_close, from_version) values ('live', ?, ?, false, 1)`,
      [date, closeAt],
    );
  }
}

const QUESTIONS_MAX = 40;

/** The watermark after enough questions to settle a boundary: none does while the first server begins the public log. */
async function settle(store: Store, boundary: string, question: () => Promise<unknown>): Promise<string> {
  for (let questions = 1; ; questions += 1) {
    await question();
    const { watermark } = await readHead(store.db, 'live');
    if (watermark >= boundary || questions === QUESTIONS_MAX) return watermark;
    await setTimeout(250);
  }
}

/** The watermark never goes back, and never past the database's clock. */
function watching(run: Background, store: Store): { stop(): Promise<{ watermarks: number; faults: string[] }> } {
  const faults: string[] = [];
  let [watermarks, last] = [0, ''];
  const reader = run.repeat(async () => {
    const { watermark } = await readHead(store.db, 'live');
    const now = await databaseNow(store.db);
    watermarks += 1;
    if (watermark < last) faults.push(`the watermark went back from ${last} to ${watermark}`);
    if (watermark > now) faults.push(`the watermark was at ${watermark} at ${now}`);
    last = watermark;
    await setTimeout(20);
  });
  return {
    stop: async () => {
      await reader.stop();
      return { watermarks, faults };
    },
  };
}

/** Timestamps that servers write must not come from their own clocks. */
async function writtenTimes(store: Store, began: string): Promise<string[]> {
  const { rows } = await store.db.raw(
    `select 'a charge' as what, count(*)::int as wrong from usage_entry
      where charged_at < ?::timestamptz or charged_at > clock_timestamp()
     union all
     select 'a kept body', count(*)::int from kept_body
      where kept_on < (?::timestamptz at time zone 'UTC')::date or kept_on > (clock_timestamp() at time zone 'UTC')::date
     union all
     select 'a use of a key', count(*)::int from api_key
      where last_used_at < ?::timestamptz or last_used_at > clock_timestamp()`,
    [began, began, began],
  );
  return (rows as { what: string; wrong: number }[])
    .filter(({ wrong }) => wrong > 0)
    .map(({ what, wrong }) => `${what} has a time that it was not: ${wrong}`);
}
