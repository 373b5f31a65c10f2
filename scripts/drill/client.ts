// Ten thousand calls of the client over a bad line, on a real PostgreSQL that loses nothing: charges equal logical requests.
import { openStore } from '../../server/store/engine.ts';
import { clientCharges } from '../faults/client-charges.ts';
import { startServer } from '../test-postgres.ts';

const CALLS = 10_000;

export async function drillClient(): Promise<boolean> {
  const seed = Date.now() % 2 ** 31;
  const database = await startServer({ durable: true });
  const store = await openStore({ databaseUrl: database.url });
  try {
    const report = await clientCharges({ seed, store, calls: CALLS });
    const { logical, refused, debited, entries, counted, receipts, mixedIds, ids, attempts, drifts } = report;
    process.stdout.write(`seed ${seed}: ${CALLS} calls, ${attempts} attempts, ${JSON.stringify(report.fates)}\n`);
    const checks: [string, boolean][] = [
      [
        `${logical} logical requests: ${debited} debited, ${entries} entries`,
        debited === logical && entries === logical,
      ],
      [`${receipts} units by their receipts, ${counted} by the client`, receipts === logical && counted === logical],
      [
        `${ids} request ids for ${logical + refused}, ${mixedIds} of them for two things`,
        ids === logical + refused && mixedIds === 0,
      ],
      [`${drifts} drifts`, drifts === 0],
    ];
    for (const [line, isWell] of checks) process.stdout.write(`${isWell ? 'pass' : 'FAIL'}  ${line}\n`);
    return checks.every(([, isWell]) => isWell);
  } finally {
    await store.close();
    await database.stop();
  }
}
