// Random batches of charges over several accounts, against a model that charges one after another.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace, type TestBalance } from '../../testing/accounts.ts';
import { accountOf, assertNoDrift, chargesOn, inShort } from '../../testing/charges.ts';
import { charge, type Charge } from './charge.ts';
import type { Store } from '../engine/engine.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let made: Awaited<ReturnType<typeof chargesOn>>;
beforeAll(async () => {
  store = await openTestStore();
  made = await chargesOn(store);
});
afterAll(async () => {
  await assertNoDrift(store);
  await store.close();
});

async function payer(balance: TestBalance) {
  const workspaceId = await makeTestWorkspace(store, balance);
  return { workspaceId, ...(await makeTestKey(store, workspaceId)) };
}
const shortly = async (charges: readonly Charge[]) => (await charge(store.db, charges)).map(inShort);

type ModelAccount = { allowance: number | null; prepaid: number; limit: number | null; spent: number };
/** The batch in which an id was first seen, and whether it was charged there. */
type Ids = Map<string, { batch: number; isCharged: boolean }>;

/** A sequential model of the charges, without a database. */
function modelled(account: ModelAccount, ids: Ids, { id, batch }: { id: string; batch: number }): string {
  const seen = ids.get(id);
  // A second call of an id that could not pay is undecided in this statement: its caller asks again.
  if (seen?.batch === batch) return 'lost';
  if (seen?.isCharged === true) return 'known';
  const { allowance, prepaid, limit, spent } = account;
  const spendable = limit === null ? prepaid : Math.min(prepaid, limit - spent);
  const isFree = allowance === null || allowance > 0;
  ids.set(id, { batch, isCharged: isFree || spendable > 0 });
  if (!isFree && spendable <= 0) return prepaid > 0 ? 'spend-limit-reached' : 'no-credit';
  if (isFree) account.allowance = allowance === null ? null : allowance - 1;
  else Object.assign(account, { prepaid: prepaid - 1, spent: spent + 1 });
  return isFree ? 'subscription' : 'prepaid';
}

describe('any batches over any accounts', () => {
  it('are charged exactly as their charges one after another', async () => {
    const few = fc.integer({ min: 0, max: 4 });
    const balance = fc.record({
      plan: fc.constantFrom('none', 'monthly', 'unlimited'),
      allowance: few,
      prepaid: few,
      limit: fc.option(few),
    });
    const one = fc.record({ who: fc.integer({ min: 0, max: 2 }), id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') });
    const batches = fc.array(fc.array(one, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 4 });
    let charges = 0;
    await fc.assert(
      fc.asyncProperty(fc.tuple(balance, balance, balance), batches, async (balances, all) => {
        const payers: (Awaited<ReturnType<typeof payer>> & { ids: Ids; model: ModelAccount })[] = [];
        for (const { plan, allowance, prepaid, limit } of balances) {
          const ofPlan = plan === 'none' ? {} : plan === 'monthly' ? { plan, allowance } : { plan };
          const account = await payer({ prepaid, spendLimit: limit, ...ofPlan });
          const left = plan === 'none' ? 0 : plan === 'monthly' ? allowance : null;
          payers.push({ ...account, ids: new Map(), model: { allowance: left, prepaid, limit, spent: 0 } });
        }
        for (const [number, batch] of all.entries()) {
          const asked = batch.map(({ who, id }) => ({ payer: payers[who] ?? never(), id }));
          const expected = asked.map(({ payer: { model, ids }, id }) => modelled(model, ids, { id, batch: number }));
          expect(await shortly(asked.map(({ payer: { key }, id }) => made(key, id)))).toEqual(expected);
          charges += batch.length;
        }
        for (const { workspaceId, model } of payers) {
          expect(await accountOf(store, workspaceId)).toMatchObject({
            prepaid: model.prepaid,
            spend_used: model.spent,
          });
        }
      }),
      { numRuns: 25 },
    );
    expect(charges).toBeGreaterThan(100);
  });
});

function never(): never {
  throw new Error('there are three accounts');
}
