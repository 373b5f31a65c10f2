// Payment pages without a way to pay: their texts, and the practice checkout.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../store/keeping/audit.ts';
import { databaseNow } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import { readBalance, record } from '../../store/ledger/ledger.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { mountAccount } from '../account-pages.ts';
import { everything, fieldOf, makePerson, makeWorkspace } from '../account/testing/account.ts';
import { mountSubscribe } from './subscribe-pages.ts';
import { type PageResponse, type ServedPages, servePages } from '../testing/browser.ts';

let store: Store;
let practice: ServedPages;
let unpaid: ServedPages;

beforeAll(async () => {
  store = await openTestStore();
  const mount: typeof mountAccount = (app, context) => {
    mountAccount(app, context);
    mountSubscribe(app, context);
  };
  practice = await servePages(store, mount, { payments: { provider: 'practice' } });
  unpaid = await servePages(store, mount, { payments: { provider: 'none' } });
});
afterAll(async () => {
  await practice.close();
  await unpaid.close();
  await store.close();
});

async function admin(pages: ServedPages, options: { name?: string; practice?: boolean } = {}) {
  const workspace = await makeWorkspace(store, options);
  return { workspace, ...(await makePerson(store, pages, [[workspace, 'admin']])) };
}

describe('the plans', () => {
  it('are shown to anybody with their prices, and lead to signing in and back [SPEC-A5]', async () => {
    const acquisition = '0b7c3a52-98f1-4a9c-8f6e-1c2d3e4f5a6b';
    const { status, text } = await practice
      .browser()
      .get(`/subscribe?access=required&source=cli-auth&acquisition=${acquisition}`);
    expect(status).toBe(200);
    for (const shown of ['$19.00', '$190.00', '$5.00', '500 requests', 'Only beside a paid subscription'])
      expect(text).toContain(shown);
    // With its query: after sign-in, the page shows whether the agent can continue.
    const back = `/subscribe?access=required&source=cli-auth&acquisition=${acquisition}`;
    expect(text).toContain(`/sign-in?${new URLSearchParams({ return_to: back })}`);
    expect(text).not.toContain('method="post" action="/subscribe"');
  });

  it('say whether whoever led here can go on, and what is missing otherwise', async () => {
    const { workspace, browser } = await admin(unpaid);
    const said = async (): Promise<string> => {
      const { text } = await browser.get('/subscribe?access=required&source=status');
      return /<h1>[^]*?<p>\s*([^]*?)\s*<\/p>/.exec(text)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
    };
    const now = await databaseNow(store.db);
    const give = (entryId: string, what: Parameters<typeof record>[2]) =>
      store.db.transaction((trx) =>
        record(trx, { entryId, accountId: workspace, origin: 'operator', reference: null, now }, what),
      );
    expect(await said()).toContain('has access, and no credit to read with');
    await give('led_some', { kind: 'prepaid', units: 50 });
    expect(await said()).toBe('This workspace has credit: whoever sent you here can go on.');
    await give('led_limit', { kind: 'spend_limit', units: 0 });
    const reached = /has prepaid requests left, and its spend limit for this month is reached/;
    expect(await said()).toMatch(reached);
    expect(await said()).not.toContain('or a new month');
    await give('led_raised', { kind: 'spend_limit', units: 1 });
    const spent = { spend_month: store.db.raw(`date_trunc('month', now())::date`), spend_used: 1 };
    await store.db('account').where('account_id', workspace).update(spent);
    expect(await said()).toMatch(reached);
    expect(await said()).toContain('or a new month begins');
    await store.db('account').where('account_id', workspace).update({ spend_used: 0 });
  });

  it('say who grants credit where nobody can pay, and refuse a form all the same', async () => {
    const { workspace, browser } = await admin(unpaid);
    const { text } = await browser.get('/subscribe');
    expect(text).toContain('Nothing can be paid for on this page');
    expect(text).toContain('The operator of this service grants credit');
    expect(text).toContain(workspace);
    expect(text).not.toContain('method="post" action="/subscribe"');
    const before = await everything(store);
    const forged = await browser.post('/subscribe', { workspace, item: 'monthly' });
    expect(forged.location).toContain('notice=no-payments');
    expect((await browser.post('/subscribe/practice', { checkout: 'chk_1' })).status).toBe(404);
    expect((await browser.post('/webhooks/stripe', {})).status).toBe(404);
    expect(await everything(store)).toBe(before);
  });

  it('tell a member what is left and who pays, and someone without a workspace what to do', async () => {
    const workspace = await makeTestWorkspace(store, { prepaid: 41 });
    const boss = await makePerson(store, practice, [[workspace, 'admin']]);
    const member = await makePerson(store, practice, [[workspace, 'member']]);
    const { text } = await member.browser.get('/subscribe');
    expect(text).toContain('41 requests');
    expect(text).toContain(boss.email);
    const alone = await makePerson(store, practice, []);
    expect((await alone.browser.get('/subscribe')).text).toContain('You are in no workspace');
  });

  it('are not sold in the place of a plan without a limit, and say what a new period takes the place of', async () => {
    const [desk, now] = [await admin(practice, { practice: true }), await databaseNow(store.db)];
    const period = (plan: string, units: number | null) =>
      store.db.transaction((trx) =>
        record(
          trx,
          {
            entryId: `led_${plan}_${desk.workspace}`,
            accountId: desk.workspace,
            origin: 'operator',
            reference: null,
            now,
          },
          { kind: 'period', plan, units, startsAt: now, endsAt: null },
        ),
      );
    await period('monthly', 500);
    expect((await desk.browser.get('/subscribe')).text).toContain('500 left of that are lost');
    await period('unlimited', null);
    const { location } = await desk.browser.post('/subscribe', { workspace: desk.workspace, item: 'monthly' });
    expect(location).toContain('notice=is-unlimited');
    for (const item of ['unlimited', 'toString', '', 'monthly ']) {
      const refused = await desk.browser.post('/subscribe', { workspace: desk.workspace, item });
      expect([item, refused.location]).toEqual([item, expect.stringContaining('notice=no-such-item')]);
    }
  });
});

describe('the practice checkout', () => {
  const begin = async (desk: Awaited<ReturnType<typeof admin>>, item = 'monthly'): Promise<PageResponse> =>
    desk.browser.follow(await desk.browser.post('/subscribe', { workspace: desk.workspace, item }));

  it('grants what it would have sold, once, and says PRACTICE on every page, in the receipt and in the ledger', async () => {
    const desk = await admin(practice, { practice: true });
    expect((await desk.browser.get('/subscribe')).text).toContain('PRACTICE');
    const page = await begin(desk);
    expect(page.text).toContain('PRACTICE');
    expect(page.text).toContain('No money is taken');
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ plan: null });
    const checkout = fieldOf(page.text, 'checkout');
    const waiting = await desk.browser.get(`/subscribe/return?checkout=${checkout}`);
    expect(waiting.text).toContain('Waiting for the payment to be recorded');

    const pay = (): Promise<PageResponse> => desk.browser.post('/subscribe/practice', { checkout });
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.map(({ location }) => location)).toEqual(
      answers.map(() => `/subscribe/return?checkout=${checkout}`),
    );
    const receipt = await desk.browser.get(`/subscribe/return?checkout=${checkout}`);
    expect(receipt.text).toMatch(/PRACTICE[^]*nobody paid for it/);
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ plan: 'monthly', allowance_left: 500 });
    const { rows } = await store.db.raw('select origin, reference from ledger_entry where account_id = ?', [
      desk.workspace,
    ]);
    expect(rows).toEqual([{ origin: 'practice', reference: checkout }]);
    expect((await desk.browser.get('/account/plan')).text).toMatch(
      /<td[^>]*>[^<]*<span class="label warn">[^]*PRACTICE/,
    );

    const refill = fieldOf((await begin(desk, 'refill')).text, 'checkout');
    await desk.browser.post('/subscribe/practice', { checkout: refill });
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ prepaid: 100 });
  });

  it('works on a workspace that is marked for practice and on no other, whatever is forged', async () => {
    const desk = await admin(practice);
    expect((await desk.browser.get('/subscribe')).text).toContain('this workspace is not marked for practice');
    const refused = await desk.browser.post('/subscribe', { workspace: desk.workspace, item: 'monthly' });
    expect(refused.location).toContain('notice=not-practice');
    const now = await databaseNow(store.db);
    const rows = [
      ['chk_000000000000000000000001', 'practice'],
      ['chk_000000000000000000000002', 'stripe'],
    ];
    for (const [id = '', provider = ''] of rows) {
      await store.db.raw(
        `insert into checkout (checkout_id, workspace_id, user_id, item, provider, created_at) values (?, ?, ?, 'monthly', ?, ?)`,
        [id, desk.workspace, desk.userId, provider, now],
      );
      const forged = await desk.browser.post('/subscribe/practice', { checkout: id });
      expect([id, forged.location]).toEqual([id, expect.stringContaining('notice=not-practice')]);
    }
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ plan: null, prepaid: 0 });
  });

  it('does not complete what was begun at Stripe, on whatever workspace', async () => {
    const desk = await admin(practice, { practice: true });
    const checkout = fieldOf((await begin(desk)).text, 'checkout');
    await store.db.raw(`update checkout set provider = 'stripe' where checkout_id = ?`, [checkout]);
    const forged = await desk.browser.post('/subscribe/practice', { checkout });
    expect(forged.location).toContain('notice=not-practice');
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ plan: null });
  });

  it('gives no refill to who lost the subscription after having begun', async () => {
    const desk = await admin(practice, { practice: true });
    await desk.browser.post('/subscribe/practice', { checkout: fieldOf((await begin(desk)).text, 'checkout') });
    const refill = fieldOf((await begin(desk, 'refill')).text, 'checkout');
    const now = await databaseNow(store.db);
    const entry = {
      entryId: `led_end_${desk.workspace}`,
      accountId: desk.workspace,
      origin: 'operator',
      reference: null,
      now,
    };
    await store.db.transaction((trx) => record(trx, entry, { kind: 'period_end' }));
    const refused = await desk.browser.post('/subscribe/practice', { checkout: refill });
    expect(refused.location).toContain('notice=needs-subscription');
    expect(await readBalance(store.db, desk.workspace)).toMatchObject({ prepaid: 0 });
  });

  it('shows nobody the checkout of another workspace', async () => {
    const desk = await admin(practice, { practice: true });
    const checkout = fieldOf((await begin(desk)).text, 'checkout');
    const other = await admin(practice, { practice: true });
    for (const path of [`/subscribe/practice?checkout=${checkout}`, `/subscribe/return?checkout=${checkout}`]) {
      expect((await other.browser.get(path)).status).toBe(404);
      expect((await practice.browser().get(path)).location).toContain('/sign-in');
    }
    expect((await desk.browser.get('/subscribe/return?checkout=x')).status).toBe(404);
  });
});

it('after all of this every balance follows from its entries, and nothing went wrong unseen', async () => {
  expect((await audit(store.db)).drifts).toEqual([]);
  expect([...practice.failures, ...unpaid.failures]).toEqual([]);
});
