// `npm run bench`: our server, bare node:http, a Fastify reference and the naive form, asked by turns for the same answers on one core.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { withTemporaryFolder } from '../../stage/running-service.ts';
import { type Contestant, type Name, names, startOurs, startReference } from './contestants.ts';
import { type Cores, separateCores } from './cores.ts';
import { writeDocuments } from './documents.ts';
import { generate } from './generator.ts';
import { postgresDatabase, startPostgres, versionOf } from './postgres.ts';
import { sample } from './quiet.ts';
import { fillReference, readReference } from './reference-data.ts';
import { type Line, type Taken, figuresOf, lineOf, slowestVerdict } from './serving-figures.ts';
import * as market from './serving-market.ts';
import { type Row, servingRows, slowest } from './serving-rows.ts';
import { placesOf, writeReport } from './serving-report.ts';
import { table } from './serving-table.ts';

const ROUNDS = 5;
const SAMPLE_SECONDS = 0.7;
/** The first round only warms: until code is compiled, which takes some thousands of answers, one takes several times the CPU. */
const warming = { seconds: 16, answersMax: 6_000 };

const say = (text: string): void => void process.stderr.write(`${text}\n`);

type Measured = {
  contestants: Record<Name, Contestant>;
  rows: readonly Row[];
  samples: Map<string, Record<Name, Taken[]>>;
  /** Metered answers that were got so far. */
  answered: Record<Name, number>;
  /** Asks for what is asked again and again, which the cold pages of a round have driven out of memory; how much that was. */
  remind: () => Promise<number>;
};

const each = <Value>(make: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** Every call of a run has an id that no other has. */
export function requestIds(): () => string {
  const run = randomBytes(6).toString('hex');
  let calls = 0;
  return () => `bench-${run}-${String((calls += 1)).padStart(9, '0')}`;
}

async function measure({ contestants, rows, samples, answered, remind }: Measured): Promise<void> {
  const newRequestId = requestIds();
  for (let round = 0; round <= ROUNDS; round += 1) {
    answered.ours += await remind();
    for (const [place, row] of rows.entries()) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const { port, pid, database } = contestants[name];
        const next = row.questions(name, round * 1_000 + place * 10 + names.indexOf(name));
        const length = round === 0 ? warming : { seconds: SAMPLE_SECONDS };
        let latencies: number[] = [];
        const taken = await sample({ serverPid: pid, database }, async () => {
          const loaded = await generate({ port, connections: row.connections, ...length, next, newRequestId });
          ({ latencies } = loaded);
          return loaded.count;
        });
        if (row.metered) answered[name] += taken.count;
        if (round > 0) samples.get(row.name)?.[name].push({ ...taken, latencies });
      }
    }
    say(round === 0 ? 'warmed' : `round ${round} of ${ROUNDS}`);
  }
}

function linesOf({ rows, samples }: Measured): Line[] {
  const figures = rows.map((row) => each((name) => figuresOf(samples.get(row.name)?.[name] ?? [])));
  const rates = new Map(rows.map(({ name }, place) => [name, figures[place]?.ours.rate ?? Number.NaN]));
  return rows.flatMap((row, place) => {
    const own = figures[place];
    return own === undefined ? [] : [lineOf(row, own, rates)];
  });
}

type Urls = Record<'ours' | 'fastify' | 'naive', string>;

/** Balances, ledger rows and 200s are one number, for the references too: else what they did was another job. */
async function account(urls: Urls, answered: Record<Name, number>): Promise<void> {
  for (const name of ['ours', 'fastify', 'naive'] as const) {
    const { entries, spent } =
      name === 'ours' ? await market.readOurs(urls.ours) : await readReference(urls[name], market.GRANTED);
    const counted = answered[name];
    if (entries !== counted || spent !== counted)
      throw new Error(`${name}: ${counted} answers, ${entries} ledger rows, ${spent} requests spent`);
    say(`${name}: ${counted.toLocaleString('en')} metered answers, as many ledger rows, as many requests spent`);
  }
}

async function prepare(folder: string, urls: Urls, cores: Cores | null, started: Contestant[]): Promise<Measured> {
  const made = await market.makeServingMarket(urls.ours);
  const ours = await startOurs(urls.ours, cores);
  started.push(ours);
  const base = `http://127.0.0.1:${ours.port}`;
  const { prepared, charged } = await market.prepareDocuments(base, made);
  const tokens = await market.letChatsIn(urls.ours, base, made);
  const { tickers, status, briefs, pages } = prepared;
  const documents = join(folder, 'documents.ndjson');
  const all = [tickers, status, ...briefs, ...pages];
  writeDocuments(documents, all);
  const [page = tickers] = pages;
  const data = { ...made, prepaid: market.PREPAID, documents: all, page, beliefs: market.BELIEFS };
  const reference = async (name: 'raw' | 'fastify' | 'naive'): Promise<Contestant> => {
    const databaseUrl = name === 'raw' ? null : urls[name];
    if (databaseUrl !== null) await fillReference(databaseUrl, data);
    const contestant = await startReference(name, { documents, databaseUrl, cores });
    started.push(contestant);
    return contestant;
  };
  const contestants = {
    ours,
    raw: await reference('raw'),
    fastify: await reference('fastify'),
    naive: await reference('naive'),
  };
  const rows = servingRows(made, { ...prepared, tokens });
  const samples = new Map(rows.map(({ name }) => [name, each((): Taken[] => [])]));
  const mean = Math.round(briefs.reduce((sum, { bytes }) => sum + bytes.length, 0) / briefs.length);
  say(`briefs of ${mean} bytes, tickers of ${tickers.bytes.length}, pages of ${page.bytes.length}`);
  const remind = (): Promise<number> => market.askAgain(base, { keys: made.keys, documents: [...briefs, ...pages] });
  return { contestants, rows, samples, answered: { ...each(() => 0), ours: charged }, remind };
}

export async function benchServing({ json = false, report = false } = {}): Promise<boolean> {
  const cores = separateCores();
  say(placesOf(cores));
  const postgres = await startPostgres();
  const started: Contestant[] = [];
  try {
    const [ours, fastify, naive] = [
      await postgresDatabase(postgres, 'bench_ours'),
      await postgresDatabase(postgres, 'bench_fastify'),
      await postgresDatabase(postgres, 'bench_naive'),
    ];
    const urls = { ours, fastify, naive };
    const measured = await withTemporaryFolder((folder) => prepare(folder, urls, cores, started));
    await measure(measured);
    const lines = linesOf(measured);
    process.stdout.write(json ? `${JSON.stringify(lines, null, 2)}\n` : table(lines));
    await account(urls, measured.answered);
    if (report) await writeReport(table(lines), await versionOf(postgres), cores);
    return lines.every(
      ({ name, verdict, figures }) =>
        verdict !== 'FAIL' && (name !== slowest.row || slowestVerdict(figures) !== 'FAIL'),
    );
  } finally {
    for (const one of started) await one.stop();
    await postgres.stop();
  }
}
