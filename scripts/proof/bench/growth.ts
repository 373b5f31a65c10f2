// `npm run bench -- growth`: 10,000 to 1,000,000 beliefs in PostgreSQL; the cost of a page and of a cached brief must
// not grow.
import { generateGrowth } from '../../../server/store/testing/growth.ts';
import { logReleasesAlone } from '../../../server/store/testing/log.ts';
import { openStore } from '../../../server/store/engine/engine.ts';
import { liveKey, settings, startServer } from '../../stage/running-service.ts';
import type { Server } from '../../stage/running-service.ts';
import { type MarketServer, type PageKind, coldPages, hangUp, keptBriefs, pagesAtOnce } from './growth-questions.ts';
import { type Target, judge } from './judge.ts';
import { type Postgres, postgresDatabase, startPostgres } from './postgres.ts';
import { type Sample, quietest, sample } from './quiet.ts';

const sizes = [10_000, 100_000, 1_000_000] as const;
const ROUNDS = 6;
/** A small market fits into these and a large one does not: without them both read every page from the store. */
const CACHES_OF_PAGES = 'lists,stretches,beliefs,citations';
const READERS = 16;

type Size = (typeof sizes)[number];
const kinds: PageKind[] = ['every belief', 'one ticker', 'one person'];
const targets = {
  page: { must: 3, goal: 1.3 },
  throughput: { must: 0.8, goal: 0.95, atLeast: true },
  brief: { must: 1.3 },
} as const satisfies Record<string, Target>;

type RunningMarket = { asked: MarketServer; server: Server };
type Market = {
  count: Size;
  database: string;
  cached: RunningMarket;
  uncached: RunningMarket;
  samples: Map<string, Sample[]>;
};

async function prepare(postgres: Postgres, count: Size): Promise<Market> {
  const database = `bench_growth_${count}`;
  const databaseUrl = await postgresDatabase(postgres, database);
  const start = performance.now();
  const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  const made = await generateGrowth(store.db, count);
  // The server would append millions of rows to the public log meanwhile.
  await logReleasesAlone(store.db);
  // Else the disk is busy with the rows while the servers start.
  await store.db.raw('checkpoint').finally(() => store.close());
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `${count.toLocaleString('en').padStart(9)} beliefs of ${made.tickers.length} tickers generated in ${seconds} s\n`,
  );
  const serving = async (env: NodeJS.ProcessEnv): Promise<RunningMarket> => {
    const chosen = await settings({ databaseUrl });
    const key = await liveKey(chosen.env);
    const server = await startServer({ ...chosen, env: { ...chosen.env, ...env } });
    return { server, asked: { base: server.base, key, ...made } };
  };
  const [cached, uncached] = [await serving({}), await serving({ CACHES_OFF: CACHES_OF_PAGES })];
  return { count, database, cached, uncached, samples: new Map() };
}

type Question = { name: string; serving: RunningMarket; work: () => Promise<number> };

const stored = (kind: PageKind): string => `${kind}, uncached`;

/** Measurements of a market in each round. */
function questions({ cached, uncached }: Market, round: number): Question[] {
  const seed = round * 10_000;
  const pages = (name: string, serving: RunningMarket, [kind, from, count]: [PageKind, number, number]): Question => ({
    name,
    serving,
    work: () => coldPages(serving.asked, kind, { seed: seed + from, count }),
  });
  const atOnce = (name: string, serving: RunningMarket, asked: { seed: number; count: number }): Question => ({
    name,
    serving,
    work: () => pagesAtOnce(serving.asked, { ...asked, width: READERS }),
  });
  return [
    ...kinds.map((kind, index) => pages(kind, cached, [kind, 1000 * index, 120])),
    ...kinds.map((kind, index) => pages(stored(kind), uncached, [kind, 1000 * index, 60])),
    atOnce('at once', cached, { seed: seed + 5000, count: 640 }),
    atOnce('at once, uncached', uncached, { seed: seed + 6000, count: 320 }),
    { name: 'kept brief', serving: cached, work: () => keptBriefs(cached.asked, 600) },
  ];
}

/** All servers run at once and take turns, so that other load on the machine affects all of them. */
async function measure(markets: readonly Market[]): Promise<void> {
  for (let round = 0; round <= ROUNDS; round += 1) {
    const turns = round % 2 === 0 ? markets : markets.toReversed();
    const works = turns.map((market) => ({ market, asks: questions(market, round) }));
    for (const place of works[0]?.asks.keys() ?? []) {
      for (const { market, asks } of works) {
        const asked = asks[place];
        if (asked === undefined) continue;
        const { name, serving, work } = asked;
        const serverPid = serving.server.process.pid ?? 0;
        const taken = await sample({ serverPid, database: market.database }, work);
        // The first round warms up and is not counted.
        if (round > 0) market.samples.set(name, [...(market.samples.get(name) ?? []), taken]);
      }
    }
  }
}

type Figure = { unit: string; of: (sample: Sample) => number };

const databaseCost: Figure = { unit: 'us of PostgreSQL', of: ({ database, count }) => (database / count) * 1e6 };
const wholeCost: Figure = {
  unit: 'us of server and PostgreSQL',
  of: ({ server, database, count }) => ((server + database) / count) * 1e6,
};
const rate: Figure = { unit: 'pages/s', of: ({ count, seconds }) => count / seconds };

function show(markets: readonly Market[], name: string, figure: Figure): Map<Size, number> {
  const figures = new Map<Size, number>();
  for (const { count, samples } of markets) figures.set(count, figure.of(quietest(samples.get(name) ?? [])));
  const each = [...figures].map(([count, value]) => `${count.toLocaleString('en')}: ${value.toFixed(0)}`);
  process.stdout.write(`${name.padEnd(23)} ${figure.unit}  ${each.join('   ')}\n`);
  return figures;
}

function report(markets: readonly Market[]): boolean {
  const ratio = (figures: Map<Size, number>, from: Size, to: Size): number =>
    (figures.get(to) ?? Number.NaN) / (figures.get(from) ?? Number.NaN);
  const names = [...kinds, ...kinds.map(stored)];
  const costs = names.map((name): [string, Map<Size, number>] => [name, show(markets, name, databaseCost)]);
  const rates = ['at once', 'at once, uncached'].map((name) => [name, show(markets, name, rate)] as const);
  const briefs = show(markets, 'kept brief', wholeCost);
  return [
    ...costs.map(([name, figures]) =>
      judge(`PostgreSQL CPU of a page (${name}), 10,000 to 1,000,000`, ratio(figures, 10_000, 1_000_000), targets.page),
    ),
    ...rates.map(([name, figures]) =>
      judge(`pages a second (${name}), 100,000 to 1,000,000`, ratio(figures, 100_000, 1_000_000), targets.throughput),
    ),
    judge('CPU of a kept brief, 10,000 to 1,000,000', ratio(briefs, 10_000, 1_000_000), targets.brief),
  ].every(Boolean);
}

export async function benchGrowth(): Promise<boolean> {
  const postgres = await startPostgres();
  const markets: Market[] = [];
  try {
    for (const count of sizes) markets.push(await prepare(postgres, count));
    await measure(markets);
    return report(markets);
  } finally {
    hangUp();
    for (const { server } of markets.flatMap(({ cached, uncached }) => [cached, uncached])) await server.stop();
    await postgres.stop();
  }
}
