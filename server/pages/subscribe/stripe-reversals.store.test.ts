// Refunds and lost disputes: at most the unused rest of their purchase, once, in every order of reports.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charge } from '../../store/ledger/charge.ts';
import type { Store } from '../../store/engine/engine.ts';
import { readBalance, record } from '../../store/ledger/ledger.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestKey } from '../../testing/accounts.ts';
import { assertNoDrift, chargesOn } from '../../testing/charges.ts';
import { makePerson, makeWorkspace } from '../account/testing/account.ts';
import {
  type Purchase,
  type Event,
  type Shop,
  chargeRefunded,
  deliver,
  disputeClosed,
  invoicePaymentPaid,
  openShop,
  orders,
  sessionCompleted,
  subscriptionDeleted,
} from './testing/stripe.ts';

type Desk = Pick<Purchase, 'workspace' | 'admin'>;

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

/** Delivers events as Stripe does: each is acknowledged, and a repeated one changes nothing. */
const report = async (...events: Event[]): Promise<void> => {
  for (const event of events) expect((await deliver(shop.pages, event)).status).toBe(200);
};

/** A workspace whose plan is used up, so that prepaid requests are spent. */
async function subscribed(): Promise<Desk> {
  const workspace = await makeWorkspace(store);
  const admin = await makePerson(store, shop.pages, [[workspace, 'admin']]);
  await grant(workspace, {
    kind: 'period',
    plan: 'monthly',
    units: 0,
    startsAt: shop.pages.context.now(),
    endsAt: null,
  });
  return { workspace, admin };
}

async function grant(accountId: string, what: Parameters<typeof record>[2]): Promise<void> {
  const entry = { entryId: `led_${randomUUID()}`, accountId, origin: 'operator', reference: null };
  await store.db.transaction((trx) => record(trx, { ...entry, now: shop.pages.context.now() }, what));
}

async function refill(at: Desk): Promise<{ payment: string; paid: Event }> {
  const { of } = await shop.begin('refill', at);
  const payment = `pi_${of.checkoutId}`;
  return { payment, paid: sessionCompleted(of, { created: shop.start, reference: payment }) };
}

/** Spends requests through the charge statement; returns the number that was paid for. */
async function use(workspace: string, count: number): Promise<number> {
  const [made, { key }] = [await chargesOn(store), await makeTestKey(store, workspace)];
  const outcomes = await charge(
    store.db,
    Array.from({ length: count }, () => made(key, randomUUID())),
  );
  return outcomes.filter(({ kind }) => kind === 'charged').length;
}

const prepaidOf = async (workspace: string): Promise<number | undefined> =>
  (await readBalance(store.db, workspace))?.prepaid;

const takenFrom = async (workspace: string): Promise<(number | null)[]> =>
  (await shop.entriesOf(workspace)).filter(({ kind }) => kind === 'take_back').map(({ units }) => units);

const refillCents = { amount: 500 };

describe('a refund of a refill', () => {
  it('takes back what is unused of it, once, and leaves used requests used', async () => {
    const desk = await subscribed();
    const { payment, paid } = await refill(desk);
    await report(paid);
    expect(await use(desk.workspace, 30)).toBe(30);
    const refund = chargeRefunded({ payment, ...refillCents });
    await report(refund, refund, chargeRefunded({ payment, ...refillCents }));
    expect(await prepaidOf(desk.workspace)).toBe(0);
    expect(await takenFrom(desk.workspace)).toEqual([70]);
    expect(await use(desk.workspace, 1)).toBe(0);
    // Reported again, the payment still grants nothing.
    await report(paid, refund);
    expect(await prepaidOf(desk.workspace)).toBe(0);
    expect(shop.pages.failures).toEqual([]);
  });

  it('leaves other purchases usable: the oldest is used first, and grants of the operator are purchases too', async () => {
    const desk = await subscribed();
    const [first, second, third] = [await refill(desk), await refill(desk), await refill(desk)];
    await report(first.paid, second.paid);
    await grant(desk.workspace, { kind: 'prepaid', units: 50 });
    await report(third.paid);
    // In a known order: all of them were recorded at one instant of this shop's clock.
    const inOrder = [first.payment, second.payment, null, third.payment];
    for (const [at, payment] of inOrder.entries())
      await store.db.raw(
        `update ledger_entry set recorded_at = recorded_at + interval '1 minute' * ?::integer
          where account_id = ? and kind = 'prepaid' and reference is not distinct from ?::text`,
        [at, desk.workspace, payment],
      );
    await use(desk.workspace, 130);
    const rests: number[] = [];
    for (const { payment } of [third, first, second]) {
      const before = await prepaidOf(desk.workspace);
      await report(chargeRefunded({ payment, ...refillCents }));
      rests.push((before ?? 0) - ((await prepaidOf(desk.workspace)) ?? 0));
    }
    expect(rests).toEqual([100, 0, 70]);
    expect(await use(desk.workspace, 60)).toBe(50);
  });

  it('of a part of the money takes that part, and of more money more', async () => {
    const desk = await subscribed();
    const { payment, paid } = await refill(desk);
    await report(paid);
    const refunded = (cents: number) => chargeRefunded({ payment, ...refillCents, refunded: cents });
    await report(refunded(199));
    expect(await prepaidOf(desk.workspace)).toBe(61);
    await use(desk.workspace, 50);
    // Half of the money: eleven more, all that is left. An older report that comes late takes nothing.
    await report(refunded(250), refunded(199));
    expect(await prepaidOf(desk.workspace)).toBe(0);
    await report(refunded(500));
    expect(await takenFrom(desk.workspace)).toEqual([39, 11, 0]);
  });

  it('that comes with a lost dispute takes the rest once', async () => {
    const desk = await subscribed();
    const { payment, paid } = await refill(desk);
    await report(paid, chargeRefunded({ payment, ...refillCents, refunded: 250 }));
    expect(await prepaidOf(desk.workspace)).toBe(50);
    await report(disputeClosed({ payment, amount: 500 }));
    expect(await prepaidOf(desk.workspace)).toBe(0);
    expect(await takenFrom(desk.workspace)).toEqual([50, 50]);
  });
});

describe('a dispute', () => {
  it('takes the unused rest when it is lost, and nothing while it is open, won, or an inquiry', async () => {
    const desk = await subscribed();
    const { payment, paid } = await refill(desk);
    await report(paid);
    const created = disputeClosed({ payment, amount: 500, status: 'needs_response' });
    await report({ ...created, type: 'charge.dispute.created' });
    for (const status of ['needs_response', 'under_review', 'won', 'warning_closed'])
      await report(disputeClosed({ payment, amount: 500, status }));
    expect(await prepaidOf(desk.workspace)).toBe(100);
    await report(disputeClosed({ payment, amount: 500 }));
    expect(await prepaidOf(desk.workspace)).toBe(0);
  });

  it('of a part of the charge takes that part, where it is in the same currency', async () => {
    const desk = await subscribed();
    const { payment, paid } = await refill(desk);
    await report(paid, disputeClosed({ payment, amount: 100 }));
    expect(await prepaidOf(desk.workspace)).toBe(80);
    const other = await refill(desk);
    await report(other.paid, disputeClosed({ payment: other.payment, amount: 100 }, { currency: 'eur' }));
    expect(await prepaidOf(desk.workspace)).toBe(80);
  });
});

describe('a refund of a subscription', () => {
  it('takes the rest of the running period, in the events of older and newer versions', async () => {
    const ties = [
      (of: Purchase['of']): Event[] => [shop.renewal(of, 0, { payment_intent: `pi_${of.checkoutId}` })],
      (of: Purchase['of']): Event[] => [
        shop.completed(of),
        invoicePaymentPaid({ payment: `pi_${of.checkoutId}`, invoice: `in_0_${of.checkoutId}` }),
      ],
      (of: Purchase['of']): Event[] => [shop.completed(of)],
    ];
    for (const [at, tied] of ties.entries()) {
      const { workspace, of } = await shop.begin('monthly');
      await report(...tied(of));
      await use(workspace, 120);
      const invoice = at === 2 ? { invoice: `in_0_${of.checkoutId}` } : {};
      await report(chargeRefunded({ payment: `pi_${of.checkoutId}`, amount: 1_900 }, invoice));
      expect(await readBalance(store.db, workspace)).toMatchObject({ plan: 'monthly', allowance_left: 0 });
      expect(await takenFrom(workspace)).toEqual([380]);
    }
  });

  it('for an earlier month takes nothing of this one, nor of prepaid requests', async () => {
    const desk = await shop.begin('monthly');
    const invoices = [0, 1].map((month) =>
      shop.renewal(desk.of, month, { payment_intent: `pi_${month}_${desk.workspace}` }),
    );
    await report(...invoices);
    const { paid } = await refill(desk);
    await report(paid);
    await report(chargeRefunded({ payment: `pi_0_${desk.workspace}`, amount: 1_900 }));
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ allowance_left: 500, prepaid: 100 });
    expect(await takenFrom(desk.workspace)).toEqual([0]);
    await report(subscriptionDeleted(desk.of, shop.start));
    await report(chargeRefunded({ payment: `pi_1_${desk.workspace}`, amount: 1_900 }));
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ plan: null, prepaid: 100 });
  });
});

describe('reports in every order, each twice', () => {
  const twice = (events: Event[]): Event[] => events.flatMap((event) => [event, event]);

  it('end in the same balance where a refill is paid, refunded in two steps and disputed', async () => {
    for (const order of orders([0, 1, 2, 3])) {
      const desk = await subscribed();
      const { payment, paid } = await refill(desk);
      const events = [
        paid,
        chargeRefunded({ payment, ...refillCents, refunded: 125 }),
        chargeRefunded({ payment, ...refillCents, refunded: 200 }),
        disputeClosed({ payment, amount: 100 }),
      ];
      await report(...twice(order.flatMap((at) => events[at] ?? [])));
      expect([order, await prepaidOf(desk.workspace)]).toEqual([order, 40]);
    }
  });

  it('end in the same balance where checkout, invoice, its payment and a refund are reported', async () => {
    for (const order of orders([0, 1, 2, 3])) {
      const { workspace, of } = await shop.begin('monthly');
      const [payment, invoice] = [`pi_${of.checkoutId}`, `in_0_${of.checkoutId}`];
      const events = [
        shop.completed(of),
        shop.renewal(of, 0),
        invoicePaymentPaid({ payment, invoice }),
        chargeRefunded({ payment, amount: 1_900 }),
      ];
      await report(...twice(order.flatMap((at) => events[at] ?? [])));
      const balance = await readBalance(store.db, workspace);
      expect([order, balance?.plan, balance?.allowance_left]).toEqual([order, 'monthly', 0]);
      expect((await takenFrom(workspace)).reduce((sum: number, units) => sum + Number(units), 0)).toBe(500);
    }
  });

  it('take once where they are reported at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const desk = await subscribed();
      const { payment, paid } = await refill(desk);
      const refund = chargeRefunded({ payment, ...refillCents });
      const all = twice([paid, refund, disputeClosed({ payment, amount: 500 }), refund]);
      const answers = await Promise.all(all.map((event) => deliver(shop.pages, event)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await prepaidOf(desk.workspace)).toBe(0);
    }
  });
});

describe('what is not ours', () => {
  it('takes nothing: payments of another shop, refunds of nothing, objects in no known shape', async () => {
    const desk = await subscribed();
    const { payment, paid } = await refill(desk);
    await report(
      paid,
      chargeRefunded({ payment: 'pi_of_another_shop', amount: 500 }),
      chargeRefunded({ payment, amount: 500, refunded: 0 }),
      chargeRefunded({ payment, amount: 500 }, { amount_refunded: -1 }),
      chargeRefunded({ payment, amount: 500 }, { id: null }),
      disputeClosed({ payment, amount: 0 }),
      disputeClosed({ payment, amount: 500 }, { payment_intent: null, charge: null }),
      invoicePaymentPaid({ payment: 'pi_of_another_shop', invoice: 'in_of_another_shop' }),
      chargeRefunded({ payment: 'sub_1', amount: 500 }),
    );
    expect(await prepaidOf(desk.workspace)).toBe(100);
    expect(shop.pages.failures).toEqual([]);
  });
});

it('the operator reads in the log what was taken back, and what waits for its purchase', async () => {
  const desk = await subscribed();
  const { payment, paid } = await refill(desk);
  shop.events.splice(0);
  await report(chargeRefunded({ payment, ...refillCents }), paid);
  expect(shop.events.map(({ event, how, workspaceId }) => [event, how, workspaceId])).toEqual([
    ['payment-reversed', 'waits', undefined],
    ['payment-reversed', 'refund', desk.workspace],
  ]);
});
