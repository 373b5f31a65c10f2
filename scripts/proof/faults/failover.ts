// The primary dies under load and its standby takes over behind the same address: what clients were told, held against the ledger there.
import { setTimeout } from 'node:timers/promises';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { readHead } from '../../../server/store/known/clock.ts';
import { random } from '../../../server/testing/random.ts';
import { type Crashable, startServer } from '../../stage/test-postgres.ts';
import { type Verdict, auditHistory, deliveredIds } from './audit-history.ts';
import { type Beside, beside } from './beside.ts';
import { createClient } from './stage/client.ts';
import { type Outage, type OutageReport, endure } from './outages.ts';
import { publishing, unlessUnavailable } from './publishing.ts';
import { repeatAll } from './repeat.ts';
import { type SilentProxy, silentProxy } from './stage/silent-proxy.ts';
import { type Standby, startStandby, waitForStandby } from './stage/standby.ts';
import { startWorkload } from './stage/workload.ts';
import { inTurn, makeAccount, publishLive, publishMore, startProcesses } from './stage/world.ts';

export type FailoverPlan = {
  seed: number;
  main: string;
  /** `lagging` is the wrong design: commits do not wait for the standby, which has fallen behind when the primary dies. */
  design: 'synchronous' | 'lagging';
  /** Requests delivered in each stretch between two mishaps. */
  delivered: number;
  /** How long each mishap is, in milliseconds. */
  lasts: number;
};

export type FailoverReport = Verdict & {
  outages: OutageReport[];
  /** Of the requests that the load was delivered, how many could be had again, free and byte for byte. */
  repeated: number;
  loaded: number;
  /** Releases that were acknowledged, and how often the watermark was read. */
  releases: number;
  watermarks: number;
};

const SERVERS = 2;
const CLIENTS = 16;

export async function failoverRun(plan: FailoverPlan): Promise<FailoverReport> {
  const ends: (() => unknown)[] = [];
  try {
    return await failOver(plan, (end) => void ends.push(end));
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

type Ends = (end: () => unknown) => void;

async function failOver(plan: FailoverPlan, finallyDo: Ends): Promise<FailoverReport> {
  const pair = await startPair(plan.design, finallyDo);
  const { store, address } = pair;
  const run = beside();
  finallyDo(run.end);
  await publishLive(store);
  const account = await makeAccount(store, { prepaid: 10_000_000 });
  const servers = await startProcesses(plan.main, address.url, SERVERS);
  for (const server of servers) finallyDo(server.kill);
  const client = createClient();
  finallyDo(client.close);
  const next = random(plan.seed);
  const choose = inTurn(servers);
  const workload = await startWorkload({
    store,
    client,
    beside: run,
    choose,
    next,
    clients: CLIENTS,
    pauseMs: 20,
    anonymous: 0,
  });
  const watch = watching(run, store, next);
  const outages: OutageReport[] = [];
  for (const mishap of mishapsOf(pair, plan.design)) {
    const until = workload.delivered() + plan.delivered;
    await run.until(() => workload.delivered() >= until);
    if (mishap === 'falls behind') pair.link.silence();
    // The old primary says what it last knew: the watermark is that of the new one.
    else if (mishap.name === 'old-primary') {
      // An import that broke off holds its lease on staging for half a minute; then research is released again.
      await run.until(() => watch.releases() >= RELEASES_MIN);
      await watch.stop();
    }
    if (mishap !== 'falls behind') outages.push(await endure(servers, account, { outage: mishap, lasts: plan.lasts }));
  }
  await workload.stop();
  const { faults, ...watched } = await watch.stop();
  // What is newest now was delivered to nobody: a repetition that is built anew cannot be the same bytes.
  await publishMore(store, -1);
  const repeated = await repeatAll(workload.calls, client, choose);
  const meanwhile = outages.flatMap(({ calls }) => calls);
  await repeatAll(meanwhile, client, choose);
  const verdict = await auditHistory({ calls: [...workload.calls, ...meanwhile], db: store.db });
  const loaded = deliveredIds(workload.calls);
  return { ...verdict, faults: [...verdict.faults, ...faults], ...watched, outages, repeated, loaded };
}

type Pair = {
  primary: Crashable;
  standby: Standby;
  /** Between the two. */
  link: SilentProxy;
  /** What servers and tests know: an address that an operator moves. */
  address: SilentProxy;
  store: Store;
};

async function startPair(design: FailoverPlan['design'], finallyDo: Ends): Promise<Pair> {
  const primary = await startServer({ durable: true });
  finallyDo(primary.stop);
  const link = await silentProxy(primary.url);
  finallyDo(link.close);
  const standby = await startStandby(primary, link.url);
  finallyDo(standby.stop);
  if (design === 'synchronous') await waitForStandby(primary, standby);
  const address = await silentProxy(primary.url);
  finallyDo(address.close);
  const store = await openStore({ databaseUrl: address.url });
  finallyDo(store.close);
  return { primary, standby, link, address, store };
}

/** In their order. Nobody fences the old primary: it comes back at the address by itself. */
function mishapsOf(
  { primary, standby, link, address }: Pair,
  design: FailoverPlan['design'],
): (Outage | 'falls behind')[] {
  const failedOver: Outage = {
    name: 'failed-over',
    begin: primary.crash,
    end: async () => {
      link.close();
      await standby.promote();
      address.turnTo(standby.url);
    },
  };
  if (design === 'lagging') return ['falls behind', failedOver];
  return [
    { name: 'standby-lost', begin: async () => link.silence(), end: async () => link.speak() },
    failedOver,
    {
      name: 'old-primary',
      begin: async () => {
        await primary.restart();
        address.turnTo(primary.url);
      },
      end: async () => {
        await primary.crash();
        address.turnTo(standby.url);
      },
    },
  ];
}

/** Two before the primary dies, and one after it. */
const RELEASES_MIN = 3;

type Watched = { releases: number; watermarks: number; faults: string[] };

/** Releases research all the while and reads the watermark: it never goes back, and no acknowledged release is missing. */
function watching(run: Beside, store: Store, next: () => number): { releases(): number; stop(): Promise<Watched> } {
  const acknowledged: { version: number; effectiveAt: string }[] = [];
  const faults: string[] = [];
  let [watermarks, last] = [0, ''];
  const publisher = publishing(run, async () => {
    acknowledged.push(await publishMore(store, Math.floor(next() * 1e9)));
  });
  const reader = run.repeat(async () => {
    const head = await readHead(store.db, 'live').catch(unlessUnavailable);
    if (head !== null) {
      watermarks += 1;
      if (head.watermark < last) faults.push(`the watermark went back from ${last} to ${head.watermark}`);
      last = head.watermark;
    }
    await setTimeout(10);
  });
  return {
    releases: () => acknowledged.length,
    stop: async () => {
      await publisher.stop();
      await reader.stop();
      const { rows } = await store.db.raw(`select version, effective_at from release where collection = 'live'`);
      const kept = new Map((rows as { version: number; effective_at: string }[]).map((row) => [row.version, row]));
      for (const { version, effectiveAt } of acknowledged) {
        if (kept.get(version)?.effective_at !== effectiveAt)
          faults.push(`release ${version} was acknowledged and is gone`);
      }
      return { releases: acknowledged.length, watermarks, faults };
    },
  };
}
