// Both forms of the charge statement on random batches: the same outcomes, balances and entries.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace, type TestBalance } from '../../testing/accounts.ts';
import { assertNoDrift, chargesOn, usageOf } from '../../testing/charges.ts';
import { charge, type ChargeOutcome, formOf } from './charge.ts';
import type { ChargeForm } from './charge-statement.ts';
import type { Store } from '../engine/engine.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let made: Awaited<ReturnType<typeof chargesOn>>;
let previewed: Awaited<ReturnType<typeof chargesOn>>;
beforeAll(async () => {
  store = await openTestStore();
  made = await chargesOn(store);
  previewed = await chargesOn(store, 'preview');
});
afterAll(() => store.close());

type Payer = { workspaceId: string; key: string; preview: string };
type Call = { who: number; id: string; how: 'live' | 'preview' | 'other-request' | 'moved' | 'nobody' };

async function payers(balances: readonly TestBalance[]): Promise<Payer[]> {
  const made: Payer[] = [];
  for (const balance of balances) {
    const workspaceId = await makeTestWorkspace(store, balance);
    const { key } = await makeTestKey(store, workspaceId);
    const preview = await makeTestKey(store, workspaceId, 'preview');
    made.push({ workspaceId, key, preview: preview.key });
  }
  return made;
}

function chargeOf(payer: Payer, { id, how }: Call) {
  switch (how) {
    case 'live':
      return made(payer.key, id);
    case 'preview':
      return previewed(payer.preview, id);
    case 'other-request':
      return made(payer.key, id, { fingerprint: Buffer.alloc(32, 1) });
    case 'moved':
      return made(payer.key, id, { head: { version: 9, watermark: '2026-01-05T00:00:00.000Z', removals: 0 } });
    case 'nobody':
      return made(`${payer.key}x`, id);
  }
}

/** Everything of an outcome but the ids and the time, which differ between two workspaces. */
function comparable(outcome: ChargeOutcome): unknown {
  if (outcome.kind === 'unauthorized') return outcome.kind;
  const { keyId: _key, accountId: _account, ...rest } = outcome;
  return 'known' in rest ? { ...rest, known: { ...rest.known, charged_at: '' } } : rest;
}

async function stateOf(all: readonly Payer[]): Promise<unknown> {
  const states: unknown[] = [];
  for (const { workspaceId } of all) {
    const { rows } = await store.db.raw(
      'select plan, allowance, allowance_used, prepaid, spend_used, spend_month from account where account_id = ?',
      [workspaceId],
    );
    const entries = (await usageOf(store, workspaceId)).map((entry) => ({
      ...entry,
      account_id: '',
      key_id: '',
      period_id: entry.period_id === null ? null : 'period',
    }));
    states.push({ balance: rows as unknown[], entries });
  }
  return states;
}

describe('one statement for any accounts, and one for each account', () => {
  it('give the same outcomes, balances and entries', async () => {
    const few = fc.integer({ min: 0, max: 3 });
    const balance = fc.record({
      plan: fc.constantFrom('monthly', 'unlimited'),
      allowance: few,
      prepaid: few,
      spendLimit: fc.option(few),
    });
    const call = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      how: fc.constantFrom('live', 'live', 'live', 'preview', 'other-request', 'moved', 'nobody'),
    });
    const batches = fc.array(fc.array(call, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
    // A cluster runs one of them alone; then it is compared with itself.
    const forms: readonly ChargeForm[] = formOf(store.db) === 'account' ? ['account', 'account'] : ['batch', 'account'];
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.tuple(balance, balance, balance), batches, async (balances, all) => {
        const results: unknown[] = [];
        for (const form of forms) {
          const own = await payers(balances);
          const outcomes: unknown[] = [];
          for (const batch of all) {
            const charges = batch.map((one) => chargeOf(own[one.who] as Payer, one));
            for (const outcome of await charge(store.db, charges, form)) {
              kinds.add(outcome.kind);
              outcomes.push(comparable(outcome));
            }
          }
          results.push({ outcomes, state: await stateOf(own) });
        }
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: 15, seed: 7 },
    );
    expect([...kinds].toSorted()).toEqual(['charged', 'known', 'lost', 'moved', 'unauthorized', 'unpaid']);
    await assertNoDrift(store);
  });
});
