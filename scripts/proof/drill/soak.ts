// Soak test: half an hour of mixed load with releases and maintenance; no failure, a right ledger, flat memory.
// `minutes=60 rate=200` change duration and acts a second, `warm=1000` the warm-up.
import { audit } from '../../../server/store/keeping/audit.ts';
import { tick } from '../../../server/store/known/clock.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeDecider } from '../../../server/testing/device.ts';
import { publishMore } from '../faults/stage/world.ts';
import { Draw } from '../fuzz/draw.ts';
import { Connection } from '../fuzz/wire.ts';
import { unitsOf } from '../fuzz/units.ts';
import { type World, prepareWorld, secretOf } from '../fuzz/world.ts';
import { acts } from '../load/acts.ts';
import { type Readers, type Totals, newTotals } from '../load/asking.ts';
import { growth, rowOf, type Row, tableOf } from '../load/growth.ts';
import { eventLoopDelay } from '../load/event-loop.ts';
import { judged } from '../load/rates.ts';
import { type Stage, onStage } from '../load/stage.ts';
import { warmUp } from '../load/warm-up.ts';
import { given } from './given.ts';

const MINUTES = given('minutes') ?? 30;
const PER_SECOND = given('rate') ?? 60;
const CONNECTIONS = 16;
const RELEASE_MS = 20_000;
/** The caches are bounded, most of them by 10,000 documents; those of a server that ran for days are full. */
const WARM = given('warm') ?? 11_000;
/** Requests at full speed, so that cached documents have the sizes of this mixture. */
const MIXED = WARM * 4;
/** One request in this many may fail because the machine is busy. */
const AGAIN_OF = 1_000;
/** Growth of objects and buffers per 100,000 requests in the second half. */
const GROWTH_BYTES_MAX = 1_048_576;

export function drillSoak(): Promise<boolean> {
  return onStage(async (store, baseUrl) => readersOf(store, await prepareWorld(store, baseUrl)), soak);
}

async function soak({ store, server, port, prepared }: Stage<Readers>): Promise<boolean> {
  const readers = { ...prepared, tickers: await coveredOn(prepared.baseUrl) };
  const cold = await warmUp(readers, { port, documents: WARM });
  process.stdout.write(`warmed up with ${cold.requests} requests, ${cold.failures.length} failures\n`);
  const mixed = newTotals();
  const isMixed = (): boolean => mixed.requests >= MIXED;
  // Other acts than those of the run, whose answers would be cached.
  await readAll(readers, { port, totals: mixed, isOver: isMixed, from: CONNECTIONS, pause: 0 });
  process.stdout.write(`and ${mixed.requests} of all kinds, ${mixed.failures.length} failures\n`);
  const totals = { ...newTotals(), failures: [...cold.failures, ...mixed.failures] };
  const before = await unitsOf(store);
  const until = performance.now() + MINUTES * 60_000;
  let isBroken = false;
  const isOver = (): boolean => isBroken || performance.now() >= until;
  // An interrupted request is a failure of the run, which ends with its report.
  const breakOff = (error: unknown): number => {
    isBroken = true;
    totals.failures.push(String(error));
    return 0;
  };
  const rows: Row[] = [];
  process.stdout.write(`${tableOf([])}\n`);
  const sample = async (minute: number): Promise<void> => {
    const [memory, delay] = [await server.memory(), await eventLoopDelay(server.metrics)];
    const row = rowOf({ minute, requests: totals.requests, memory, delay, times: totals.times.splice(0) });
    rows.push(row);
    process.stdout.write(`${tableOf([row])}\n`);
  };
  const [moved] = await Promise.all([
    releases(store, isOver).catch(breakOff),
    eachMinute(isOver, sample).catch(breakOff),
    readAll(readers, { port, totals, isOver, from: 0, pause: (CONNECTIONS / PER_SECOND) * 1_000 }),
  ]);
  const charged = (await unitsOf(store)) - before;
  const { drifts, entries } = await audit(store.db);
  const { bytesEach100000, heapEach100000 } = growth(rows);
  const statuses = [...totals.statuses].toSorted().map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`${totals.requests} requests, ${statuses.join(', ')}; ${moved} releases and ticks\n`);
  for (const failure of totals.failures.slice(0, 5)) process.stdout.write(`${failure}\n`);
  if (totals.failures.length > 0) process.stdout.write(server.log());
  const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_024)} KB`;
  return judged([
    [`${totals.failures.length} failures (none)`, totals.failures.length === 0],
    [`${totals.again} times 503 (at most one in ${AGAIN_OF})`, totals.again <= totals.requests / AGAIN_OF],
    [
      `in the second half objects and buffers grow by ${kilobytes(bytesEach100000)} with 100,000 requests ` +
        `(at most ${kilobytes(GROWTH_BYTES_MAX)}), the objects alone by ${kilobytes(heapEach100000)}`,
      !(bytesEach100000 > GROWTH_BYTES_MAX),
    ],
    [
      `${charged} entries in the ledger, ${totals.charged} units and ${totals.delivered} charged answers`,
      charged === totals.charged && charged === totals.delivered,
    ],
    [`no drift in ${entries} entries`, drifts.length === 0],
    [`slowest minute at p99: ${Math.max(...rows.map(({ p99 }) => p99))} ms`, true],
  ]);
}

type ReaderOptions = {
  port: number;
  totals: Totals;
  isOver: () => boolean;
  /** Number of the first reader, the seed of its acts. */
  from: number;
  /** Milliseconds between the starts of two acts; a longer act delays the next. */
  pause: number;
};

async function readAll(readers: Readers, reading: ReaderOptions): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => reader(readers, reading.from + place, reading)));
}

async function reader(readers: Readers, number: number, { port, totals, isOver, pause }: ReaderOptions): Promise<void> {
  const connection = new Connection(port);
  for (let count = 0; !isOver(); count += 1) {
    const started = performance.now();
    const draw = new Draw(number, count);
    await draw
      .pick(acts)({ readers, connection, draw, totals })
      .catch((error: unknown) => {
        totals.failures.push(String(error));
      });
    const left = pause - (performance.now() - started);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  connection.close();
}

/** Alternates releases and ticks; returns their number. */
async function releases(store: Store, isOver: () => boolean): Promise<number> {
  let count = 0;
  while (!isOver()) {
    count += 1;
    if (count % 2 === 0) await publishMore(store, count);
    else await tick(store.db, 'live', new Date(Date.now() - 1_000).toISOString());
    const next = performance.now() + RELEASE_MS;
    while (!isOver() && performance.now() < next) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return count;
}

async function eachMinute(isOver: () => boolean, sample: (minute: number) => Promise<void>): Promise<void> {
  const start = performance.now();
  for (let minute = 1; !isOver(); minute += 1) {
    while (!isOver() && performance.now() < start + minute * 60_000) await new Promise((r) => setTimeout(r, 100));
    await sample(minute);
  }
}

async function readersOf(store: Store, world: World): Promise<Readers> {
  const { session, workspaceId, baseUrl } = world;
  const { userId } = await makeDecider(store, workspaceId, 'admin');
  // The run may take longer than a token lives.
  await store.db('oauth_token').update({ expires_at: '2999-01-01T00:00:00.000Z' });
  const keys = { key: secretOf(world, 'live'), token: secretOf(world, 'chat'), poorKey: secretOf(world, 'poor') };
  return { store, baseUrl, ...keys, session, tickers: [], userId, workspaceId };
}

async function coveredOn(baseUrl: string): Promise<string[]> {
  const listed = await fetch(`${baseUrl}/v1/tickers`);
  if (!listed.ok) throw new Error(`the list of tickers: ${listed.status} ${await listed.text()}`);
  const { tickers } = (await listed.json()) as { tickers: { ticker: string }[] };
  return tickers.map(({ ticker }) => ticker);
}
