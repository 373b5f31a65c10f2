// Two concurrent debits of one balance: the second one sees the first's commit.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace, type TestBalance } from '../../testing/accounts.ts';
import { accountOf, assertNoDrift, chargesOn, inShort, usageOf } from '../../testing/charges.ts';
import { charge, type Charge } from './charge.ts';
import { lockHead } from '../known/clock.ts';
import type { Store } from '../engine/engine.ts';
import { isTransient } from '../engine/failures.ts';
import { inLanes } from '../testing/lanes.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
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

/** Charges the first batch, starts the second while the first is not committed, commits, and gives the second's outcomes. */
async function second(first: readonly Charge[], then: readonly Charge[]): Promise<string[]> {
  const open = await store.db.transaction();
  await charge(open, first);
  const waiting = charge(store.db, then).then(
    (outcomes) => outcomes.map(inShort),
    (error: unknown) => [isTransient(error) ? 'undone' : String(error)],
  );
  const [outcomes] = await Promise.all([waiting, untilBlocked(store.db).then(() => open.commit())]);
  return outcomes;
}

it.each([
  ['first', 1],
  ['last', -1],
])(
  'an id of the account that is %s, charged while the statement waited, undoes it; another try knows it',
  async (_place, sign) => {
    const [one, two] = [await payer({ prepaid: 5 }), await payer({ prepaid: 5 })];
    const isFirst = one.workspaceId < two.workspaceId === sign > 0;
    const [{ workspaceId, key }, other] = isFirst ? [one, two] : [two, one];
    const batch = [made(other.key, 'other'), made(key, 'id')];
    expect(await second([made(key, 'id')], batch)).toEqual(['undone']);
    // A cluster charges account by account in the order of their ids, and undoes the charges of one account.
    const isCharged = store.isDistributed && other.workspaceId < workspaceId;
    expect(await usageOf(store, other.workspaceId)).toHaveLength(isCharged ? 1 : 0);
    expect((await charge(store.db, batch)).map(inShort)).toEqual([isCharged ? 'known' : 'prepaid', 'known']);
    expect(await accountOf(store, other.workspaceId)).toMatchObject({ prepaid: 4 });
    expect(await usageOf(store, workspaceId)).toHaveLength(1);
    expect(await accountOf(store, workspaceId)).toMatchObject({ prepaid: 4 });
  },
);

it('the last request is spent once: whoever waited for the balance sees what is left of it now', async () => {
  const { workspaceId, key } = await payer({ prepaid: 2, plan: 'monthly', allowance: 1 });
  expect(await second([made(key, '1'), made(key, '2')], [made(key, '3'), made(key, '4')])).toEqual([
    'prepaid',
    'no-credit',
  ]);
  expect(await accountOf(store, workspaceId)).toMatchObject({ prepaid: 0, allowance_used: 1 });
});

it('nobody is told to pay for a turn that an id took which was charged meanwhile', async () => {
  const { workspaceId, key } = await payer({ prepaid: 2 });
  const batch = [made(key, 'both'), made(key, 'mine')];
  // One request is left, and the second in the batch may have it.
  expect(await second([made(key, 'both')], batch)).toEqual(['undone']);
  expect((await charge(store.accounts, batch)).map(inShort)).toEqual(['known', 'prepaid']);
  expect((await charge(store.accounts, [made(key, 'more')])).map(inShort)).toEqual(['no-credit']);
  expect(await accountOf(store, workspaceId)).toMatchObject({ prepaid: 0 });
});

it('batches over the same accounts in any order never wait for each other for ever', async () => {
  const payers = await Promise.all(Array.from({ length: 6 }, () => payer({ plan: 'unlimited' })));
  const rounds = Array.from({ length: 40 }, (_, round) => {
    const turned = payers.map((_payer, index) => payers[(index * 5 + round) % payers.length]);
    return () =>
      charge(
        store.accounts,
        turned.map((one) => made(one?.key ?? '', `round-${round}`)),
      );
  });
  const outcomes = (await inLanes(16, rounds)).flat().map(inShort);
  expect([outcomes.length, new Set(outcomes).size]).toEqual([240, 1]);
  for (const { workspaceId } of payers)
    expect(await accountOf(store, workspaceId)).toMatchObject({ allowance_used: 40 });
});

it('a charge does not wait for a release that is being written', async () => {
  const { workspaceId, key } = await payer({ prepaid: 1 });
  const release = await store.db.transaction();
  await lockHead(release, 'live');
  expect((await charge(store.accounts, [made(key, 'meanwhile')])).map(inShort)).toEqual(['prepaid']);
  await release.rollback();
  expect(await accountOf(store, workspaceId)).toMatchObject({ prepaid: 0 });
});
