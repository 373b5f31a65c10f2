// What Stripe is asked for: our prices, and the words by which its reports find the checkout again.
import { expect, it } from 'vitest';
import { items } from '../../metering/checkout.ts';
import { sessionOf } from './stripe-api.ts';
import { newsOf } from './stripe-events.ts';

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
    expect(newsOf({ id: 'evt', type: 'invoice.paid', created: 150, data: { object } })).toEqual({
      kind: 'paid',
      checkoutId: 'chk_1',
      sessionId: null,
      reference: 'in_1',
      period: { startsAt: '1970-01-01T00:01:40.000Z', endsAt: '1970-01-01T00:03:20.000Z' },
      paidAt: '1970-01-01T00:02:30.000Z',
      subscription: { id: 'sub_1', customer: 'cus_1' },
    });
  }
  const types = ['invoice.paid', 'checkout.session.completed', 'customer.subscription.deleted', 'other'];
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
    for (const object of broken)
      expect(newsOf({ id: 'evt', type, created: 1, data: { object } })).toEqual({ kind: 'none' });
  expect(types.length * broken.length).toBe(36);
});

it('an invoice for anything but a period says nothing', () => {
  const subscription_details = { subscription: 'sub_1', metadata: { checkout_id: 'chk_1' } };
  const reasons = ['manual', 'subscription_update', 'subscription_threshold', 'upcoming', undefined];
  for (const billing_reason of reasons) {
    const object = { id: 'in_1', billing_reason, parent: { subscription_details } };
    expect(newsOf({ id: 'evt', type: 'invoice.paid', created: 1, data: { object } })).toEqual({ kind: 'none' });
  }
  expect(reasons).toHaveLength(5);
});
