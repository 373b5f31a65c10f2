// Withdrawals and legal removals in random orders: nothing is published that no evidence carries.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contradictionsIn, openCounts, openRecordIds, rowsHolding } from '../../store/testing/contradictions.ts';
import { type Fault, faultLine, RefusedInput } from '../files/faults.ts';
import { LoadingBench } from '../testing/loading.ts';
import { openLetters, take } from '../testing/withdrawal.ts';
import { removeLegally } from './remove-legally.ts';
import { withdraw } from './withdraw.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters();
});
afterEach(() => bench.close());

const isWithdrawn = (fault: Fault): boolean => faultLine(fault).includes('was withdrawn by release');

it('whatever is withdrawn in whatever order, nothing is told that no evidence carries, and the counts add up', async () => {
  await bench.close();
  let withdrawals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1_000), { minLength: 3, maxLength: 10 }), async (picks) => {
      bench = await openLetters();
      for (const pick of picks) {
        const ids = await openRecordIds(bench.store.db);
        const id = ids[pick % ids.length];
        if (id === undefined) break;
        const before = await openCounts(bench.store.db);
        const report = await take(bench, id);
        const after = await openCounts(bench.store.db);
        for (const kind of Object.keys(before).filter((each) => !['revision', 'belief'].includes(each))) {
          expect((before[kind] ?? 0) - (after[kind] ?? 0), `${kind} of ${id}`).toBe(report.withdrawn[kind] ?? 0);
        }
        expect(await contradictionsIn(bench.store.db), id).toEqual([]);
        await expect(take(bench, id)).rejects.toSatisfy(
          (error) => error instanceof RefusedInput && error.faults.some(isWithdrawn),
        );
        withdrawals += 1;
      }
      await bench.close();
    }),
    { numRuns: 8, seed: 20_261_005 },
  );
  bench = await LoadingBench.open();
  expect(withdrawals).toBeGreaterThan(25);
});

it('whatever is removed and withdrawn in whatever order, no version tells what no evidence carries', async () => {
  await bench.close();
  let removals = 0;
  const steps = fc.array(fc.record({ pick: fc.nat(1_000), legally: fc.boolean() }), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      bench = await openLetters();
      for (const { pick, legally } of taken) {
        const ids = await openRecordIds(bench.store.db);
        const id = ids[pick % ids.length];
        if (id === undefined) break;
        if (legally)
          await removeLegally(bench.store.db, { collection: 'live', id, reason: 'court order', dryRun: false });
        else await withdraw(bench.store.db, { collection: 'live', id, reason: 'asked for', dryRun: false });
        // The registry and the removals themselves are all that still knows a removed id.
        if (legally) expect(await rowsHolding(bench.store.db, `"${id}"`), id).toBe(1 + (await reportsNaming(id)));
        const wrong = (await contradictionsIn(bench.store.db)).filter(
          (one) => !one.startsWith('a part stands without'),
        );
        expect(wrong, id).toEqual([]);
        removals += Number(legally);
      }
      await bench.close();
    }),
    { numRuns: 8, seed: 20_261_005 },
  );
  bench = await LoadingBench.open();
  expect(removals).toBeGreaterThan(10);
});

async function reportsNaming(id: string): Promise<number> {
  const [found] = await bench.rows<{ count: number }>(
    `select count(*)::integer as count from release where position(? in report::text) > 0`,
    [`"${id}"`],
  );
  const [causes] = await bench.rows<{ count: number }>(
    'select count(*)::integer as count from removal where cause = ? and record_id <> cause',
    [id],
  );
  return (found?.count ?? 0) + (causes?.count ?? 0);
}
