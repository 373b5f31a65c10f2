// `npm run bench -- pooler`: what a transaction pooler costs, seen without one: unnamed statements beside named ones, by turns in one run.
import { openStore, type Store } from '../../../server/store/engine/engine.ts';
import { databaseAddress, type DatabaseAddress } from '../../../server/store/engine/pool-mode.ts';
import { CHARGE_LOCK_MS_MAX, SERVING_STATEMENT_MS_MAX } from '../../../server/store/engine/role-settings.ts';
import { knexForServer } from '../../../server/store/engine/store-client.ts';
import { generateGrowth, type Growth } from '../../../server/store/testing/growth.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { type ServedStore, serveStoreAt } from '../../../server/testing/served-store.ts';
import { eachOf } from '../faults/stage/world.ts';
import { judge, type Target } from './judge.ts';
import { postgresDatabase, startPostgres } from './postgres.ts';
import { sessionSeconds } from './processes.ts';

const BELIEFS = 10_000;
const ROUNDS = 8;
/** Fewer than the connections for research: none waits for one. */
const CALLERS = 6;
const database = 'bench_pooler';
const target: Target = { must: 0.4, goal: 0.7, atLeast: true };

/** Calls of each round, and the address of one; `seed` is another one each time. */
type Question = { name: string; calls: number; path(growth: Growth, seed: number): string };

/** A cutoff that nobody has asked for. */
const cutoff = ({ from, to }: Growth, seed: number): string =>
  new Date(Date.parse(to) - 1 - (seed % (Date.parse(to) - Date.parse(from)))).toISOString();
const ticker = ({ tickers }: Growth, seed: number): string => tickers[seed % Math.min(tickers.length, 40)] ?? '';

const questions: readonly Question[] = [
  {
    name: 'new brief, charged',
    calls: 240,
    path: (growth, seed) => `/v1/brief?ticker=${ticker(growth, seed)}&as_of=${cutoff(growth, seed * 7_919)}`,
  },
  {
    name: 'new page of beliefs, charged',
    calls: 240,
    path: (growth, seed) => `/v1/beliefs?limit=50&as_of=${cutoff(growth, seed * 104_729)}`,
  },
  {
    name: 'kept brief, charged',
    calls: 1_200,
    path: (growth, seed) => `/v1/brief?ticker=${ticker(growth, seed % 8)}&as_of=${growth.to}`,
  },
];

/** Calls a second, and microseconds of PostgreSQL for each. */
type Taken = { rate: number; postgres: number };

export async function benchPooler(): Promise<boolean> {
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgresDatabase(postgres, database);
    const named = await openStore({ databaseUrl, statementTimeoutMs: SERVING_STATEMENT_MS_MAX });
    const growth = await named.patiently((db) => generateGrowth(db, BELIEFS));
    await named.afterImport();
    return await measure(named, unnamedBeside(named, databaseUrl), growth).finally(() => named.close());
  } finally {
    await postgres.stop();
  }
}

/** The same store as it asks behind a transaction pooler, with the server itself at the address. */
function unnamedBeside(store: Store, url: string): Store {
  const mode = 'transaction' as const;
  const address: DatabaseAddress = { ...databaseAddress(url), mode: () => Promise.resolve(mode), known: mode };
  const limits = { address, statementTimeoutMs: SERVING_STATEMENT_MS_MAX };
  return {
    ...store,
    db: knexForServer({ ...limits, poolMax: 8 }),
    accounts: knexForServer({ ...limits, poolMax: 5, lockTimeoutMs: CHARGE_LOCK_MS_MAX, byKeyOnly: true }),
  };
}

async function measure(named: Store, unnamed: Store, growth: Growth): Promise<boolean> {
  const services = [await serveStoreAt(named, growth.to), await serveStoreAt(unnamed, growth.to)];
  try {
    const workspaceId = await makeTestWorkspace(named, { prepaid: 1_000_000 });
    const { key } = await makeTestKey(named, workspaceId);
    let passed = true;
    for (const question of questions) passed = (await compare(question, services, { growth, key })) && passed;
    return passed;
  } finally {
    for (const service of services) await service.close();
    await Promise.all([unnamed.db.destroy(), unnamed.accounts.destroy()]);
  }
}

type Asked = { growth: Growth; key: string };

async function compare(question: Question, services: readonly ServedStore[], asked: Asked): Promise<boolean> {
  const taken: Taken[][] = services.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Each is the first of every second round; round 0 warms both.
    for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const service = services[place];
      if (service === undefined) continue;
      const one = await ask(question, service, { ...asked, seed: (round * 2 + place) * 10_000 });
      if (round > 0) taken[place]?.push(one);
    }
  }
  const [named = [], unnamed = []] = taken;
  const of = (figure: keyof Taken): [number, number] => [median(named, figure), median(unnamed, figure)];
  const [[rate, rateUnnamed], [cost, costUnnamed]] = [of('rate'), of('postgres')];
  process.stdout.write(
    `${question.name}: named ${rate.toFixed(0)}/s and ${cost.toFixed(0)} us of PostgreSQL, unnamed ${rateUnnamed.toFixed(0)}/s and ${costUnnamed.toFixed(0)} us\n`,
  );
  return judge(`${question.name}: unnamed beside named, calls a second`, rateUnnamed / rate, target);
}

async function ask(question: Question, { address }: ServedStore, asked: Asked & { seed: number }): Promise<Taken> {
  const { growth, key, seed } = asked;
  const sessions = sessionSeconds(database);
  const start = performance.now();
  await eachOf(Array.from({ length: question.calls }, (_, n) => seed + n).values(), CALLERS, async (n) => {
    const answer = await fetch(address + question.path(growth, n), { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${text}`);
  });
  const seconds = (performance.now() - start) / 1_000;
  return { rate: question.calls / seconds, postgres: (sessions() / question.calls) * 1e6 };
}

function median(taken: readonly Taken[], figure: keyof Taken): number {
  const sorted = taken.map((one) => one[figure]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
