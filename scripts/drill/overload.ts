// Three times as many new questions as the service can answer: it goes on answering, refuses the rest at once, and charges for none of those.
import { audit } from '../../server/store/audit.ts';
import { openStore } from '../../server/store/engine.ts';
import { frozenBuild } from '../faults/build.ts';
import { type Account, createClient } from '../faults/client.ts';
import { makeAccount, publishLive, startProcesses } from '../faults/world.ts';
import { startServer } from '../test-postgres.ts';

const PEAK_SECONDS = 8;
const OVERLOAD_SECONDS = 12;
const CALLERS = 32;
const TIMES_PEAK = 3;
const GOODPUT_MIN = 0.8;
const REFUSED_MS_MAX = 100;

/** Each asks at a cutoff of its own, so that each answer has to be built. */
function questions(account: Account, from: number) {
  let asked = from;
  return () => {
    asked += 1;
    const asOf = new Date(Date.UTC(2026, 0, 10) - asked * 1_000).toISOString();
    return { account, path: `/v1/beliefs?limit=5&as_of=${asOf}`, requestId: `q-${asked}`, answers: [] };
  };
}

type Counted = { answered: number; refused: number; others: number; refusals: number[] };

export async function drillOverload(): Promise<boolean> {
  const database = await startServer({ durable: true });
  const build = await frozenBuild(database.url);
  const store = await openStore({ databaseUrl: database.url });
  await publishLive(store);
  const servers = await startProcesses(build.main, database.url, 1);
  const address = servers[0]?.address ?? '';
  try {
    const account = await makeAccount(store, { prepaid: 10_000_000 });
    const peak = await closedLoop(address, questions(account, 0));
    process.stdout.write(`peak: ${Math.round(peak)} answers a second, ${CALLERS} callers that wait for each\n`);
    // The first second is one of new connections, and judged by nobody.
    await openLoop(address, questions(account, 500_000), { perSecond: peak * TIMES_PEAK, seconds: 1 });
    const asked = { perSecond: peak * TIMES_PEAK, seconds: OVERLOAD_SECONDS };
    const counted = await openLoop(address, questions(account, 1_000_000), asked);
    const goodput = counted.answered / OVERLOAD_SECONDS;
    const sorted = counted.refusals.toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    const refused = at(0.99);
    const { drifts, entries } = await audit(store.db);
    const checks: [string, boolean][] = [
      [`goodput ${(goodput / peak).toFixed(2)} of the peak (at least ${GOODPUT_MIN})`, goodput >= peak * GOODPUT_MIN],
      [
        `${counted.refused} refused with 503: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${refused} ms (at most ${REFUSED_MS_MAX})`,
        refused <= REFUSED_MS_MAX,
      ],
      [`${counted.others} other answers (none)`, counted.others === 0],
      [`no drift in ${entries} entries`, drifts.length === 0],
    ];
    for (const [line, isWell] of checks) process.stdout.write(`${isWell ? 'pass' : 'FAIL'}  ${line}\n`);
    return checks.every(([, isWell]) => isWell);
  } finally {
    client.close();
    for (const server of servers) await server.stop();
    await store.close();
    await build.remove();
    await database.stop();
  }
}

async function closedLoop(address: string, next: ReturnType<typeof questions>): Promise<number> {
  let answered = 0;
  const until = performance.now() + PEAK_SECONDS * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) if ((await client.once(address, next())).status === 200) answered += 1;
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return answered / PEAK_SECONDS;
}

/** Sends at this rate whatever comes back, as the world does. */
const client = createClient();

async function openLoop(
  address: string,
  next: ReturnType<typeof questions>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Counted> {
  const counted: Counted = { answered: 0, refused: 0, others: 0, refusals: [] };
  const underway = new Set<Promise<void>>();
  const ask = async (): Promise<void> => {
    const start = performance.now();
    const { status } = await client.once(address, next());
    if (status === 200) counted.answered += 1;
    else if (status === 503) {
      counted.refused += 1;
      counted.refusals.push(performance.now() - start);
    } else counted.others += 1;
  };
  const start = performance.now();
  let sent = 0;
  while (performance.now() - start < seconds * 1_000) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const one: Promise<void> = ask().finally(() => underway.delete(one));
      underway.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(underway);
  return counted;
}
