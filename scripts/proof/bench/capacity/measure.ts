// `npm run bench -- capacity`: costs of an answer under load, and two points that the model was not fitted to.
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { generateGrowth } from '../../../../server/store/testing/growth.ts';
import { logReleasesAlone } from '../../../../server/store/testing/log.ts';
import { openStore } from '../../../../server/store/engine/engine.ts';
import { liveKey, settings, startServer } from '../../../stage/running-service.ts';
import {
  type CapacityFigures,
  type Check,
  checkTable,
  costTable,
  mixedCost,
  primaryTable,
  storageTable,
} from './model.ts';
import { type MarketServer, hangUp, keptBriefs, pagesAtOnce } from '../growth-questions.ts';
import { judge } from '../judge.ts';
import { postgresDatabase, startPostgres, versionOf } from '../postgres.ts';
import { type Sample, quietest, sample } from '../quiet.ts';
import { machineOf } from '../serving-report.ts';

const DATABASE = 'bench_capacity';
/** More than the caches of pages hold. */
const BELIEFS = 100_000;
const WIDTH = 16;
const ROUNDS = 3;
const BRIEFS = 3_200;
const PAGES = 640;
const CONNECTIONS = 14;
/** Largest error of a prediction, either way. */
const ERROR_MAX = 1.25;

const figuresFile = new URL('figures.json', import.meta.url);
const guideFile = new URL('../../../../server/docs/capacity.md', import.meta.url);

type Stage = {
  asked: MarketServer;
  take: (work: () => Promise<number>) => Promise<Sample>;
  bytes: () => Promise<number>;
};

async function briefsAtOnce({ asked }: Stage, count: number): Promise<number> {
  const readers = Array.from({ length: WIDTH }, () => keptBriefs(asked, count / WIDTH));
  return (await Promise.all(readers)).reduce((sum, briefs) => sum + briefs, 0);
}

const newPages = ({ asked }: Stage, seed: number, count: number): Promise<number> =>
  pagesAtOnce(asked, { seed, width: WIDTH, count });

const costOf = (samples: readonly Sample[]) => {
  const { count, server, database } = quietest(samples);
  return { server: (server / count) * 1e6, database: (database / count) * 1e6 };
};

/** Samples of both kinds by turns, and of both at once, which the model has to predict. */
async function costs(stage: Stage) {
  const [briefs, pages, mixed]: Sample[][] = [[], [], []];
  await briefsAtOnce(stage, BRIEFS);
  for (let round = 0; round < ROUNDS; round += 1) {
    briefs?.push(await stage.take(() => briefsAtOnce(stage, BRIEFS)));
    pages?.push(await stage.take(() => newPages(stage, 1_000 * round, PAGES)));
    mixed?.push(
      await stage.take(async () => {
        const both = [briefsAtOnce(stage, PAGES), newPages(stage, 1_000 * round + 500, PAGES)];
        return (await Promise.all(both)).reduce((sum, count) => sum + count, 0);
      }),
    );
  }
  return { brief: costOf(briefs ?? []), page: costOf(pages ?? []), mixed: costOf(mixed ?? []) };
}

async function bytesFor(stage: Stage, work: () => Promise<number>): Promise<number> {
  const before = await stage.bytes();
  const count = await work();
  return ((await stage.bytes()) - before) / count;
}

async function measure(stage: Stage, machine: string): Promise<CapacityFigures> {
  const { brief, page, mixed } = await costs(stage);
  const briefBytes = await bytesFor(stage, () => briefsAtOnce(stage, 4 * BRIEFS));
  const pageBytes = await bytesFor(stage, () => newPages(stage, 50_000, PAGES));
  const later = await bytesFor(stage, async () => {
    const both = [briefsAtOnce(stage, 6 * PAGES), newPages(stage, 70_000, 2 * PAGES)];
    return (await Promise.all(both)).reduce((sum, count) => sum + count, 0);
  });
  const half = mixedCost({ brief, page } as CapacityFigures, 0.5);
  const checks: Check[] = [
    {
      name: 'CPU of an answer, half of them new pages',
      unit: 'µs',
      predicted: half.server + half.database,
      measured: mixed.server + mixed.database,
    },
    {
      name: 'storage of an answer, a quarter of them new pages',
      unit: 'bytes',
      predicted: 0.75 * briefBytes + 0.25 * pageBytes,
      measured: later,
    },
  ];
  return { machine, brief, page, briefBytes, pageBytes, connections: CONNECTIONS, checks };
}

/** Writes the figures, and the tables of the guide from them. */
async function report(figures: CapacityFigures): Promise<void> {
  await writeFile(figuresFile, `${JSON.stringify(figures, null, 2)}\n`);
  const tables = [costTable(figures), primaryTable(figures), storageTable(figures), checkTable(figures)];
  let place = 0;
  // The tables of the guide are these, in this order.
  const guide = (await readFile(guideFile, 'utf8')).replace(/(^\|.*\n)+/gm, (table) =>
    table.startsWith('| sign') ? table : `${tables[place++] ?? ''}\n`,
  );
  await writeFile(guideFile, guide);
}

export async function benchCapacity({ report: isReported }: { report: boolean }): Promise<boolean> {
  const postgres = await startPostgres();
  const databaseUrl = await postgresDatabase(postgres, DATABASE);
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
    const made = await generateGrowth(store.db, BELIEFS);
    await logReleasesAlone(store.db).finally(() => store.close());
    const chosen = await settings({ databaseUrl });
    const key = await liveKey(chosen.env);
    const server = await startServer(chosen);
    await client.connect();
    const stage: Stage = {
      asked: { base: server.base, key, ...made },
      take: (work) => sample({ serverPid: server.process.pid ?? 0, database: DATABASE }, work),
      bytes: async () => {
        const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
        return Number(rows[0]?.bytes ?? 0);
      },
    };
    try {
      const figures = await measure(stage, machineOf(await versionOf(postgres)));
      process.stdout.write(`${costTable(figures)}\n\n${primaryTable(figures)}\n\n${storageTable(figures)}\n\n`);
      if (isReported) await report(figures);
      return figures.checks
        .map(({ name, predicted, measured }) =>
          judge(`the model: ${name}`, Math.max(measured / predicted, predicted / measured), { must: ERROR_MAX }),
        )
        .every(Boolean);
    } finally {
      await server.stop();
    }
  } finally {
    hangUp();
    await client.end().catch(() => undefined);
    await postgres.stop();
  }
}
