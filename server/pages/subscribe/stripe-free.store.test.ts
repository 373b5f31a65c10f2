// Invoices over nothing: the operator's coupon decides the grant, and without one there is none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import { readProviderLink } from '../../store/ledger/subscriptions.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { assertNoDrift } from '../../testing/charges.ts';
import { type Shop, deliver, openShop } from './testing/stripe.ts';

let store: Store;
let shop: Shop;
beforeAll(async () => {
  store = await openTestStore();
  shop = await openShop(store);
});
afterAll(async () => {
  await assertNoDrift(store);
  await shop.pages.close();
  await store.close();
});

const free = { amount_paid: 0, amount_due: 0, total: 0 };
const coupon = (requests: string): object => ({ id: 'co_partner', percent_off: 100, metadata: { requests } });

describe('an invoice over nothing', () => {
  it('grants nothing without a coupon that says so, and the operator is told', async () => {
    const discounts = [[], [{ coupon: { id: 'co_plain', metadata: {} } }], [{ coupon: coupon('many') }]];
    for (const discount of discounts) {
      const { workspace, admin, of } = await shop.begin('monthly');
      const completed = shop.completed(of, { amount_total: 0 });
      for (const event of [completed, shop.renewal(of, 0, { ...free, discounts: discount }), completed])
        expect((await deliver(shop.pages, event)).status).toBe(200);
      expect(await shop.entriesOf(workspace)).toEqual([]);
      expect(shop.pages.failures.splice(0).map((failure) => (failure as Error).message)).toEqual([
        expect.stringContaining(`in_0_${of.checkoutId} as paid, and nothing was granted: free`),
      ]);
      // It renews all the same, and its owner can end it.
      expect((await readProviderLink(store.db, workspace))?.subscription).toBe(of.subscription);
      expect((await admin.browser.post('/subscribe/manage', { workspace })).location).toContain(of.customer);
    }
  });

  it('beside a paid one of the same period takes nothing away and adds nothing', async () => {
    const { workspace, of } = await shop.begin('monthly');
    await deliver(shop.pages, shop.renewal(of, 0));
    for (const discounts of [[], [{ coupon: coupon('9000') }]]) {
      const again = shop.renewal(of, 0, { ...free, id: `in_again_${discounts.length}_${of.checkoutId}`, discounts });
      expect((await deliver(shop.pages, again)).status).toBe(200);
    }
    expect(shop.pages.failures.splice(0)).toHaveLength(2);
    expect(await shop.entriesOf(workspace)).toHaveLength(1);
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'monthly', allowance_left: 500 });
  });

  it('grants the requests of its coupon, once, as the event carries it or as Stripe says when asked', async () => {
    const shapes: object[] = [
      { discount: { coupon: coupon('200') } },
      { discounts: [{ source: { type: 'coupon', coupon: coupon('200') } }] },
      { discounts: ['di_1'] },
      { discounts: [{ source: { type: 'coupon', coupon: 'co_partner' } }] },
    ];
    for (const shape of shapes) {
      const { workspace, of } = await shop.begin('monthly');
      const read = { discounts: [{ source: { type: 'coupon', coupon: coupon('200') } }] };
      shop.api.invoices.set(`in_0_${of.checkoutId}`, read);
      const invoice = shop.renewal(of, 0, { ...free, ...shape });
      for (let times = 0; times < 2; times += 1) expect((await deliver(shop.pages, invoice)).status).toBe(200);
      expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'monthly', allowance_left: 200 });
      expect(await shop.entriesOf(workspace)).toMatchObject([{ kind: 'period', units: 200 }]);
    }
    expect(shop.pages.failures).toEqual([]);
  });

  it('is repeated by Stripe where its coupon cannot be asked for', async () => {
    const { workspace, of } = await shop.begin('monthly');
    const invoice = shop.renewal(of, 0, { ...free, discounts: ['di_1'] });
    shop.api.fails = true;
    const failed = await deliver(shop.pages, invoice);
    shop.api.fails = false;
    expect([failed.status, await shop.entriesOf(workspace)]).toEqual([503, []]);
    expect(shop.pages.failures.splice(0)).toHaveLength(1);
    shop.api.invoices.set(`in_0_${of.checkoutId}`, { discounts: [{ coupon: coupon('5') }] });
    expect((await deliver(shop.pages, invoice)).status).toBe(200);
    expect(await readBalance(store.db, workspace)).toMatchObject({ allowance_left: 5 });
  });
});

it('an invoice that earlier credit of the customer paid, or a part of the price, grants what was sold', async () => {
  const paid = [
    { amount_paid: 0, total: 1_900, starting_balance: -1_900, ending_balance: 0 },
    { amount_paid: 950, total: 950, discounts: [{ coupon: coupon('5') }] },
  ];
  for (const changes of paid) {
    const { workspace, of } = await shop.begin('monthly');
    await deliver(shop.pages, shop.renewal(of, 0, changes));
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'monthly', allowance_left: 500 });
  }
  expect(shop.pages.failures).toEqual([]);
});
