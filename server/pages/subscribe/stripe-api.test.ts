// Requests to Stripe: the service's prices, and the metadata by which reports find the checkout.
import { expect, it } from 'vitest';
import { items } from '../../metering/credit/checkout.ts';
import { sessionOf } from './stripe-api.ts';
import { couponsOf, eventOf, newsOf } from './stripe-events.ts';

const checkout = {
  checkoutId: 'chk_1',
  workspaceId: 'ws_1',
  email: 'ada@example.com',
  customer: null,
  successUrl: 'https://research.test/subscribe/return',
  cancelUrl: 'https://research.test/subscribe',
};

it('a session asks for the price of the item and no other, as a subscription where it is one', () => {
  const asked = items.map((item) => {
    const { mode, line_items: lines, metadata, subscription_data: renewed } = sessionOf({ ...checkout, item });
    const price = lines?.[0]?.price_data;
    return [
      item.id,
      mode,
      price?.currency,
      price?.unit_amount,
      price?.recurring?.interval,
      metadata?.['checkout_id'],
      renewed?.metadata?.['checkout_id'],
    ];
  });
  expect(asked).toEqual([
    ['monthly', 'subscription', 'usd', 1_900, 'month', 'chk_1', 'chk_1'],
    ['annual', 'subscription', 'usd', 19_000, 'year', 'chk_1', 'chk_1'],
    ['refill', 'payment', 'usd', 500, undefined, 'chk_1', undefined],
  ]);
});

it('a session is for the customer that the workspace is already, else for the address of who pays', () => {
  const [item] = items;
  if (item === undefined) throw new Error('nothing is for sale');
  expect(sessionOf({ ...checkout, item })).toMatchObject({ customer_email: 'ada@example.com' });
  const known = sessionOf({ ...checkout, item, customer: 'cus_1' });
  expect(known).toMatchObject({ customer: 'cus_1' });
  expect(known).not.toHaveProperty('customer_email');
});

it('an event is read in the shapes that older and newer versions of the API give it, and broken ones say nothing', () => {
  const details = { subscription: 'sub_1', metadata: { checkout_id: 'chk_1' } };
  const lines = {
    data: [{ period: { start: 50, end: 60 } }, { period: { start: 100, end: 200 } }, { period: null }, 7],
  };
  const shapes = [
    { parent: { subscription_details: details } },
    { parent: { subscription_details: { ...details, subscription: { id: 'sub_1' } } } },
    { subscription: 'sub_1', subscription_details: { metadata: details.metadata } },
  ];
  for (const shape of shapes) {
    const object = { id: 'in_1', billing_reason: 'subscription_cycle', customer: { id: 'cus_1' }, lines, ...shape };
    expect(newsOf({ type: 'invoice.paid', created: 150, data: { object } })).toEqual({
      kind: 'paid',
      checkoutId: 'chk_1',
      sessionId: null,
      reference: 'in_1',
      period: { startsAt: '1970-01-01T00:01:40.000Z', endsAt: '1970-01-01T00:03:20.000Z' },
      paidAt: '1970-01-01T00:02:30.000Z',
      subscription: { id: 'sub_1', customer: 'cus_1' },
      payments: [],
      paid: null,
      free: null,
    });
  }
  const types = [
    'invoice.paid',
    'checkout.session.completed',
    'customer.subscription.deleted',
    'invoice_payment.paid',
    'charge.refunded',
    'charge.dispute.closed',
    'other',
  ];
  const broken = [
    null,
    undefined,
    7,
    'x',
    [],
    {},
    { metadata: 7 },
    { parent: [] },
    { lines: { data: {} }, billing_reason: 'subscription_create' },
  ];
  for (const type of types)
    for (const object of broken) expect(newsOf({ type, created: 1, data: { object } })).toEqual({ kind: 'none' });
  expect(types.length * broken.length).toBe(63);
});

it('an invoice names its payment in the shapes of older and newer versions', () => {
  const parent = { subscription_details: { subscription: 'sub_1', metadata: { checkout_id: 'chk_1' } } };
  const payment = (changes: object) => ({ data: [{ payment: { type: 'payment_intent', ...changes } }] });
  const shapes = [
    { payment_intent: 'pi_1', charge: 'ch_1' },
    { payment_intent: { id: 'pi_1' } },
    { payments: payment({ payment_intent: 'pi_1' }) },
    { payments: payment({ payment_intent: { id: 'pi_1' } }), payment_intent: 'pi_1' },
  ];
  for (const shape of shapes) {
    const object = { id: 'in_1', billing_reason: 'subscription_create', parent, ...shape };
    expect(newsOf({ type: 'invoice.paid', created: 1, data: { object } })).toMatchObject({ payments: ['pi_1'] });
  }
  expect(shapes).toHaveLength(4);
});

it('coupons say their requests in the shapes of older and newer versions, and the largest number counts', () => {
  const coupon = (requests: string) => ({ id: 'co', metadata: { requests } });
  const shapes: [object, requests: number, isUnread: boolean][] = [
    [{}, 0, false],
    [{ discounts: [], discount: null }, 0, false],
    [{ discount: { coupon: coupon('20') } }, 20, false],
    [{ discounts: [{ coupon: coupon('20') }, { coupon: coupon('30') }] }, 30, false],
    [{ discounts: [{ source: { coupon: coupon('20') } }] }, 20, false],
    [{ discounts: [{ source: { coupon: 'co' } }] }, 0, true],
    [{ discounts: ['di_1', 'di_2'] }, 0, true],
    ...['0', '-5', '1e3', '07', ' 5', '5.0', '99999999999', 'all', ''].map((requests): [object, number, boolean] => [
      { discount: { coupon: coupon(requests) } },
      0,
      false,
    ]),
    [{ discount: { coupon: { id: 'co', metadata: { requests: 7 } } } }, 0, false],
    [{ discount: { coupon: { id: 'co', metadata: null } } }, 0, false],
  ];
  expect(shapes.map(([invoice]) => couponsOf(invoice))).toEqual(
    shapes.map(([, requests, isUnread]) => ({ requests, isUnread })),
  );
});

it('a signed text that is no event of ours, whatever its shape, is none', () => {
  const thin = {
    id: 'evt_1',
    object: 'v2.core.event',
    type: 'v1.billing.meter.error_report_triggered',
    created: '2026-01-05T00:00:00.000Z',
    related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
  };
  const texts = [
    thin,
    null,
    7,
    'x',
    [],
    {},
    { type: 'invoice.paid' },
    { type: 'invoice.paid', created: 1, data: null },
  ];
  for (const text of texts) expect(eventOf(text)).toBeNull();
  expect(texts).toHaveLength(8);
});

it('an invoice for anything but a period says nothing', () => {
  const subscription_details = { subscription: 'sub_1', metadata: { checkout_id: 'chk_1' } };
  const reasons = ['manual', 'subscription_update', 'subscription_threshold', 'upcoming', undefined];
  for (const billing_reason of reasons) {
    const object = { id: 'in_1', billing_reason, parent: { subscription_details } };
    expect(newsOf({ type: 'invoice.paid', created: 1, data: { object } })).toEqual({ kind: 'none' });
  }
  expect(reasons).toHaveLength(5);
});
