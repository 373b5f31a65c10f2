// `npm run bench -- growth`: 10,000 to 1,000,000 beliefs in PostgreSQL; the cost of a page and of a cached brief must
// not grow.
import { generateGrowth } from '../../../server/store/testing/growth.ts';
import { openStore } from '../../../server/store/engine/engine.ts';
import { liveKey, settings, startServer } from '../../stage/running-service.ts';
import type { Server } from '../../stage/running-service.ts';
import { type MarketServer, type PageKind, coldPages, hangUp, keptBriefs, pagesAtOnce } from './growth-questions.ts';
import { type Target, judge } from './judge.ts';
import { type Postgres, postgresDatabase, startPostgres } from './postgres.ts';
import { type Sample, quietest, sample } from './quiet.ts';

const sizes = [10_000, 100_000, 1_000_000] as const;
const ROUNDS = 12;
const READERS = 16;

type Size = (typeof sizes)[number];
const kinds: PageKind[] = ['every belief', 'one ticker', 'one person'];
const targets = {
  page: { must: 3, goal: 2 },
  throughput: { must: 0.8, goal: 0.95, atLeast: true },
  brief: { must: 1.3 },
} as const satisfies Record<string, Target>;

type Market = { count: Size; database: string; asked: MarketServer; server: Server; samples: Map<string, Sample[]> };

async function prepare(postgres: Postgres, count: Size): Promise<Market> {
  const database = `bench_growth_${count}`;
  const databaseUrl = await postgresDatabase(postgres, database);
  const start = performance.now();
  const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  const made = await generateGrowth(store.db, count).finally(() => store.close());
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `${count.toLocaleString('en').padStart(9)} beliefs of ${made.tickers.length} tickers generated in ${seconds} s\n`,
  );
  const chosen = await settings({ databaseUrl });
  const key = await liveKey(chosen.env);
  const server = await startServer(chosen);
  return { count, database, server, samples: new Map(), asked: { base: server.base, key, ...made } };
}

/** Measurements of a market in each round, by name. */
function questions({ asked }: Market, round: number): [name: string, work: () => Promise<number>][] {
  const seed = round * 10_000;
  return [
    ...kinds.map((kind, index): [string, () => Promise<number>] => [
      kind,
      () => coldPages(asked, kind, { seed: seed + 1000 * index, count: 120 }),
    ]),
    ['at once', () => pagesAtOnce(asked, { seed: seed + 5000, width: READERS, count: 640 })],
    ['kept brief', () => keptBriefs(asked, 600)],
  ];
}

/** All servers run at once and take turns, so that other load on the machine affects all of them. */
async function measure(markets: readonly Market[]): Promise<void> {
  for (let round = 0; round <= ROUNDS; round += 1) {
    const turns = round % 2 === 0 ? markets : markets.toReversed();
    const works = turns.map((market) => ({ market, asks: questions(market, round) }));
    for (const place of works[0]?.asks.keys() ?? []) {
      for (const { market, asks } of works) {
        const [name, work] = asks[place] ?? ['', async () => 0];
        const serverPid = market.server.process.pid ?? 0;
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
  process.stdout.write(`${name.padEnd(14)} ${figure.unit}  ${each.join('   ')}\n`);
  return figures;
}

function report(markets: readonly Market[]): boolean {
  const ratio = (figures: Map<Size, number>, from: Size, to: Size): number =>
    (figures.get(to) ?? Number.NaN) / (figures.get(from) ?? Number.NaN);
  const costs = kinds.map((kind): [string, Map<Size, number>] => [kind, show(markets, kind, databaseCost)]);
  const rates = show(markets, 'at once', rate);
  const briefs = show(markets, 'kept brief', wholeCost);
  return [
    ...costs.map(([kind, figures]) =>
      judge(`PostgreSQL CPU of a page (${kind}), 10,000 to 1,000,000`, ratio(figures, 10_000, 1_000_000), targets.page),
    ),
    judge('pages a second, 100,000 to 1,000,000', ratio(rates, 100_000, 1_000_000), targets.throughput),
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
    for (const { server } of markets) await server.stop();
    await postgres.stop();
  }
}
