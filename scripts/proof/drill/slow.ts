// 2,000 slow connections to one server under normal load: they are closed, and other clients notice nothing.
// `sockets=500` changes their number.
import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { limits } from '../../../server/contract/limits.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { said, withUs } from '../../stage/children.ts';
import { type Account, type Call, type Client, createClient } from '../faults/stage/client.ts';
import { makeAccount, publishLive } from '../faults/stage/world.ts';
import { type Ask, after, closedLoop, judged, openLoop, quantile } from '../load/rates.ts';
import { type Cut, manners } from '../load/slow-sockets.ts';
import { type Stage, onStage } from '../load/stage.ts';
import { given } from './given.ts';

const SOCKETS = given('sockets') ?? 2_000;
const CALLERS = 32;
const PEAK_SECONDS = 5;
/** Share of the peak that the good clients use. */
const RATED_PART = 0.25;
const CUT_MS_MAX = 10_000;
/** Idle connections are legitimate and stay open for the promised time. */
const IDLE_MS_MAX = limits.keep_alive_timeout_ms + 2 * limits.connections_check_ms;
const GOOD_MS_MAX = 100;
/** Allowed excess of descriptors and heap: a few pool connections, and buffers. */
const DESCRIPTORS_MORE_MAX = 16;
const HEAP_MORE_MAX = 10 * 1_048_576;
/** Time in which a server notices that a client is gone. */
const CLOSED_MS = 1_000;
const part = new URL('../load/slow-part.ts', import.meta.url);

export function drillSlow(): Promise<boolean> {
  return onStage(async (store) => {
    await publishLive(store);
    return makeAccount(store, { prepaid: 10_000_000 });
  }, slow);
}

async function slow({ store, server, port, baseUrl, prepared }: Stage<Account>): Promise<boolean> {
  const client = createClient();
  try {
    const ask = everyday(prepared, async (call) => (await client.once(baseUrl, call)).status);
    const peak = await closedLoop({ callers: CALLERS, seconds: PEAK_SECONDS }, ask);
    const perSecond = Math.round(peak * RATED_PART);
    await openLoop({ perSecond, isOver: after(1) }, ask);
    const alone = (await openLoop({ perSecond, isOver: after(PEAK_SECONDS) }, ask)).map(({ ms }) => ms);
    const before = await held(server, client);
    const { cuts, good, most } = await beside(port, () => server.descriptors(), { perSecond, ask });
    const left = await held(server, client);
    const times = good.map(({ ms }) => ms);
    const failed = good.filter(({ status }) => status !== 200).map(({ status }) => status);
    const { drifts, entries } = await audit(store.db);
    process.stdout.write(`${SOCKETS} slow connections, ${most} descriptors of the server at once\n`);
    const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
    return judged([
      ...manners.map((manner) => cutLine(manner.name, cuts, manner.isAnswered === true ? IDLE_MS_MAX : CUT_MS_MAX)),
      [
        `${good.length} good requests at ${perSecond} a second (peak ${Math.round(peak)}): p50 ${quantile(times, 0.5)}, ` +
          `p99 ${quantile(times, 0.99)} ms (at most ${GOOD_MS_MAX}); without slow ones ${quantile(alone, 0.5)} and ${quantile(alone, 0.99)}`,
        quantile(times, 0.99) <= GOOD_MS_MAX,
      ],
      [`${failed.length} of them failed (none) ${[...new Set(failed)].join(', ')}`, failed.length === 0],
      [
        `descriptors ${before.descriptors} before, ${left.descriptors} after`,
        !(left.descriptors > before.descriptors + DESCRIPTORS_MORE_MAX),
      ],
      [
        `heap ${megabytes(before.heapUsed)} MB before, ${megabytes(left.heapUsed)} after; ` +
          `RSS ${megabytes(before.rss)} and ${megabytes(left.rss)}`,
        left.heapUsed <= before.heapUsed + HEAP_MORE_MAX,
      ],
      [`no drift in ${entries} entries`, drifts.length === 0],
    ]);
  } finally {
    client.close();
  }
}

/** Without the connections of the good clients, which open more during a pause of the machine and keep them. */
async function held(server: Stage<Account>['server'], client: Client) {
  client.disconnect();
  await setTimeout(CLOSED_MS);
  return { ...(await server.memory()), descriptors: server.descriptors() };
}

function cutLine(name: string, cuts: readonly Cut[], msMax: number): [string, boolean] {
  const times = cuts.filter((one) => one.name === name).map(({ ms }) => ms);
  const most = quantile(times, 1);
  const line = `${name}: ${times.length} cut, p50 ${quantile(times, 0.5)}, longest ${most} ms (at most ${msMax})`;
  return [line, times.length > 0 && most <= msMax];
}

/** The good clients run from before the first slow connection until after the last. */
async function beside(port: number, descriptors: () => number, { perSecond, ask }: { perSecond: number; ask: Ask }) {
  const child = withUs(fork(part));
  let isOver = false;
  const asking = openLoop({ perSecond, isOver: () => isOver }, ask);
  try {
    await said(child, { port, count: SOCKETS });
    const most = descriptors();
    const cuts = await said<Cut[]>(child);
    isOver = true;
    return { cuts, good: await asking, most };
  } finally {
    isOver = true;
    await Promise.allSettled([asking]);
  }
}

/** Alternates a paid list of research with a free public answer. */
function everyday(account: Account, ask: (call: Call) => Promise<number>): Ask {
  let asked = 0;
  return () => {
    asked += 1;
    const path = asked % 2 === 0 ? '/v1/tickers' : `/v1/beliefs?limit=${1 + (asked % 5)}`;
    return ask({ account, path, requestId: `q-${asked}`, answers: [] });
  };
}
