// `npm run bench`: our server, bare node:http, Fastify and a naive server on one core, in turn, with the same answers.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { withTemporaryFolder } from '../../stage/running-service.ts';
import { coldBriefRows, makeStatementMarket, storedBriefs } from './cold-briefs.ts';
import { type Contestant, type Name, names, startOurs, startReference } from './contestants.ts';
import { type Cores, separateCores } from './cores.ts';
import { writeDocuments } from './documents.ts';
import { generate } from './generator.ts';
import { postgresDatabase, startPostgres, versionOf } from './postgres.ts';
import { sample } from './quiet.ts';
import { fillReference, readReference } from './reference-data.ts';
import { type Line, type LatencySample, figuresOf, lineOf, slowestVerdict } from './serving-figures.ts';
import * as market from './serving-market.ts';
import { type Row, servingRows, slowest } from './serving-rows.ts';
import { placesOf, writeReport } from './serving-report.ts';
import { table } from './serving-table.ts';

const ROUNDS = 5;
const SAMPLE_SECONDS = 0.7;
/**
 * The first round warms up: until code is compiled, after some thousands of answers, an answer costs several times the
 * CPU.
 */
const warming = { seconds: 16, answersMax: 6_000 };

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Our second server has the market of the cold briefs. */
const servers = [...names, 'statements'] as const;
type ServerName = (typeof servers)[number];

type ServingRun = {
  contestants: Record<ServerName, Contestant>;
  rows: readonly Row[];
  samples: Map<string, Record<Name, LatencySample[]>>;
  /** Metered answers so far, by server. */
  answered: Record<ServerName, number>;
  /** Repeats the common questions, which the cold pages of a round have evicted; returns their number. */
  remind: () => Promise<number>;
};

const each = <Value>(make: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** Unique request ids of a run. */
export function requestIds(): () => string {
  const run = randomBytes(6).toString('hex');
  let calls = 0;
  return () => `bench-${run}-${String((calls += 1)).padStart(9, '0')}`;
}

async function measure({ contestants, rows, samples, answered, remind }: ServingRun): Promise<void> {
  const newRequestId = requestIds();
  for (let round = 0; round <= ROUNDS; round += 1) {
    answered.ours += await remind();
    for (const [place, row] of rows.entries()) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const server = name === 'ours' && row.isOfStatements === true ? 'statements' : name;
        const { port, pid, database } = contestants[server];
        const next = row.questions(name, round * 1_000 + place * 10 + names.indexOf(name));
        const length = round === 0 ? warming : { seconds: SAMPLE_SECONDS };
        let latencies: number[] = [];
        const taken = await sample({ serverPid: pid, database }, async () => {
          const loaded = await generate({ port, connections: row.connections, ...length, next, newRequestId });
          ({ latencies } = loaded);
          return loaded.count;
        });
        if (row.metered) answered[server] += taken.count;
        if (round > 0) samples.get(row.name)?.[name].push({ ...taken, latencies });
      }
    }
    say(round === 0 ? 'warmed' : `round ${round} of ${ROUNDS}`);
  }
}

function linesOf({ rows, samples }: ServingRun): Line[] {
  const figures = rows.map((row) => each((name) => figuresOf(samples.get(row.name)?.[name] ?? [])));
  const rates = new Map(rows.map(({ name }, place) => [name, figures[place]?.ours.rate ?? Number.NaN]));
  return rows.flatMap((row, place) => {
    const own = figures[place];
    return own === undefined ? [] : [lineOf(row, own, rates)];
  });
}

type Urls = Record<Exclude<ServerName, 'raw'>, string>;

/** Balances, ledger rows and 200s must agree, for the references too; else they did another job. */
async function account(urls: Urls, answered: Record<ServerName, number>): Promise<void> {
  for (const name of ['ours', 'statements', 'fastify', 'naive'] as const) {
    const { entries, spent } =
      name === 'ours' || name === 'statements'
        ? await market.readOurs(urls[name])
        : await readReference(urls[name], market.GRANTED);
    const counted = answered[name];
    if (entries !== counted || spent !== counted)
      throw new Error(`${name}: ${counted} answers, ${entries} ledger rows, ${spent} requests spent`);
    say(`${name}: ${counted.toLocaleString('en')} metered answers, as many ledger rows, as many requests spent`);
  }
}

async function prepare(folder: string, urls: Urls, cores: Cores | null, started: Contestant[]): Promise<ServingRun> {
  const made = await market.makeServingMarket(urls.ours);
  const ours = await startOurs(urls.ours, cores);
  started.push(ours);
  const base = `http://127.0.0.1:${ours.port}`;
  const { prepared, charged } = await market.prepareDocuments(base, made);
  const tokens = await market.letChatsIn(urls.ours, base, made);
  const statementMarket = await makeStatementMarket(join(folder, 'market'), urls.statements);
  const statements = await startOurs(urls.statements, cores);
  started.push(statements);
  const stored = await storedBriefs(`http://127.0.0.1:${statements.port}`, statementMarket);
  const { tickers, status, briefs, pages } = prepared;
  const documents = join(folder, 'documents.ndjson');
  const all = [tickers, status, ...briefs, ...pages, ...stored.flat()];
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
    statements,
    raw: await reference('raw'),
    fastify: await reference('fastify'),
    naive: await reference('naive'),
  };
  const rows = [
    ...servingRows(made, { ...prepared, tokens }),
    ...coldBriefRows(statementMarket, { stored, keys: made.keys }),
  ];
  const samples = new Map(rows.map(({ name }) => [name, each((): LatencySample[] => [])]));
  const mean = Math.round(briefs.reduce((sum, { bytes }) => sum + bytes.length, 0) / briefs.length);
  say(`briefs of ${mean} bytes, tickers of ${tickers.bytes.length}, pages of ${page.bytes.length}`);
  const remind = (): Promise<number> => market.askAgain(base, { keys: made.keys, documents: [...briefs, ...pages] });
  const answered = { ...each(() => 0), ours: charged, statements: stored.flat().length };
  return { contestants, rows, samples, answered, remind };
}

export async function benchServing({ json = false, report = false } = {}): Promise<boolean> {
  const cores = separateCores();
  say(placesOf(cores));
  const postgres = await startPostgres();
  const started: Contestant[] = [];
  try {
    const [ours, statements, fastify, naive] = [
      await postgresDatabase(postgres, 'bench_ours'),
      await postgresDatabase(postgres, 'bench_statements'),
      await postgresDatabase(postgres, 'bench_fastify'),
      await postgresDatabase(postgres, 'bench_naive'),
    ];
    const urls = { ours, statements, fastify, naive };
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
