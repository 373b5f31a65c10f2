// `npm run bench -- load`: loads a market and one ten times as large; memory must stay flat, and a brief must cost the
// same.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { postgresDatabase, startPostgres } from '../postgres.ts';
import { brief, liveKey, settings, startServer, succeed, withTemporaryFolder } from '../../../stage/running-service.ts';
import type { Server, Settings } from '../../../stage/running-service.ts';
import { STATEMENTS_PER_TICKER, SUBJECT, commandsOf, isSession, writeMarket } from './market.ts';
import type { Market } from './market.ts';
import { copySeconds } from './copy-rows.ts';
import { judge } from '../judge.ts';
import { peakMebibytes, recorded } from '../processes.ts';
import { sample } from '../quiet.ts';

const WHOLE_STATEMENTS = 100_000;
const MEMORY_RATIO_MAX = 1.2;
/**
 * With a large heap, V8 postpones collections the longer a command runs: peaks differed by a factor of 1.08 to 1.35. In
 * this small heap only live objects count, and the factor is 1.05 to 1.08. A load that kept its rows would run out of
 * memory.
 */
const HEAP_MEBIBYTES = 64;
const COST_RATIO_MAX = 1.2;
/** Share of the speed of `\copy` into a table without keys, hashes and checks. */
const LOAD_SPEED_MIN = 0.04;
const RELEASE_SPEED_MIN = 0.1;
const BRIEFS_PER_ROUND = 40;
const ROUNDS = 6;

type LoadedMarket = { market: Market; settings: Settings; databaseUrl: string; peaks: Map<string, number> };

async function loadMarket(folder: string, tickers: number, databaseUrl: string): Promise<LoadedMarket> {
  const chosen = await settings({ databaseUrl });
  mkdirSync(folder, { recursive: true });
  const market = await writeMarket(folder, tickers, isSession);
  process.stdout.write(`${tickers} tickers, commands in a heap of ${HEAP_MEBIBYTES} MiB\n`);
  const peaks = new Map<string, number>();
  for (const { rows, words } of commandsOf(market)) {
    const [name = ''] = words;
    const memory = join(folder, `memory-${name}`);
    const { seconds } = await succeed(['scripts/admin.js', ...words], recorded(chosen.env, memory, HEAP_MEBIBYTES));
    const peak = peakMebibytes(memory);
    peaks.set(name, peak);
    const rate = Math.round(rows / seconds).toLocaleString('en');
    process.stdout.write(
      `${name.padEnd(18)} ${rows.toLocaleString('en').padStart(9)} rows  ${seconds.toFixed(1).padStart(6)} s  ${rate.padStart(8)} rows/s  peak ${peak.toFixed(0)} MiB\n`,
    );
  }
  return { market, settings: chosen, databaseUrl, peaks };
}

type BriefCost = { loaded: LoadedMarket; server: Server; key: string; node: number; database: number; briefs: number };

/** Every brief has a separate cutoff, so that none comes from the cache. */
async function round(asked: BriefCost, first: number): Promise<void> {
  const database = new URL(asked.loaded.databaseUrl).pathname.slice(1);
  const spent = await sample({ serverPid: asked.server.process.pid ?? 0, database }, async () => {
    for (let i = 0; i < BRIEFS_PER_ROUND; i += 1) {
      const asOf = new Date(Date.UTC(2022, 0, 3) + (first + i) * 60_000).toISOString();
      const { status, body } = await brief(asked.server.base, asked.key, { ticker: SUBJECT, as_of: asOf });
      if (status !== 200) throw new Error(`${SUBJECT} at ${asOf} answered ${status}: ${JSON.stringify(body)}`);
    }
    return BRIEFS_PER_ROUND;
  });
  asked.node += spent.server;
  asked.database += spent.database;
  asked.briefs += spent.count;
}

/** Both servers run at once and take turns, so that other load on the machine affects both. */
async function costOfBriefs(markets: readonly LoadedMarket[]): Promise<BriefCost[]> {
  const asked: BriefCost[] = [];
  try {
    for (const loaded of markets) {
      const key = await liveKey(loaded.settings.env);
      asked.push({ loaded, key, server: await startServer(loaded.settings), node: 0, database: 0, briefs: 0 });
    }
    // The first round warms both and is not counted.
    for (const one of asked) await round(one, 0);
    for (const one of asked) Object.assign(one, { node: 0, database: 0, briefs: 0 });
    for (let n = 1; n <= ROUNDS; n += 1) for (const one of asked) await round(one, n * BRIEFS_PER_ROUND);
  } finally {
    for (const { server } of asked) await server.stop();
  }
  return asked;
}

/** Speed of loading and of publishing prices, as shares of a bare copy, in a separate store. */
async function comparedWithCopy({ market }: LoadedMarket, databaseUrl: string): Promise<boolean[]> {
  const { env } = await settings({ databaseUrl });
  const command = async (...args: string[]): Promise<number> =>
    (await succeed(['scripts/admin.js', ...args], env)).seconds;
  await command('import-securities', market.files.master);
  const copied = await copySeconds(databaseUrl, market.files.prices);
  const loaded = await command('import-prices', market.files.prices, '--provider', 'bench');
  const released = await command('release', '--effective-at', '2013-12-31T00:00:00Z');
  const shown = [copied, loaded, released].map((seconds) => `${seconds.toFixed(2)} s`);
  process.stdout.write(
    `${market.prices.toLocaleString('en')} prices: copied, loaded, released in ${shown.join(', ')}\n`,
  );
  return [
    judge('prices loaded and accepted, share of the speed of a copy', copied / loaded, {
      must: LOAD_SPEED_MIN,
      atLeast: true,
    }),
    judge('prices released, share of the speed of a copy', copied / released, {
      must: RELEASE_SPEED_MIN,
      atLeast: true,
    }),
  ];
}

export async function benchLoad(): Promise<boolean> {
  const postgres = await startPostgres();
  try {
    return await withTemporaryFolder(async (folder) => {
      const tickers = WHOLE_STATEMENTS / STATEMENTS_PER_TICKER;
      const tenth = await loadMarket(
        join(folder, 'tenth'),
        tickers / 10,
        await postgresDatabase(postgres, 'bench_tenth'),
      );
      const whole = await loadMarket(join(folder, 'whole'), tickers, await postgresDatabase(postgres, 'bench_whole'));
      const flat = [...whole.peaks].map(([name, peak]) =>
        judge(`${name}: peak memory, whole to a tenth`, peak / (tenth.peaks.get(name) ?? Number.NaN), {
          must: MEMORY_RATIO_MAX,
        }),
      );
      const fast = await comparedWithCopy(whole, await postgresDatabase(postgres, 'bench_prices'));
      const [few, many] = await costOfBriefs([tenth, whole]);
      if (!few || !many) throw new Error('both markets must have been asked');
      const perBrief = (asked: BriefCost): number => (asked.node + asked.database) / asked.briefs;
      for (const { loaded, node, database, briefs } of [few, many]) {
        const milliseconds = (seconds: number): string => ((seconds / briefs) * 1000).toFixed(2);
        process.stdout.write(
          `${loaded.market.tickers} tickers: CPU per brief ${milliseconds(node)} ms server, ${milliseconds(database)} ms database\n`,
        );
      }
      const steady = judge('CPU per brief, ten times the other tickers', perBrief(many) / perBrief(few), {
        must: COST_RATIO_MAX,
      });
      return [...flat, ...fast, steady].every(Boolean);
    });
  } finally {
    await postgres.stop();
  }
}
