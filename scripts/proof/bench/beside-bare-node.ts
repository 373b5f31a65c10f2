// Start time and idle memory of the built server on PostgreSQL, compared with a bare node:http process.
import { readFileSync } from 'node:fs';
import { type Server, settings, spawnServer, startArguments, until } from '../../stage/running-service.ts';
import { judge } from './judge.ts';
import { postgresDatabase, startPostgres } from './postgres.ts';

const ROUNDS = 5;
const POLL_MS = 5;
/** Covers the work that a start does after its first answer. */
const IDLE_MS = 10_000;

const bare = `require('node:http').createServer((_, response) => response.end('{}')).listen(process.env.PORT, '127.0.0.1')`;
const contestants = { bare: ['-e', bare], ours: startArguments } as const;
type Name = keyof typeof contestants;
const names = Object.keys(contestants) as Name[];

/** Includes the milliseconds from the spawn to the first 200. */
async function start(name: Name, databaseUrl: string): Promise<Server & { milliseconds: number }> {
  const chosen = await settings({ databaseUrl });
  const began = performance.now();
  const server = spawnServer(chosen, contestants[name]);
  const answers = async () => ((await fetch(`${server.base}/v1/tickers`)).ok ? performance.now() - began : undefined);
  return { ...server, milliseconds: await until(server, answers, POLL_MS) };
}

/** Resident memory in MiB; NaN without /proc. */
function residentMebibytes({ process: { pid } }: Server): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Starts alternate; the shortest of each is the one that other work disturbed least. */
async function shortestStarts(databaseUrl: string): Promise<Record<Name, number>> {
  const shortest = { bare: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const started = await start(name, databaseUrl);
      shortest[name] = Math.min(shortest[name], started.milliseconds);
      await started.stop();
    }
  }
  return shortest;
}

async function idleMemory(databaseUrl: string): Promise<Record<Name, number>> {
  const [one, other] = [await start('bare', databaseUrl), await start('ours', databaseUrl)];
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const held = { bare: residentMebibytes(one), ours: residentMebibytes(other) };
  await Promise.all([one.stop(), other.stop()]);
  return held;
}

export async function benchBesideBareNode(): Promise<boolean> {
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgresDatabase(postgres, 'bench_start');
    // The first start builds, and fills the store.
    await (await start('ours', databaseUrl)).stop();
    const took = await shortestStarts(databaseUrl);
    const held = await idleMemory(databaseUrl);
    process.stdout.write(
      `bare node: first 200 after ${took.bare.toFixed(0)} ms, ${held.bare.toFixed(0)} MiB; ` +
        `the built server on PostgreSQL: ${took.ours.toFixed(0)} ms, ${held.ours.toFixed(0)} MiB\n`,
    );
    const quick = judge('start on PostgreSQL to bare node', took.ours / took.bare, { must: 7, goal: 4.5 });
    const small = judge('idle memory to bare node', held.ours / held.bare, { must: 2.6, goal: 2 });
    return quick && small;
  } finally {
    await postgres.stop();
  }
}
