// Ten thousand calls of the client over a lossy connection, on PostgreSQL: charges equal logical requests.
import { clientCharges } from '../faults/client-charges.ts';
import { judged } from '../load/rates.ts';
import { withStore } from './fault-report.ts';
import { seedOf } from './given.ts';

const CALLS = 10_000;

export function drillClient(): Promise<boolean> {
  return withStore(async (store) => {
    const report = await clientCharges({ seed: seedOf(), store, calls: CALLS });
    const { logical, refused, debited, entries, counted, receipts, mixedIds, ids, attempts, drifts } = report;
    process.stdout.write(`${CALLS} calls, ${attempts} attempts, ${JSON.stringify(report.fates)}\n`);
    return judged([
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
    ]);
  });
}
