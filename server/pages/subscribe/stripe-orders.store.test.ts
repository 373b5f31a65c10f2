// Events of Stripe in every order and each twice: the final state is always the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../store/keeping/audit.ts';
import { readProviderLink } from '../../store/ledger/subscriptions.ts';
import type { Store } from '../../store/engine/engine.ts';
import { readBalance, record } from '../../store/ledger/ledger.ts';
import { openTestStore } from '../../store/testing/store.ts';
import {
  type AtStripe,
  type Event,
  type Shop,
  deliver,
  openShop,
  orders,
  subscriptionDeleted,
} from './testing/stripe.ts';

let store: Store;
let shop: Shop;

beforeAll(async () => {
  store = await openTestStore();
  shop = await openShop(store);
});
afterAll(async () => {
  await shop.pages.close();
  await store.close();
});

describe('events in every order, each twice', () => {
  const settled = async (events: (of: AtStripe) => Event[], order: readonly number[]) => {
    const { workspace, of } = await shop.begin('monthly');
    const all = events(of);
    for (const at of order) {
      const event = all[at];
      if (event === undefined) throw new Error('an order names an event that is not there');
      for (let times = 0; times < 2; times += 1) expect((await deliver(shop.pages, event)).status).toBe(200);
    }
    const [balance, link] = [await readBalance(store.db, workspace), await readProviderLink(store.db, workspace)];
    return { balance, link, entries: await shop.entriesOf(workspace), of };
  };

  it('begin one period where the checkout and its invoice report the same payment', async () => {
    const all = orders([0, 1]);
    for (const order of all) {
      const { balance, link, entries, of } = await settled((at) => [shop.completed(at), shop.renewal(at, 0)], order);
      expect(entries).toMatchObject([{ kind: 'period', units: 500, reference: `in_0_${of.checkoutId}` }]);
      expect(balance).toMatchObject({ plan: 'monthly', allowance_left: 500 });
      expect(link).toMatchObject({ subscription: of.subscription, customer: of.customer });
    }
    expect(all).toHaveLength(2);
  });

  it('leave the newest period running where renewals overtake each other', async () => {
    const all = orders([0, 1, 2]);
    for (const order of all) {
      const { balance, entries } = await settled((at) => [0, 1, 2].map((n) => shop.renewal(at, n)), order);
      expect(balance).toMatchObject({ plan: 'monthly', allowance_left: 500 });
      expect(Date.parse(balance?.period_ends_at ?? '')).toBe((shop.endOf(2) + 86_400) * 1_000);
      expect(new Set(entries.map(({ reference }) => reference)).size).toBe(entries.length);
    }
    expect(all).toHaveLength(6);
    // Each period that came too late is money without a grant, so the operator must see it.
    expect(shop.pages.failures.splice(0).length).toBeGreaterThan(0);
  });

  it('end the subscription wherever its end comes', async () => {
    const all = orders([0, 1, 2, 3]);
    for (const order of all) {
      const events = (at: AtStripe): Event[] => [
        shop.completed(at),
        shop.renewal(at, 0),
        shop.renewal(at, 1),
        subscriptionDeleted(at, shop.start),
      ];
      const { balance, link } = await settled(events, order);
      expect([order, balance?.plan, balance?.allowance_left]).toEqual([order, null, 0]);
      expect(link?.subscription).toBeNull();
    }
    expect(all).toHaveLength(24);
    shop.pages.failures.splice(0);
  });

  it('let a second subscription go on when the end of the first one is told late', async () => {
    const first = await shop.begin('monthly');
    await deliver(shop.pages, shop.completed(first.of));
    await deliver(shop.pages, subscriptionDeleted(first.of, shop.start));
    const second = await shop.begin('annual', first);
    await deliver(shop.pages, shop.completed(second.of));
    await deliver(shop.pages, subscriptionDeleted(first.of, shop.start));
    await deliver(shop.pages, shop.renewal(first.of, 0));
    const balance = await readBalance(store.db, first.workspace);
    expect(balance).toMatchObject({ plan: 'annual', allowance_left: 6_000 });
    expect((await readProviderLink(store.db, first.workspace))?.subscription).toBe(second.of.subscription);
    shop.pages.failures.splice(0);
  });
});

describe('two checkouts of one workspace', () => {
  it.each([
    ['annual', 'monthly', 6_000],
    ['monthly', 'annual', 500],
  ])(
    'that were open at once, paid first %s, then %s: the second grants nothing and is told of',
    async (paid, late, left) => {
      const first = await shop.begin(paid);
      const second = await shop.begin(late, first);
      await deliver(shop.pages, shop.completed(first.of));
      for (const event of [shop.completed(second.of), shop.renewal(second.of, 0), shop.renewal(second.of, 1)])
        expect((await deliver(shop.pages, event)).status).toBe(200);
      expect(shop.pages.failures.splice(0).map((failure) => (failure as Error).message)).toEqual(
        [0, 0, 1].map(
          (month) =>
            `Stripe reported in_${month}_${second.of.checkoutId} as paid, and nothing was granted: renews-already`,
        ),
      );
      const { text } = await second.admin.browser.get(`/subscribe/return?checkout=${second.of.checkoutId}`);
      expect(text).toContain('has a subscription that renews by itself, so nothing is recorded');
      expect(await readBalance(store.db, first.workspace)).toMatchObject({ plan: paid, allowance_left: left });
      expect((await readProviderLink(store.db, first.workspace))?.subscription).toBe(first.of.subscription);
      // Ending the second one keeps the first, which continues to renew.
      await deliver(shop.pages, subscriptionDeleted(second.of, shop.start));
      await deliver(shop.pages, shop.renewal(first.of, 1));
      expect((await readBalance(store.db, first.workspace))?.plan).toBe(paid);
      expect(await shop.entriesOf(first.workspace)).toHaveLength(3);
      expect(shop.pages.failures).toEqual([]);
    },
  );
});

/** Without a limit, and without an end unless given in seconds. */
const operatorsPlan = async (workspace: string, end: number | null = null): Promise<void> => {
  const now = shop.pages.context.now();
  const entry = { entryId: `led_of_${workspace}`, accountId: workspace, origin: 'operator', reference: null, now };
  const endsAt = end === null ? null : new Date(end * 1_000).toISOString();
  const period = { kind: 'period', plan: 'unlimited', units: null, startsAt: now, endsAt } as const;
  await store.db.transaction((trx) => record(trx, entry, period));
};

describe('a payment beside a plan of the operator without a limit', () => {
  it.each([
    ['a renewal', true],
    ['the first one', false],
  ])('that is %s does not take its place, is told of, and can be ended at Stripe', async (_what, isRenewal) => {
    const { workspace, admin, of } = await shop.begin('monthly');
    if (isRenewal) await deliver(shop.pages, shop.completed(of));
    await operatorsPlan(workspace);
    const paid = isRenewal ? shop.renewal(of, 1) : shop.completed(of);
    for (let times = 0; times < 2; times += 1) expect((await deliver(shop.pages, paid)).status).toBe(200);
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'unlimited', allowance_left: null });
    expect(shop.pages.failures.splice(0).map((failure) => (failure as Error).message)).toEqual(
      [0, 0].map(
        () => `Stripe reported in_${isRenewal ? 1 : 0}_${of.checkoutId} as paid, and nothing was granted: superseded`,
      ),
    );
    const managed = await admin.browser.post('/subscribe/manage', { workspace });
    expect(managed.location).toBe(`https://billing.stripe.com/p/session/${of.customer}`);
    await deliver(shop.pages, subscriptionDeleted(of, shop.start));
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'unlimited', allowance_left: null });
  });

  it('goes on from it where that ends sooner than what was paid for', async () => {
    const { workspace, of } = await shop.begin('monthly');
    await deliver(shop.pages, shop.completed(of));
    await operatorsPlan(workspace, shop.endOf(1) - 86_400);
    await deliver(shop.pages, shop.renewal(of, 1));
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'monthly', allowance_left: 500 });
    expect(shop.pages.failures).toEqual([]);
  });
});

describe('the end of a subscription beside a plan of the operator', () => {
  it.each([
    ['after its payment', true],
    ['before any payment of it', false],
  ])('is remembered where it is told %s: a late invoice takes nothing over', async (_when, isPaid) => {
    const { workspace, of } = await shop.begin('monthly');
    if (isPaid) await deliver(shop.pages, shop.completed(of));
    await operatorsPlan(workspace);
    for (let times = 0; times < 2; times += 1) await deliver(shop.pages, subscriptionDeleted(of, shop.start));
    expect(shop.pages.failures).toEqual([]);
    await deliver(shop.pages, shop.renewal(of, 1));
    expect(shop.pages.failures.splice(0)).toHaveLength(1);
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'unlimited', allowance_left: null });
    expect((await readProviderLink(store.db, workspace))?.subscription).toBeNull();
    expect(await shop.entriesOf(workspace)).toContainEqual(
      expect.objectContaining({ kind: 'period_end', units: 0, reference: of.subscription }),
    );
  });
});

it('after all of this every balance follows from its entries', async () => {
  expect((await audit(store.db)).drifts).toEqual([]);
});
