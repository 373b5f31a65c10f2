// The statement that debits: any batch is charged as its charges would be one after another, each exactly once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace, type TestBalance } from '../../testing/accounts.ts';
import { accountOf, assertNoDrift, chargesOn, inShort, usageOf } from '../../testing/charges.ts';
import { charge, type Charge } from './charge.ts';
import type { Store } from '../engine/engine.ts';
import { revokeKey } from '../people/keys.ts';
import { earlier } from '../testing/instants.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let made: Awaited<ReturnType<typeof chargesOn>>;
beforeAll(async () => {
  store = await openTestStore();
  made = await chargesOn(store);
});
// After any charge, the entries and the balances agree.
afterEach(() => assertNoDrift(store));
afterAll(() => store.close());

async function payer(balance: TestBalance) {
  const workspaceId = await makeTestWorkspace(store, balance);
  return { workspaceId, ...(await makeTestKey(store, workspaceId)) };
}
const debit = (charges: readonly Charge[]) => charge(store.db, charges);
const shortly = async (charges: readonly Charge[]) => (await debit(charges)).map(inShort);
const counts = async (workspaceId: string) => {
  const { allowance_used, prepaid, spend_used } = await accountOf(store, workspaceId);
  return { allowance_used, prepaid, spend_used };
};
const thisMonth = async (): Promise<string> => {
  const { rows } = await store.db.raw(`select date_trunc('month', now() at time zone 'UTC')::date as month`);
  return (rows as { month: string }[])[0]?.month ?? '';
};

describe('what was asked', () => {
  it('is kept as it was written, whatever means something else in an array', async () => {
    const { workspaceId, key } = await payer({ plan: 'unlimited' });
    const texts = ['"', '\\', '\\"\\\\', '{,}', 'NULL', '', ' a ', '\n\t', "'$1'", 'Ünïcode 😀', '$&'].map(
      (text) => `/v1/brief?ticker=${text}`,
    );
    const asked = texts.map((request, place) => made(key, `text-${place}`, { request }));
    expect(await shortly(asked)).toEqual(texts.map(() => 'subscription'));
    const { rows } = await store.db.raw('select request from usage_entry where account_id = ?', [workspaceId]);
    expect((rows as { request: string }[]).map(({ request }) => request).toSorted()).toEqual(texts.toSorted());
  });
});

describe('a batch', () => {
  it('debits every account in it, and answers in the order of its charges', async () => {
    const [ada, ben, poor] = [await payer({ prepaid: 5 }), await payer({ plan: 'unlimited' }), await payer({})];
    const outcomes = await debit([
      made(ada.key, 'a1'),
      made(ben.key, 'b1'),
      made('no such key', 'x'),
      made(poor.key, 'p1'),
      made(ada.key, 'a2'),
    ]);
    expect(outcomes).toEqual([
      {
        kind: 'charged',
        paidFrom: 'prepaid',
        keyId: ada.keyId,
        accountId: ada.workspaceId,
        collection: 'live',
        left: 4,
      },
      {
        kind: 'charged',
        paidFrom: 'subscription',
        keyId: ben.keyId,
        accountId: ben.workspaceId,
        collection: 'live',
        left: null,
      },
      { kind: 'unauthorized' },
      {
        kind: 'unpaid',
        reason: 'no-credit',
        keyId: poor.keyId,
        accountId: poor.workspaceId,
        collection: 'live',
        left: 0,
      },
      {
        kind: 'charged',
        paidFrom: 'prepaid',
        keyId: ada.keyId,
        accountId: ada.workspaceId,
        collection: 'live',
        left: 3,
      },
    ]);
    expect(await counts(ada.workspaceId)).toEqual({ allowance_used: 0, prepaid: 3, spend_used: 2 });
    expect(await counts(ben.workspaceId)).toEqual({ allowance_used: 1, prepaid: 0, spend_used: 0 });
    expect(await usageOf(store, poor.workspaceId)).toEqual([]);
  });

  it('spends the allowance first, then what is prepaid, then nothing, and says after each what is left', async () => {
    const { workspaceId, key } = await payer({ plan: 'monthly', allowance: 2, prepaid: 2 });
    const outcomes = await debit(['1', '2', '3', '4', '5', '6'].map((id) => made(key, id)));
    expect(outcomes.map((one) => [inShort(one), 'left' in one && one.left])).toEqual([
      ['subscription', 3],
      ['subscription', 2],
      ['prepaid', 1],
      ['prepaid', 0],
      ['no-credit', 0],
      ['no-credit', 0],
    ]);
    const entries = await usageOf(store, workspaceId);
    expect(
      entries.map(({ request_id, paid_from, period_id, month }) => [request_id, paid_from, period_id !== null, month]),
    ).toEqual([
      ['1', 'subscription', true, null],
      ['2', 'subscription', true, null],
      ['3', 'prepaid', false, await thisMonth()],
      ['4', 'prepaid', false, await thisMonth()],
    ]);
    expect(await counts(workspaceId)).toEqual({ allowance_used: 2, prepaid: 0, spend_used: 2 });
  });

  it('charges one of two calls with the same id, also of two keys of one workspace', async () => {
    const { workspaceId, key } = await payer({ prepaid: 5 });
    const other = await makeTestKey(store, workspaceId);
    expect(await shortly([made(key, 'same'), made(other.key, 'same'), made(key, 'same')])).toEqual([
      'prepaid',
      'lost',
      'lost',
    ]);
    expect(await shortly([made(other.key, 'same'), made(key, 'same')])).toEqual(['known', 'known']);
    expect(await usageOf(store, workspaceId)).toHaveLength(1);
    expect(await counts(workspaceId)).toMatchObject({ prepaid: 4 });
  });

  it('knows an id that was used before, with what it was used for, whatever is left to pay with', async () => {
    const { key } = await payer({ prepaid: 1 });
    const first = made(key, 'id');
    await debit([first]);
    const [again] = await debit([made(key, 'id', { fingerprint: Buffer.alloc(32, 7), digest: Buffer.alloc(32, 8) })]);
    expect(again).toMatchObject({
      kind: 'known',
      left: 0,
      known: { fingerprint: first.fingerprint, digest: first.digest, is_replayable: true },
    });
  });

  it('tells a repetition what the charges before it in its batch have left', async () => {
    const { key } = await payer({ prepaid: 9 });
    await debit([made(key, 'old')]);
    const lefts = (await debit([made(key, 'a'), made(key, 'old')])).map((one) => 'left' in one && one.left);
    expect(lefts).toEqual([7, 7]);
  });

  it('charges the same id to two workspaces, each once', async () => {
    const [ada, ben] = [await payer({ prepaid: 1 }), await payer({ prepaid: 1 })];
    expect(await shortly([made(ada.key, 'id'), made(ben.key, 'id')])).toEqual(['prepaid', 'prepaid']);
  });

  it('may be empty', async () => {
    expect(await debit([])).toEqual([]);
  });

  it('charges nothing for a key that is revoked, and everything else in it all the same', async () => {
    const { workspaceId, key, keyId } = await payer({ prepaid: 3 });
    const other = await makeTestKey(store, workspaceId);
    await debit([made(key, 'before')]);
    await revokeKey(store.db, keyId, '2026-01-02T00:00:00.000Z');
    expect(await shortly([made(key, 'after'), made(other.key, 'other'), made(key, 'before')])).toEqual([
      'unauthorized',
      'prepaid',
      'unauthorized',
    ]);
    expect(await counts(workspaceId)).toMatchObject({ prepaid: 1 });
  });

  it('charges nothing for a document that was built on another head, but knows its id', async () => {
    const { workspaceId, key } = await payer({ prepaid: 3 });
    const { head } = made(key, '');
    const moved = [
      { ...head, version: head.version + 1 },
      { ...head, watermark: '1999-01-01T00:00:00.000Z' },
      { ...head, removals: 1 },
    ];
    await debit([made(key, 'known')]);
    const charges = moved.map((one, index) => made(key, `moved-${index}`, { head: one }));
    const known = made(key, 'known', { head: moved[0] ?? head });
    expect(await shortly([...charges, made(key, 'same head'), known])).toEqual([
      'moved',
      'moved',
      'moved',
      'prepaid',
      'known',
    ]);
    expect(await counts(workspaceId)).toMatchObject({ prepaid: 1 });
  });

  it('of previews costs nothing and leaves the balance of their workspace alone', async () => {
    const { workspaceId, key } = await payer({ prepaid: 2 });
    const beside = await makeTestKey(store, workspaceId, 'preview');
    const alone = await makeTestKey(store, null);
    const onPreview = await chargesOn(store, 'preview');
    const batch = [onPreview(beside.key, 'p'), onPreview(beside.key, 'p2'), onPreview(alone.key, 'p'), made(key, 'q')];
    const outcomes = await charge(store.db, batch);
    expect(outcomes.map((one) => (one.kind === 'charged' ? [one.paidFrom, one.left] : one))).toEqual([
      ['none', null],
      ['none', null],
      ['none', null],
      ['prepaid', 1],
    ]);
    // Two previews in the same batch take no turn: the rest pays for the next call.
    const previews = ['p3', 'p4'].map((id) => onPreview(beside.key, id));
    expect(await shortly([...previews, made(key, 'r'), made(key, 's')])).toEqual([
      'none',
      'none',
      'prepaid',
      'no-credit',
    ]);
    // One workspace, one space of ids: the fingerprint shows that it is another request.
    expect(await shortly([onPreview(alone.key, 'p'), made(key, 'p')])).toEqual(['known', 'known']);
    expect(await usageOf(store, alone.keyId)).toMatchObject([
      { units: 0, paid_from: 'none', period_id: null, month: null },
    ]);
    expect((await usageOf(store, workspaceId)).map(({ units }) => units).toSorted()).toEqual([0, 0, 0, 0, 1, 1]);
    expect(await counts(workspaceId)).toMatchObject({ prepaid: 0 });
  });
});

describe('a period', () => {
  it('pays until it ends, and one without an end or a limit pays always', async () => {
    const ended = await payer({ plan: 'monthly', endsAt: '2026-01-31T00:00:00.000Z', prepaid: 1 });
    expect(await shortly([made(ended.key, '1'), made(ended.key, '2')])).toEqual(['prepaid', 'no-credit']);
    const running = await payer({ plan: 'monthly', allowance: 1, endsAt: '2999-01-31T00:00:00.000Z' });
    expect(await shortly([made(running.key, '1'), made(running.key, '2')])).toEqual(['subscription', 'no-credit']);
    const endless = await payer({ plan: 'unlimited', prepaid: 1 });
    expect(await shortly(['1', '2', '3'].map((id) => made(endless.key, id)))).toEqual(
      Array<string>(3).fill('subscription'),
    );
    const over = await payer({ plan: 'unlimited', endsAt: '2026-01-31T00:00:00.000Z' });
    expect(await shortly([made(over.key, '1')])).toEqual(['no-credit']);
  });
});

describe('a spend limit', () => {
  /** As if all was spent this number of months ago; a negative number puts the entry ahead of this server's clock. */
  const age = async (workspaceId: string, months: number): Promise<void> => {
    const id = [months, workspaceId];
    const back = `? * interval '1 month'`;
    await store.db.raw(`update usage_entry set month = month - ${back} where account_id = ?`, id);
    await store.db.raw(`update account set spend_month = spend_month - ${back} where account_id = ?`, id);
    if (months > 0)
      await store.db.raw(`update usage_entry set charged_at = ${earlier('charged_at', back)} where account_id = ?`, id);
  };

  it('bounds what is prepaid in a month, inside one batch too, and not the subscription', async () => {
    const { workspaceId, key } = await payer({ plan: 'monthly', allowance: 1, prepaid: 5, spendLimit: 2 });
    const outcomes = await debit(['1', '2', '3', '4'].map((id) => made(key, id)));
    expect(outcomes.map(inShort)).toEqual(['subscription', 'prepaid', 'prepaid', 'spend-limit-reached']);
    expect(outcomes.map((one) => 'left' in one && one.left)).toEqual([2, 1, 0, 0]);
    expect(await counts(workspaceId)).toEqual({ allowance_used: 1, prepaid: 3, spend_used: 2 });
  });

  it('is whole again in a new month, and counts from one', async () => {
    const { workspaceId, key } = await payer({ prepaid: 9, spendLimit: 2 });
    expect(await shortly(['1', '2', '3'].map((id) => made(key, id)))).toEqual([
      'prepaid',
      'prepaid',
      'spend-limit-reached',
    ]);
    await age(workspaceId, 1);
    expect(await shortly(['4', '5', '6'].map((id) => made(key, id)))).toEqual([
      'prepaid',
      'prepaid',
      'spend-limit-reached',
    ]);
    expect(await accountOf(store, workspaceId)).toMatchObject({
      spend_used: 2,
      prepaid: 5,
      spend_month: await thisMonth(),
    });
  });

  it('counts what is still charged after another server has begun a new month to that month', async () => {
    const { workspaceId, key } = await payer({ prepaid: 9, spendLimit: 3 });
    await debit([made(key, '1')]);
    await age(workspaceId, -1);
    expect(await shortly(['2', '3', '4'].map((id) => made(key, id)))).toEqual([
      'prepaid',
      'prepaid',
      'spend-limit-reached',
    ]);
    const { spend_month, spend_used } = await accountOf(store, workspaceId);
    expect(spend_used).toBe(3);
    expect((await usageOf(store, workspaceId)).map(({ month }) => month)).toEqual(Array<string>(3).fill(spend_month));
  });

  it('of nothing lets nothing through that is prepaid', async () => {
    const { key } = await payer({ prepaid: 2, spendLimit: 0, plan: 'monthly', allowance: 1 });
    expect(await shortly([made(key, '1'), made(key, '2')])).toEqual(['subscription', 'spend-limit-reached']);
  });
});
