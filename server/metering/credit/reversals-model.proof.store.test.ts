// Random purchases, uses, refunds and disputes against a model that knows the purchase behind each request.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { record } from '../../store/ledger/ledger.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { accountOf, assertNoDrift, chargesOn } from '../../testing/charges.ts';
import { charge } from '../../store/ledger/charge.ts';
import { retrying } from '../../store/known/clock.ts';
import { reverse } from './reversals.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => {
  await assertNoDrift(store);
  await store.close();
});

type Step =
  | { kind: 'buy'; units: number }
  | { kind: 'use'; count: number }
  /** A total percentage of the money of the purchase with this number; a dispute adds to refunds. */
  | { kind: 'reverse'; purchase: number; percent: number; cause: 'refund' | 'dispute' };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('buy' as const), units: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ kind: fc.constant('use' as const), count: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      kind: fc.constant('reverse' as const),
      purchase: fc.integer({ min: 0, max: 3 }),
      percent: fc.integer({ min: 1, max: 100 }),
      cause: fc.constantFrom('refund' as const, 'dispute' as const),
    }),
  ),
  { minLength: 1, maxLength: 14 },
);

type Purchase = { units: number; left: number; taken: number; refund: number; dispute: number };

function modelled(purchases: Purchase[], step: Step): void {
  if (step.kind === 'buy') purchases.push({ units: step.units, left: step.units, taken: 0, refund: 0, dispute: 0 });
  else if (step.kind === 'use')
    for (let used = 0; used < step.count; used += 1) {
      const oldest = purchases.find(({ left }) => left > 0);
      if (oldest !== undefined) oldest.left -= 1;
    }
  else {
    const of = purchases[step.purchase];
    if (of === undefined) return;
    // A repeated report changes nothing; one dispute has one sum.
    of[step.cause] = step.cause === 'refund' || of.dispute === 0 ? Math.max(of[step.cause], step.percent) : of.dispute;
    const share = (percent: number): number => Math.floor((of.units * percent) / 100);
    const owed = Math.min(of.units, share(of.refund) + share(of.dispute));
    const taken = Math.max(0, Math.min(owed - of.taken, of.left));
    Object.assign(of, { taken: of.taken + taken, left: of.left - taken });
  }
}

it('any history leaves what the model leaves', async () => {
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const workspace = await makeTestWorkspace(store);
      const [made, { key }] = [await chargesOn(store), await makeTestKey(store, workspace)];
      const purchases: Purchase[] = [];
      const disputes = new Map<number, number>();
      let at = 0;
      for (const step of history) {
        const now = new Date(Date.UTC(2026, 0, 5) + (at += 1) * 1_000).toISOString();
        const origin = 'stripe';
        const newEntryId = (): string => `led_${randomUUID()}`;
        if (step.kind === 'buy') {
          const reference = `pi_${workspace}_${purchases.length}`;
          const entry = { entryId: newEntryId(), accountId: workspace, origin, reference, now };
          await store.db.transaction((trx) => record(trx, entry, { kind: 'prepaid', units: step.units }));
        } else if (step.kind === 'use') {
          await charge(
            store.db,
            Array.from({ length: step.count }, () => made(key, randomUUID())),
          );
        } else if (step.purchase < purchases.length) {
          const { purchase, cause } = step;
          if (cause === 'dispute' && !disputes.has(purchase)) disputes.set(purchase, step.percent);
          const paymentId = `pi_${workspace}_${purchase}`;
          const amount = cause === 'refund' ? step.percent : (disputes.get(purchase) ?? 0);
          const reversalId = `${cause}_${paymentId}`;
          const reversal = { reversalId, paymentId, purchase: null, cause, amount, ofAmount: 100, currency: 'usd' };
          await retrying(store.db, (trx) => reverse(trx, { origin, now, newEntryId }, reversal));
        }
        modelled(purchases, step);
        const left = purchases.reduce((sum, purchase) => sum + purchase.left, 0);
        expect((await accountOf(store, workspace)).prepaid).toBe(left);
      }
      histories += 1;
    }),
    { numRuns: 60 },
  );
  expect(histories).toBe(60);
});
