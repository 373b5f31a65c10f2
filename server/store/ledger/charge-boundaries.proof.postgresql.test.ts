// A charge that waits for its balance while a month, a period or a plan ends: the balance as it is when its turn comes decides.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standingOf } from '../../metering/limits/standing.ts';
import { makeTestKey, makeTestWorkspace, type TestBalance } from '../../testing/accounts.ts';
import { accountOf, assertNoDrift, chargesOn, inShort, usageOf } from '../../testing/charges.ts';
import { charge, type ChargeOutcome } from './charge.ts';
import type { Trx } from '../engine/db.ts';
import { readBalance, record } from './ledger.ts';
import { tidy } from '../keeping/retention.ts';
import { type ClockedStore, openClockedStore } from '../testing/clock.ts';
import { untilBlocked } from '../testing/lock-waits.ts';

const january = '2031-01-31T23:59:59.999Z';
const february = '2031-02-01T00:00:00.000Z';

let store: ClockedStore;
let made: Awaited<ReturnType<typeof chargesOn>>;
beforeAll(async () => {
  store = await openClockedStore(january);
});
beforeEach(async () => {
  made = await chargesOn(store);
});
// However a charge and a boundary met, the entries and the balances agree, also once the entries are sums of their day.
afterEach(async () => {
  await assertNoDrift(store);
  await store.setClock('2031-06-01T00:00:00.000Z');
  await tidy(store.db);
  await assertNoDrift(store);
  await store.setClock(january);
});
afterAll(() => store.close());

async function payer(balance: TestBalance) {
  const workspaceId = await makeTestWorkspace(store, balance);
  const { key } = await makeTestKey(store, workspaceId);
  const ask = (...ids: string[]) =>
    charge(
      store.db,
      ids.map((id) => made(key, id)),
    );
  const left = async () => {
    const balanceNow = await readBalance(store.db, workspaceId);
    return standingOf(balanceNow);
  };
  /** The charge begins and waits for the balance; `meanwhile` runs in the transaction that holds it. */
  const askWhile = async (ids: string[], meanwhile: (trx: Trx) => Promise<unknown>): Promise<ChargeOutcome[]> => {
    const holder = await store.db.transaction();
    await holder.raw('select 1 from account where account_id = ? for update', [workspaceId]);
    const waiting = ask(...ids);
    await untilBlocked(store.accounts);
    await meanwhile(holder);
    await holder.commit();
    return waiting;
  };
  const grant = (trx: Trx, what: Parameters<typeof record>[2]) =>
    record(
      trx,
      { entryId: `led_${randomUUID()}`, accountId: workspaceId, origin: 'test', reference: null, now: february },
      what,
    );
  return { workspaceId, key, ask, askWhile, grant, left };
}

const told = (outcomes: readonly ChargeOutcome[]) => outcomes.map((one) => [inShort(one), 'left' in one && one.left]);
const months = async (workspaceId: string) => (await usageOf(store, workspaceId)).map(({ month }) => month);

describe('the end of a UTC month', () => {
  it('makes the limit whole again with its first moment by the clock of the database, and for what is left too', async () => {
    const { workspaceId, ask, left } = await payer({ prepaid: 9, spendLimit: 2 });
    expect(told(await ask('1', '2', '3'))).toEqual([
      ['prepaid', 1],
      ['prepaid', 0],
      ['spend-limit-reached', 0],
    ]);
    expect(await left()).toMatchObject({ status: 'spend_limit_reached', spendLimitReached: true });
    await store.setClock(february);
    expect(await left()).toMatchObject({ status: 'ready', spendLimitReached: false, prepaidRequestsRemaining: 7 });
    expect(told(await ask('3', '4', '5'))).toEqual([
      ['prepaid', 1],
      ['prepaid', 0],
      ['spend-limit-reached', 0],
    ]);
    expect(await months(workspaceId)).toEqual(['2031-01-01', '2031-01-01', '2031-02-01', '2031-02-01']);
  });

  it('while a batch waits behind one of the new month counts all of it to that month, within its limit', async () => {
    const { workspaceId, key, askWhile } = await payer({ prepaid: 9, spendLimit: 2 });
    const outcomes = await askWhile(['late 1', 'late 2'], async (holder) => {
      await store.setClock(february);
      expect(told(await charge(holder, [made(key, 'early')]))).toEqual([['prepaid', 1]]);
    });
    expect(told(outcomes)).toEqual([
      ['prepaid', 0],
      ['spend-limit-reached', 0],
    ]);
    expect(await accountOf(store, workspaceId)).toMatchObject({ spend_month: '2031-02-01', spend_used: 2, prepaid: 7 });
    expect(await months(workspaceId)).toEqual(['2031-02-01', '2031-02-01']);
  });

  it('gives no month twice to a database whose clock goes back over it', async () => {
    const { workspaceId, ask } = await payer({ prepaid: 9, spendLimit: 2 });
    await store.setClock(february);
    expect(told(await ask('1'))).toEqual([['prepaid', 1]]);
    await store.setClock(january);
    expect(told(await ask('2', '3'))).toEqual([
      ['prepaid', 0],
      ['spend-limit-reached', 0],
    ]);
    expect(await months(workspaceId)).toEqual(['2031-02-01', '2031-02-01']);
  });
});

describe('the end of a period', () => {
  it('leaves nothing of its allowance from its very moment on, and what is prepaid pays', async () => {
    const { ask, left } = await payer({ plan: 'monthly', allowance: 5, endsAt: february, prepaid: 1 });
    expect(told(await ask('1'))).toEqual([['subscription', 5]]);
    expect(await left()).toMatchObject({ subscriptionPlan: 'monthly', subscriptionRequestsRemaining: 4 });
    await store.setClock(february);
    expect(await left()).toMatchObject({ status: 'ready', subscriptionPlan: null, subscriptionRequestsRemaining: 0 });
    expect(told(await ask('2', '3', '1'))).toEqual([
      ['prepaid', 0],
      ['no-credit', 0],
      ['known', 0],
    ]);
    expect(await left()).toMatchObject({ status: 'no_credit' });
  });

  it('by its provider, while a batch waits, charges nothing to it', async () => {
    const { workspaceId, askWhile, grant } = await payer({ plan: 'monthly', allowance: 5, prepaid: 1 });
    const outcomes = await askWhile(['1', '2'], (holder) => grant(holder, { kind: 'period_end' }));
    expect(told(outcomes)).toEqual([
      ['prepaid', 0],
      ['no-credit', 0],
    ]);
    expect((await usageOf(store, workspaceId)).map(({ paid_from, period_id }) => [paid_from, period_id])).toEqual([
      ['prepaid', null],
    ]);
  });

  it('and the next one, while a batch waits, has all of it paid by the new one', async () => {
    const { workspaceId, ask, askWhile, grant } = await payer({ plan: 'monthly', allowance: 2, prepaid: 0 });
    await ask('1', '2');
    const outcomes = await askWhile(['3', '4', '5', '6'], (holder) =>
      grant(holder, {
        kind: 'period',
        plan: 'monthly',
        units: 3,
        startsAt: january,
        endsAt: '2031-02-28T00:00:00.000Z',
      }),
    );
    expect(told(outcomes)).toEqual([
      ['subscription', 2],
      ['subscription', 1],
      ['subscription', 0],
      ['no-credit', 0],
    ]);
    expect(await accountOf(store, workspaceId)).toMatchObject({ allowance: 3, allowance_used: 3 });
    const periods = (await usageOf(store, workspaceId)).map(({ period_id: id }) => id);
    expect([periods[0] === periods[1], periods[2] === periods[1], new Set(periods).size]).toEqual([true, false, 2]);
  });
});

describe('a plan', () => {
  it('that becomes one without a limit and is one with a limit again says so after each call', async () => {
    const { ask, askWhile, grant, left } = await payer({ plan: 'monthly', allowance: 5, prepaid: 2 });
    expect(told(await ask('1'))).toEqual([['subscription', 6]]);
    const unlimited = { kind: 'period', plan: 'unlimited', units: null, startsAt: january, endsAt: null } as const;
    expect(told(await askWhile(['2', '3'], (holder) => grant(holder, unlimited)))).toEqual([
      ['subscription', null],
      ['subscription', null],
    ]);
    expect(await left()).toMatchObject({ subscriptionPlan: 'unlimited', subscriptionRequestsRemaining: null });
    const monthly = { kind: 'period', plan: 'monthly', units: 1, startsAt: january, endsAt: null } as const;
    expect(told(await askWhile(['4', '5', '6', '7', '1'], (holder) => grant(holder, monthly)))).toEqual([
      ['subscription', 2],
      ['prepaid', 1],
      ['prepaid', 0],
      ['no-credit', 0],
      ['known', 0],
    ]);
  });

  it('that has lapsed keeps nothing from a refill that was paid for: it is spent within the limit', async () => {
    const { ask, askWhile, grant, left } = await payer({ plan: 'monthly', endsAt: january, spendLimit: 3 });
    expect(told(await ask('1'))).toEqual([['no-credit', 0]]);
    const outcomes = await askWhile(['1', '2'], (holder) => grant(holder, { kind: 'prepaid', units: 4 }));
    expect(told(outcomes)).toEqual([
      ['prepaid', 2],
      ['prepaid', 1],
    ]);
    expect(await left()).toMatchObject({ status: 'ready', subscriptionPlan: null, prepaidRequestsRemaining: 2 });
    expect(told(await ask('3', '4'))).toEqual([
      ['prepaid', 0],
      ['spend-limit-reached', 0],
    ]);
  });
});
