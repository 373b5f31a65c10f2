// Hostile records on PostgreSQL, a database for each round: `records=100000 seed=7` select them.
import { openStore } from '../../../server/store/engine/engine.ts';
import { administer, type Server } from '../../stage/postgres-process.ts';
import { startServer } from '../../stage/test-postgres.ts';
import { postgresDatabase } from '../bench/postgres.ts';
import { type HostileReport, hostileRound } from '../hostile/run.ts';
import { given, seedOf } from './given.ts';

const RECORDS = given('records') ?? 100_000;
/** Units of 519 records in one store: 100,000 records, and neither memory nor disk grows with the rounds. */
const UNITS_EACH = 194;
const FAILURES_SHOWN = 20;

export async function drillHostile(): Promise<boolean> {
  const seed = seedOf();
  const sum = { records: 0, accepted: 0, refused: 0, reads: 0, failures: 0 };
  const postgres = await startServer();
  try {
    for (let round = 0; sum.records < RECORDS; round += 1) {
      const report = await roundOf(postgres, seed + round);
      sum.records += report.records;
      sum.accepted += report.accepted;
      sum.refused += report.refused;
      sum.reads += report.reads;
      sum.failures += report.failures.length;
      show(seed + round, report);
    }
  } finally {
    await postgres.stop();
  }
  process.stdout.write(
    `${sum.records} records loaded with ${sum.accepted} hostile values, ${sum.refused} more were refused; ` +
      `${sum.reads} reads, ${sum.failures} failures\n`,
  );
  return sum.failures === 0;
}

async function roundOf(postgres: Server, seed: number): Promise<HostileReport> {
  const database = `hostile_${seed}`;
  const store = await openStore({ databaseUrl: await postgresDatabase(postgres, database) });
  try {
    return await hostileRound(store, { seed, from: 1, count: UNITS_EACH });
  } finally {
    await store.close();
    await administer(postgres.url, [`drop database "${database}"`]);
  }
}

/** `seed=… records=1` repeats a round. */
function show(seed: number, { records, reads, failures, changes }: HostileReport): void {
  process.stdout.write(`seed ${seed}: ${records} records, ${reads} reads, ${failures.length} failures\n`);
  for (const { read, why } of failures.slice(0, FAILURES_SHOWN)) process.stdout.write(`  ${read}: ${why}\n`);
  if (failures.length > 0) process.stdout.write(`${changes.map((change) => `  ${change}\n`).join('')}`);
}
