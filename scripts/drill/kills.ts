// A long run of kills, lost acknowledgements and revocations on a real PostgreSQL, with its figures.
import { postgresDatabase } from '../bench/postgres.ts';
import { frozenBuild } from '../faults/build.ts';
import { createClient } from '../faults/client.ts';
import { killRun } from '../faults/kills.ts';
import { lostAcknowledgements } from '../faults/lost-acknowledgements.ts';
import { revocations } from '../faults/revocations.ts';
import { publishLive, startProcesses } from '../faults/world.ts';
import { type Store, openStore } from '../../server/store/engine.ts';
import { type Crashable, startServer } from '../test-postgres.ts';

const SERVER_KILLS = 1_000;
const POSTGRES_KILLS = 150;
const LOST = 1_000;
const REVOKED = 100;
const REVOKE_P99_MS_MAX = 50;

/** Prints a line for each part; true when no client was told anything that the ledger does not say. */
export async function drillKills(): Promise<boolean> {
  const seed = Date.now() % 2 ** 31;
  process.stdout.write(`seed ${seed}\n`);
  const postgres = await startServer({ durable: true });
  const build = await frozenBuild(postgres.url);
  try {
    const passed = [
      await drillKilled(seed, build.main, postgres),
      await drillLost(seed, build.main, postgres),
      await drillRevoked(build.main, postgres),
    ];
    return passed.every(Boolean);
  } finally {
    await postgres.stop();
    await build.remove();
  }
}

async function drillKilled(seed: number, main: string, postgres: Crashable): Promise<boolean> {
  let killed = 0;
  const onKill = (): void => {
    killed += 1;
    if (killed % 100 === 0) process.stderr.write(`${killed} servers killed …\n`);
  };
  const databaseUrl = await postgresDatabase(postgres, 'killed');
  const plan = { seed, serverKills: SERVER_KILLS, postgresKills: POSTGRES_KILLS, clients: 16, pauseMs: 40, onKill };
  const report = await killRun(plan, main, { ...postgres, url: databaseUrl });
  const { serverKills, postgresKills, delivered, refused, entries, repeated, faults } = report;
  process.stdout.write(
    `kills: ${serverKills} of servers, ${postgresKills} of PostgreSQL; ${delivered} requests delivered, ${entries} charged, ` +
      `${refused} refused, ${repeated} repeated byte for byte; ${faults.length} faults\n`,
  );
  return told(faults) && entries === delivered && repeated === delivered;
}

async function drillLost(seed: number, main: string, postgres: Crashable): Promise<boolean> {
  const databaseUrl = await postgresDatabase(postgres, 'lost');
  return withStore(databaseUrl, async (store) => {
    const { cuts, delivered, entries, anonymous, repeated, faults } = await lostAcknowledgements({
      seed,
      main,
      store,
      databaseUrl,
      lost: LOST,
    });
    process.stdout.write(
      `lost acknowledgements: ${cuts['after-commit']} after the commit, ${cuts.underway} underway, ${cuts.before} before; ` +
        `${delivered} delivered (${anonymous} without an id), ${entries} charged; ${faults.length} faults\n`,
    );
    return told(faults) && entries === delivered && repeated === delivered - anonymous;
  });
}

async function drillRevoked(main: string, postgres: Crashable): Promise<boolean> {
  const databaseUrl = await postgresDatabase(postgres, 'revoked');
  return withStore(databaseUrl, async (store) => {
    await publishLive(store);
    const client = createClient();
    const processes = await startProcesses(main, databaseUrl, 2);
    try {
      const { revoked, late, accepted, ms } = await revocations({ store, client, processes, count: REVOKED });
      const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)];
      process.stdout.write(
        `revocations: ${revoked}; ${late} requests after the acknowledgement, ${accepted.length} accepted; ` +
          `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (at most ${REVOKE_P99_MS_MAX})\n`,
      );
      return told(accepted) && p99 <= REVOKE_P99_MS_MAX;
    } finally {
      client.close();
      await Promise.all(processes.map((one) => one.stop()));
    }
  });
}

async function withStore<T>(databaseUrl: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function told(faults: readonly string[]): boolean {
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
  return faults.length === 0;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
