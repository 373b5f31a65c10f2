// `npm run bench -- caches`: saving of each cache in the row it serves; servers with and without it take turns.
import { type CacheName, caches, cacheNames } from '../../../../server/memory/caches.ts';
import { BRIEF, cacheRows, type CacheRow, evidenceIds, servedRow } from './rows.ts';
import { type Contestant, startOurs } from '../contestants.ts';
import { type Cores, separateCores } from '../cores.ts';
import { generate } from '../generator.ts';
import { startServer } from '../../../stage/test-postgres.ts';
import { postgresDatabase } from '../postgres.ts';
import { sample } from '../quiet.ts';
import * as market from '../serving-market.ts';
import { writeSection } from '../serving-report.ts';
import { requestIds } from '../serving.ts';

const ROUNDS = 7;
const SAMPLE_SECONDS = 0.5;
/** Few: a machine with other work must not make a new answer wait for its slot until it is refused. */
const CONNECTIONS = 8;
/** Without its cache a new page takes ten times as long. */
const COLD_CONNECTIONS = 2;
/** By answers: on a busy machine three seconds end before the last brief has been built. */
const warming = { seconds: 20, answersMax: 2_000 };
/** Each of a thousand keys is asked with a few times. */
const confirming = { seconds: 30, answersMax: 4_000 };
/** One base address, so that both servers write the same links, bytes and tokens. */
const BASE = 'http://127.0.0.1:9';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Ratios of the CPU of an answer, server and database: without the cache to with it, round by round. */
type CacheCost = { name: CacheName | null; row: string; with: number; without: number; ratios: readonly number[] };

type Bench = {
  rows: readonly CacheRow[];
  all: Contestant;
  startWithout: (name: CacheName | null) => Promise<Contestant>;
};

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function rowNamed(rows: readonly CacheRow[], name: string): CacheRow {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`there is no row ${name}`);
  return row;
}

let seeds = 0;
const newRequestId = requestIds();

async function cost(
  row: CacheRow,
  { port, pid, database }: Contestant,
  length: { seconds: number; answersMax?: number },
) {
  seeds += 1;
  const next = row.questions(10_000 + seeds);
  const taken = await sample({ serverPid: pid, database }, async () => {
    const connections = row.name.endsWith(', cold') ? COLD_CONNECTIONS : CONNECTIONS;
    const { count } = await generate({ port, connections, ...length, next, newRequestId });
    return count;
  });
  return ((taken.server + taken.database) / taken.count) * 1e6;
}

async function compare(
  { rows, all, startWithout }: Bench,
  name: CacheName | null,
  rowName: string,
): Promise<CacheCost> {
  const row = rowNamed(rows, rowName);
  const without = await startWithout(name);
  try {
    // New answers of a payer are built side by side once a charge has confirmed the payer.
    await cost(rowNamed(rows, BRIEF), without, confirming);
    for (const one of [all, without]) await cost(row, one, warming);
    const pairs: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const length = { seconds: SAMPLE_SECONDS };
      // The order alternates, so that neither is always second.
      if (round % 2 === 0) {
        const first = await cost(row, all, length);
        pairs.push([first, await cost(row, without, length)]);
      } else {
        const first = await cost(row, without, length);
        pairs.push([await cost(row, all, length), first]);
      }
    }
    const saved = {
      name,
      row: rowName,
      with: middle(pairs.map(([one]) => one)),
      without: middle(pairs.map(([, other]) => other)),
      ratios: pairs.map(([one, other]) => other / one).toSorted((a, b) => a - b),
    };
    say(lineOf(saved).join('  '));
    return saved;
  } finally {
    await without.stop();
  }
}

/** The median ratio and, in brackets, the second least and the second largest. */
function lineOf({ name, row, with: one, without, ratios }: CacheCost): string[] {
  const spread = `${(ratios[1] ?? Number.NaN).toFixed(2)} to ${(ratios.at(-2) ?? Number.NaN).toFixed(2)}`;
  const [cache, about] = name === null ? ['none', 'a second server with all: the noise'] : [name, caches[name].about];
  return [cache, row, one.toFixed(0), without.toFixed(0), middle(ratios).toFixed(2), spread, about];
}

async function prepare(databaseUrl: string, cores: Cores | null, started: Contestant[]): Promise<Bench> {
  const made = await market.makeServingMarket(databaseUrl);
  const all = await startOurs(databaseUrl, cores, { BASE_URL: BASE });
  started.push(all);
  const base = `http://127.0.0.1:${all.port}`;
  const { prepared } = await market.prepareDocuments(base, made);
  const tokens = await market.letChatsIn(databaseUrl, BASE, made);
  const evidence = await evidenceIds(base, made.keys[0] ?? '');
  const rows = cacheRows({ market: made, prepared: { ...prepared, tokens }, evidence });
  return {
    rows,
    all,
    startWithout: (name) => startOurs(databaseUrl, cores, { BASE_URL: BASE, CACHES_OFF: name ?? '' }),
  };
}

/** CACHES=names measures only the named caches. */
export async function benchCaches({ report = false } = {}): Promise<boolean> {
  const cores = separateCores();
  const chosen = process.env['CACHES']?.split(',') ?? null;
  const names = cacheNames.filter((name) => chosen === null || chosen.includes(name));
  // Without a wait for the disk, which other work on the machine can stall for seconds.
  const postgres = await startServer();
  const started: Contestant[] = [];
  try {
    const bench = await prepare(await postgresDatabase(postgres, 'bench_caches'), cores, started);
    const asked = names.flatMap((name) => (servedRow[name] === null ? [] : [{ name, row: servedRow[name] }]));
    await cost(rowNamed(bench.rows, BRIEF), bench.all, confirming);
    const saved: CacheCost[] = [];
    for (const row of new Set(asked.map((one) => one.row))) {
      saved.push(await compare(bench, null, row));
      for (const { name } of asked.filter((one) => one.row === row)) saved.push(await compare(bench, name, row));
    }
    const lines = [
      ['cache', 'row', 'with', 'without', 'ratio', 'spread', 'what it holds'],
      ...saved.map((one) => lineOf(one)),
    ].map((cells) => `| ${cells.join(' | ')} |`);
    lines.splice(1, 0, '|---|---|---:|---:|---:|---|---|');
    process.stdout.write(`${lines.join('\n')}\n`);
    if (report) await writeSection('## What each cache saves', lines.join('\n'));
    return true;
  } finally {
    for (const one of started) await one.stop();
    await postgres.stop();
  }
}
