// Stripe's webhook: signed events grant exactly once in every order, and nothing else grants anything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { periodEnd, planOf } from '../../metering/credit/plans.ts';
import { audit } from '../../store/keeping/audit.ts';
import type { Store } from '../../store/engine/engine.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { everything, makePerson, makeWorkspace } from '../account/testing/account.ts';
import { type Event, type Shop, deliver, openShop, sessionCompleted, subscriptionDeleted } from './testing/stripe.ts';

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

describe('a signature', () => {
  it('has to be ours, fresh, and over the very bytes; what is not signed is told nothing and changes nothing', async () => {
    const { of } = await shop.begin('monthly');
    const before = await everything(store);
    const event = shop.completed(of);
    const text = JSON.stringify(event);
    const refused = [
      await deliver(shop.pages, event, { secret: 'whsec_of_somebody' }),
      await deliver(shop.pages, event, { signedAt: shop.start - 301 }),
      await deliver(shop.pages, event, { signedAt: shop.start + 302 }),
      await deliver(shop.pages, event, { signedAt: shop.start + 4_000 }),
      await deliver(shop.pages, event, { body: text.replace('paid', 'Paid') }),
      await deliver(shop.pages, event, { body: `${text} ` }),
      await deliver(shop.pages, event, { body: '' }),
      await shop.pages.browser().send('/webhooks/stripe', { method: 'POST', body: text, headers: {} }),
      await shop.pages
        .browser()
        .send('/webhooks/stripe', { method: 'POST', body: text, headers: { 'stripe-signature': 't=1,v1=00' } }),
      await shop.pages
        .browser()
        .send('/webhooks/stripe', { method: 'POST', body: text, headers: { 'stripe-signature': 'x' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect(refused.every(({ text: said }) => !said.includes(of.checkoutId))).toBe(true);
    expect(await everything(store)).toBe(before);
    expect(shop.pages.failures).toEqual([]);
    expect((await deliver(shop.pages, event)).status).toBe(200);
    expect(await everything(store)).not.toBe(before);
  });

  it('of a text that is no event, and of an event of 256 KB and more, grants nothing either', async () => {
    const { of } = await shop.begin('monthly');
    const huge = shop.completed(of, { padding: 'x'.repeat(256 * 1024) });
    const before = await everything(store);
    expect((await deliver(shop.pages, huge)).status).toBe(413);
    const unknown = { ...shop.completed(of), type: 'charge.succeeded' };
    expect((await deliver(shop.pages, unknown)).status).toBe(200);
    expect(await everything(store)).toBe(before);
  });

  it('of five minutes ahead is taken for a clock that differs', async () => {
    const { workspace, of } = await shop.begin('monthly');
    expect((await deliver(shop.pages, shop.completed(of), { signedAt: shop.start + 300 })).status).toBe(200);
    expect(await shop.entriesOf(workspace)).toHaveLength(1);
  });

  it('of an event that is not ours, thin or of no known shape, is thanked for and changes nothing', async () => {
    const { of } = await shop.begin('monthly');
    const before = await everything(store);
    const related = { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' };
    const thin = {
      id: 'evt_1',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: '2026-01-05T00:00:00.000Z',
      related_object: related,
    };
    const odd = [thin, { ...thin, data: {} }, null, 7, [], {}, { ...shop.completed(of), data: null }];
    const { created: _, ...undated } = shop.completed(of);
    for (const event of [...odd, undated]) {
      const answer = await deliver(shop.pages, event as Event);
      expect([JSON.stringify(event), answer.status]).toEqual([JSON.stringify(event), 200]);
    }
    expect(await everything(store)).toBe(before);
    expect(shop.pages.failures).toEqual([]);
  });
});

describe('a payment', () => {
  it('grants nothing by its return page, and its period by the signed event [SPEC-A5]', async () => {
    const { workspace, admin, of } = await shop.begin('monthly');
    const returned = `/subscribe/return?checkout=${of.checkoutId}`;
    for (let visits = 0; visits < 3; visits += 1) {
      const page = await admin.browser.get(returned);
      expect(page.text).toContain('Waiting for the payment to be recorded');
    }
    expect(await shop.entriesOf(workspace)).toEqual([]);
    await deliver(shop.pages, shop.completed(of));
    const after = await admin.browser.get(returned);
    expect(after.text).toContain('The payment is recorded');
    expect(after.text).not.toContain('PRACTICE');
    expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'monthly', allowance_left: 500 });
  });

  it('counts once, however often and from however many senders at once it is reported', async () => {
    const { workspace, of } = await shop.begin('monthly');
    const events = [
      shop.completed(of),
      shop.renewal(of, 0),
      shop.completed(of),
      shop.renewal(of, 0),
      shop.completed(of),
    ];
    const answers = await Promise.all([...events, ...events].map((event) => deliver(shop.pages, event)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await shop.entriesOf(workspace)).toMatchObject([
      { kind: 'period', units: 500, origin: 'stripe', reference: `in_0_${of.checkoutId}` },
    ]);
    // Repeated while a later month is running, it is known, and not treated as a late payment.
    for (const event of [shop.renewal(of, 1), shop.completed(of), shop.renewal(of, 0)])
      await deliver(shop.pages, event);
    expect(await shop.entriesOf(workspace)).toHaveLength(2);
    expect(Date.parse((await readBalance(store.db, workspace))?.period_ends_at ?? '')).toBe(
      (shop.endOf(1) + 86_400) * 1_000,
    );
    expect(shop.pages.failures).toEqual([]);
  });

  it('of a year gives the year, and one that Stripe has not got yet gives nothing until it has', async () => {
    const { workspace, of } = await shop.begin('annual');
    await deliver(shop.pages, shop.completed(of, { payment_status: 'unpaid' }));
    expect(await shop.entriesOf(workspace)).toEqual([]);
    await deliver(shop.pages, { ...shop.completed(of), type: 'checkout.session.async_payment_succeeded' });
    const plan = planOf('annual');
    const end = plan === null ? null : periodEnd(plan, new Date(shop.start * 1_000).toISOString());
    const balance = await readBalance(store.db, workspace);
    expect(balance).toMatchObject({ plan: 'annual', allowance_left: 6_000 });
    // One day more than was paid for, in which the renewal arrives.
    expect(Date.parse(balance?.period_ends_at ?? '')).toBe(Date.parse(end ?? '') + 86_400_000);
  });

  it('is for the checkout of this very session: metadata that names another one grants nothing and is reported', async () => {
    const { workspace, of } = await shop.begin('annual');
    await deliver(shop.pages, shop.completed(of, { id: 'cs_test_of_a_cheaper_link' }));
    expect(await shop.entriesOf(workspace)).toEqual([]);
    expect(shop.pages.failures.splice(0)).toHaveLength(1);
    const foreign = [
      shop.completed({ ...of, checkoutId: 'chk_of_nobody' }),
      shop.completed(of, { metadata: null, client_reference_id: of.checkoutId }),
      shop.renewal({ ...of, checkoutId: 'chk_of_nobody' }, 0),
      subscriptionDeleted({ ...of, checkoutId: 'chk_of_nobody' }, shop.start),
    ];
    for (const event of foreign) expect((await deliver(shop.pages, event)).status).toBe(200);
    expect(await shop.entriesOf(workspace)).toEqual([]);
    expect(shop.pages.failures).toEqual([]);
  });
});

describe('a refill', () => {
  it('is refused without a paid subscription, also to a forged form, and adds to what is there with one [SPEC-A5]', async () => {
    const desk = await makeWorkspace(store);
    const admin = await makePerson(store, shop.pages, [[desk, 'admin']]);
    expect((await admin.browser.get('/subscribe')).text).not.toContain('value="refill"');
    const before = await everything(store);
    const forged = await admin.browser.post('/subscribe', { workspace: desk, item: 'refill' });
    expect(forged.location).toContain('notice=needs-subscription');
    expect(await everything(store)).toBe(before);

    const at = { workspace: desk, admin };
    const { of } = await shop.begin('monthly', at);
    await deliver(shop.pages, shop.completed(of));
    expect((await admin.browser.get('/subscribe')).text).toContain('value="refill"');
    const refill = await shop.begin('refill', at);
    const paid = sessionCompleted(refill.of, { created: shop.start, reference: 'pi_1' });
    for (let times = 0; times < 3; times += 1) await deliver(shop.pages, paid);
    expect(await readBalance(store.db, desk)).toMatchObject({ plan: 'monthly', allowance_left: 500, prepaid: 100 });
    expect((await admin.browser.get(`/subscribe?workspace=${desk}`)).text).toContain('100 requests');

    await deliver(shop.pages, subscriptionDeleted(of, shop.start));
    expect(await readBalance(store.db, desk)).toMatchObject({
      plan: null,
      allowance_left: 0,
      prepaid: 100,
      prepaid_left: 100,
    });
    expect((await admin.browser.post('/subscribe', { workspace: desk, item: 'refill' })).location).toContain(
      'needs-subscription',
    );
  });
});

describe('a checkout', () => {
  it('is begun at Stripe with our price, for this workspace, and is not begun twice beside a subscription', async () => {
    const { workspace, admin, of } = await shop.begin('monthly');
    const begun = shop.api.begun.at(-1);
    expect(begun).toMatchObject({ workspaceId: workspace, email: admin.email, customer: null });
    expect(begun?.item.price_cents).toBe(1_900);
    expect(begun?.successUrl).toBe(`${shop.pages.context.baseUrl}/subscribe/return?checkout=${of.checkoutId}`);
    await deliver(shop.pages, shop.completed(of));
    const again = await admin.browser.post('/subscribe', { workspace, item: 'annual' });
    expect(again.location).toContain('notice=renews-already');
    const managed = await admin.browser.post('/subscribe/manage', { workspace });
    expect(managed.location).toBe(`https://billing.stripe.com/p/session/${of.customer}`);
    const member = await makePerson(store, shop.pages, [[workspace, 'member']]);
    expect((await member.browser.post('/subscribe/manage', { workspace })).status).toBe(403);
    expect((await member.browser.get('/subscribe')).text).not.toContain('/subscribe/manage');
  });

  it('that Stripe does not answer for is said plainly, and grants nothing', async () => {
    const workspace = await makeWorkspace(store);
    const admin = await makePerson(store, shop.pages, [[workspace, 'admin']]);
    shop.api.fails = true;
    const failed = await admin.browser.post('/subscribe', { workspace, item: 'monthly' });
    shop.api.fails = false;
    expect([failed.status, failed.text.includes('Nothing was paid')]).toEqual([503, true]);
    expect(shop.pages.failures.splice(0)).toHaveLength(1);
    expect(await shop.entriesOf(workspace)).toEqual([]);
  });

  it('lets its form lead to Stripe and to no other place', async () => {
    const policy = (await shop.pages.browser().get('/subscribe')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https://checkout.stripe.com https://billing.stripe.com;");
  });
});

it('after all of this every balance follows from its entries', async () => {
  expect((await audit(store.db)).drifts).toEqual([]);
});
