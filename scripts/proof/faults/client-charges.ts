// The client on a bad line: thousands of calls through a proxy that loses, delays, repeats and refuses, held against the ledger.
import { setTimeout } from 'node:timers/promises';
import { type BeliefFilters, ResearchClient, type ResearchResult, isResearchError } from '../../../client/index.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { random } from '../../../server/testing/random.ts';
import { serveStoreAt } from '../../../server/testing/served-store.ts';
import { type Fate, fates, unreliableProxy } from './stage/unreliable-proxy.ts';
import { eachOf, firstRelease, makeAccount, publishLive } from './stage/world.ts';

export type ClientChargesPlan = { seed: number; store: Store; calls: number };

export type ClientChargesReport = {
  /** Calls and pages that were answered, and calls that were refused for good. */
  logical: number;
  refused: number;
  /** Calls that gave up and were repeated under their id. */
  repeated: number;
  attempts: number;
  /** What the ledger took, what the client counts, and what a receipt of each call says. */
  debited: number;
  entries: number;
  counted: number;
  receipts: number;
  /** Ids under which two different things were asked, and calls that were sent under more ids than one. */
  mixedIds: number;
  ids: number;
  drifts: number;
  fates: Record<Fate, number>;
};

const CREDIT = 1_000_000;
const CALLERS = 16;
/** The share of requests that meet a fate. */
const SHARE = 0.3;
/** Pauses are cut to this: what is shown does not rest on how long they are. */
const PAUSE_MS_MAX = 3;
const CUTOFFS = 50;
const TIMEOUT_MS = 2_000;

export async function clientCharges({ seed, store, calls }: ClientChargesPlan): Promise<ClientChargesReport> {
  const [next, nextFate] = [random(seed), random(seed + 1)];
  let isCalm = false;
  const proxy = await unreliableProxy(() => (isCalm || nextFate() >= SHARE ? 'passed' : fateBy(nextFate())));
  await publishLive(store);
  const service = await serveStoreAt(store, '2029-01-20T00:00:00.000Z', proxy.address);
  proxy.target = service.address;
  const account = await makeAccount(store, { prepaid: CREDIT });
  const clock = {
    now: () => Date.now(),
    random: next,
    elapsed: () => performance.now(),
    sleep: async (milliseconds: number) => void (await setTimeout(Math.min(milliseconds, PAUSE_MS_MAX))),
  };
  const client = new ResearchClient({ baseUrl: proxy.address, apiKey: account.key, clock, timeoutMs: TIMEOUT_MS });
  const told: Tally = { charged: [], refused: 0, repeated: 0 };
  try {
    let asked = 0;
    await eachOf(Array.from({ length: CALLERS }), CALLERS, async () => {
      while (asked < calls) {
        asked += 1;
        await askOne(client, { chance: next(), number: asked, told });
      }
    });
    isCalm = true;
    const attempts = Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
    const { ids, mixedIds } = idsOf(proxy.asked);
    const { data: status } = await client.status();
    let receipts = 0;
    await eachOf(told.charged, CALLERS, async (requestId) => {
      const { data } = await client.receipt(requestId);
      receipts += data.units;
    });
    const [row] = (await store.db.raw('select count(*)::int as entries from usage_entry')).rows as {
      entries: number;
    }[];
    return {
      logical: told.charged.length,
      refused: told.refused,
      repeated: told.repeated,
      attempts,
      debited: CREDIT - status.prepaidRequestsRemaining,
      entries: row?.entries ?? -1,
      counted: client.usage.charged + client.usage.unknown,
      receipts,
      mixedIds,
      ids,
      drifts: (await audit(store.db)).drifts.length,
      fates: proxy.counts,
    };
  } finally {
    await proxy.close();
    await service.close();
  }
}

type Tally = {
  /** The request id of each call and page that was answered. */
  charged: string[];
  refused: number;
  repeated: number;
};

/** A timeout costs its caller the whole of it, so that few are enough. */
export function fateBy(chance: number): Fate {
  const fate = fates[Math.floor(chance * fates.length)] ?? 'passed';
  return fate === 'never-answered' && (chance * 1_000) % 1 > 0.05 ? 'lost' : fate;
}

export function idsOf(asked: ReadonlyMap<string, ReadonlySet<string>>): { ids: number; mixedIds: number } {
  return { ids: asked.size, mixedIds: [...asked.values()].filter((paths) => paths.size !== 1).length };
}

type Asking = { chance: number; number: number; told: Tally };

async function askOne(client: ResearchClient, { chance, number, told }: Asking): Promise<void> {
  // Some are asked for the first time, most of them again: what differs is always the request id.
  const as_of = new Date(Date.parse(firstRelease) + (number % CUTOFFS)).toISOString();
  if (chance < 0.2) return walk(client, { as_of, limit: 2 }, told);
  const ask = (requestId?: string): Promise<ResearchResult<unknown>> => {
    const options = requestId === undefined ? {} : { requestId };
    if (chance < 0.3) return client.brief({ ticker: 'ZZZZ', as_of }, options);
    return client.brief(chance < 0.6 ? { ticker: 'NWTB' } : { ticker: 'NWTB', as_of }, options);
  };
  for (let requestId: string | undefined; ;) {
    try {
      const result = await ask(requestId);
      told.charged.push(result.requestId);
      return;
    } catch (thrown) {
      const again = repeatable(thrown, told);
      if (again === null) return;
      requestId = again;
    }
  }
}

/** Page by page; a page that was given up on is gone on with, at its own address and under its own id. */
async function walk(client: ResearchClient, filters: BeliefFilters, told: Tally): Promise<void> {
  let place: { pageUrl?: string; requestId?: string } = {};
  for (;;) {
    try {
      for await (const page of client.beliefs(filters, place).pages()) {
        told.charged.push(page.requestId);
        const { next_page_url: pageUrl } = page.data.pagination;
        place = pageUrl === null ? {} : { pageUrl };
      }
      return;
    } catch (thrown) {
      const requestId = repeatable(thrown, told);
      if (requestId === null) return;
      place = { ...place, requestId };
    }
  }
}

/** The id to go on with; null where the refusal is for good. */
function repeatable(thrown: unknown, told: Tally): string | null {
  if (!isResearchError(thrown)) throw thrown;
  if (thrown.code === 'not-covered') {
    told.refused += 1;
    return null;
  }
  if (!thrown.retryable || thrown.requestId === null) throw thrown;
  told.repeated += 1;
  return thrown.requestId;
}
