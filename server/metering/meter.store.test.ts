// The cost of a metered call, over HTTP on a real store: charged once, replayed free, and free if refused.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, Receipt, KeyStatus } from '../../generated/api.ts';
import { createApp } from '../app.ts';
import { createHttpServer } from '../http/http-server.ts';
import { createServing } from '../process/serving.ts';
import { rotateCursorKey } from '../store/keeping/cursor-keys.ts';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type TestBalance, makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { noRateLimits } from './testing/rate-limits.ts';

let store: Store;
let server: Server;
let address: string;
let now = '2029-01-20T00:00:00.000Z';

beforeAll(async () => {
  store = await openTestStore();
  const day = (number: number): string => `2029-01-0${number}T00:00:00.000Z`;
  const told = [1, 2, 3, 4, 5].map((number) => ({ belief: `b${number}`, observedAt: day(number) }));
  await publishTold(store.db, { told, now: day(9), collection: 'live' });
  await publishTold(store.db, { told, now: day(9), collection: 'preview' });
  const serving = createServing({
    store,
    baseUrl: 'https://research.test',
    now: () => now,
    elapsed: () => performance.now(),
    rateLimits: noRateLimits,
    onFailure: ({ cause }) => console.error(cause),
  });
  const none = { isReady: async () => true, documentation: null, recordSchemas: {} };
  server = createHttpServer(await createApp({ ...serving, process: none }), serving).server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await store.close();
});

const page = '/v1/beliefs?limit=2';

async function account(balance: TestBalance) {
  const workspaceId = await makeTestWorkspace(store, balance);
  const { key, keyId } = await makeTestKey(store, workspaceId);
  const ask = (path: string, id?: string, more: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(id === undefined ? {} : { 'x-request-id': id }), ...more },
    });
  const left = async () => {
    const balanceNow = await readBalance(store.db, workspaceId);
    return [balanceNow?.allowance_left, balanceNow?.prepaid];
  };
  const status = async () => (await (await ask('/v1/status')).json()) as KeyStatus;
  return { workspaceId, key, keyId, ask, left, status };
}

async function told(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as Problem).code];
}

const usage = ({ headers }: Response) =>
  ['usage-charge', 'usage-remaining', 'idempotent-replayed'].map((name) => headers.get(name));

describe('a metered call', () => {
  it('costs one unit, and the same id again costs nothing and answers the same bytes [SPEC-R7] [SPEC-E3]', async () => {
    const { ask, left } = await account({ prepaid: 3 });
    const first = await ask(page, 'one');
    expect([first.status, ...usage(first)]).toEqual([200, '1', '2', null]);
    const again = await ask(page, 'one');
    expect([again.status, ...usage(again)]).toEqual([200, '0', '2', 'true']);
    expect(await again.text()).toBe(await first.text());
    for (const name of ['etag', 'document-digest', 'link', 'cache-control']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
    expect(await left()).toEqual([0, 2]);
    await ask(page, 'two');
    await ask(page);
    expect(await left()).toEqual([0, 0]);
  });

  it('is another request when anything in it changes, and its id is then refused', async () => {
    const { ask, left } = await account({ prepaid: 5 });
    await ask('/v1/brief?ticker=NWTB', 'id');
    const others = [
      '/v1/brief?ticker=NWTB&max_results=5',
      '/v1/brief?ticker=NWTB&as_of=2029-01-09T00:00:00Z',
      '/v1/brief?ticker=NWTB&detail=full',
      '/v1/beliefs?ticker=NWTB',
      '/v1/brief?ticker=ZZZZ',
    ];
    for (const other of others) expect(await told(await ask(other, 'id'))).toEqual([422, 'request-id-reused']);
    const same = await ask('/v1/brief?detail=overview&ticker=NWTB', 'id');
    expect(usage(same)).toEqual(['0', '4', 'true']);
    expect(await left()).toEqual([0, 4]);
  });

  it('spends the subscription first, then what is prepaid, and says what is left [SPEC-L9] [SPEC-E6] [SPEC-T3]', async () => {
    const { ask, left, status } = await account({ prepaid: 2, plan: 'monthly', allowance: 2 });
    const remaining: (string | null)[] = [];
    for (let call = 0; call < 4; call += 1) remaining.push((await ask(page)).headers.get('usage-remaining'));
    expect(remaining).toEqual(['3', '2', '1', '0']);
    expect(await left()).toEqual([0, 0]);
    expect(await told(await ask(page))).toEqual([402, 'no-credit']);
    expect(await status()).toMatchObject({
      status: 'no_credit',
      subscriptionPlan: 'monthly',
      subscriptionRequestsRemaining: 0,
      prepaidRequestsRemaining: 0,
      checkoutUrl: 'https://research.test/subscribe?access=required&source=status',
    });
  });

  it('stops at the spend limit, with credit left', async () => {
    const { ask, left, status } = await account({ prepaid: 5, spendLimit: 2 });
    expect((await ask(page)).headers.get('usage-remaining')).toBe('1');
    expect((await ask(page, 'last')).status).toBe(200);
    expect(await told(await ask(page))).toEqual([402, 'spend-limit-reached']);
    expect((await ask(page, 'last')).status).toBe(200);
    expect(await left()).toEqual([0, 3]);
    expect(await status()).toMatchObject({ status: 'spend_limit_reached', spendLimitReached: true });
  });

  it('knows no limit on a plan without one, and no plan after its period [SPEC-T2]', async () => {
    const unlimited = await account({ plan: 'unlimited' });
    expect((await unlimited.ask(page)).headers.get('usage-remaining')).toBe('unlimited');
    expect(await unlimited.status()).toMatchObject({
      status: 'ready',
      subscriptionPlan: 'unlimited',
      subscriptionRequestsRemaining: null,
      checkoutUrl: null,
    });
    const ended = await account({ plan: 'monthly', endsAt: '2026-02-01T00:00:00.000Z' });
    expect(await told(await ended.ask(page))).toEqual([402, 'no-credit']);
    expect(await ended.status()).toMatchObject({ subscriptionPlan: null, subscriptionRequestsRemaining: 0 });
  });

  it('costs nothing when it is refused, whatever for', async () => {
    const { ask, left } = await account({ prepaid: 1 });
    const refusals: [string, number][] = [
      ['/v1/brief?ticker=ZZZZ', 404],
      ['/v1/brief', 400],
      ['/v1/beliefs?cursor=AAAA', 400],
      ['/v1/beliefs/bel_none', 404],
      ['/v1/sources/src_none', 404],
      ['/v1/evidence/evd_none', 404],
      ['/v1/brief?ticker=NWTB&as_of=2099-01-01T00:00:00Z', 400],
    ];
    for (const [path, status] of refusals) {
      const refused = await ask(path, 'mine');
      expect([path, refused.status, ((await refused.json()) as Problem).charged]).toEqual([path, status, false]);
    }
    expect(await left()).toEqual([0, 1]);
    expect((await ask(page, 'mine')).status).toBe(200);
  });

  it('answers a repetition although what it asked for is gone by now', async () => {
    const { ask, left } = await account({ prepaid: 1 });
    const first = await ask('/v1/beliefs/bel_b1', 'kept');
    const body = await first.text();
    await store.db.raw(
      `update belief set to_version = from_version + 1 where belief_id = 'bel_b1' and collection = 'live'`,
    );
    await store.db.raw(
      `update head set watermark = watermark + interval '1 second', version = version + 1 where collection = 'live'`,
    );
    await store.db.raw(
      `insert into release (collection, version, effective_at, recorded_at, kind)
       select collection, version, watermark, watermark, 'release' from head where collection = 'live'`,
    );
    expect((await ask('/v1/beliefs/bel_b1', 'new')).status).toBe(404);
    const again = await ask('/v1/beliefs/bel_b1', 'kept');
    expect([again.status, await again.text(), ...usage(again)]).toEqual([200, body, '0', '0', 'true']);
    expect(await left()).toEqual([0, 0]);
  });
});

describe('a page that a server remembers', () => {
  it('goes on with the new key of cursors once it was rotated, and the old cursor is still taken', async () => {
    const { ask } = await account({ plan: 'unlimited' });
    const next = async () =>
      ((await (await ask(page)).json()) as { pagination: { next_cursor: string } }).pagination.next_cursor;
    const before = await next();
    expect(await next()).toBe(before);
    await rotateCursorKey(store.db, { secret: Buffer.alloc(32, 9), now });
    // Keys are read again after some seconds.
    now = new Date(Date.parse(now) + 6_000).toISOString();
    expect(await next()).not.toBe(before);
    expect((await ask(`${page}&cursor=${before}`)).status).toBe(200);
  });
});

describe('304', () => {
  it('checks the key, needs no credit, and leaves the id unused', async () => {
    const { ask, left } = await account({ prepaid: 2 });
    const etag = (await ask(page)).headers.get('etag') ?? '';
    const held = await ask(page, 'again', { 'if-none-match': etag });
    expect([held.status, held.headers.get('usage-charge'), await held.text()]).toEqual([304, null, '']);
    expect(await left()).toEqual([0, 1]);
    expect(usage(await ask('/v1/sources', 'again'))).toEqual(['1', '0', null]);
    expect((await ask(page, 'none', { 'if-none-match': etag })).status).toBe(304);
    const used = await ask('/v1/sources', 'again', { 'if-none-match': '*' });
    expect([used.status, used.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const bad = await fetch(`${address}${page}`, { headers: { authorization: 'Bearer x', 'if-none-match': etag } });
    expect(bad.status).toBe(401);
  });

  it('holds for every content coding of a document, each with a tag of its own', async () => {
    const { ask } = await account({ plan: 'unlimited' });
    const brief = '/v1/brief?ticker=NWTB';
    const plain = await ask(brief, undefined, { 'accept-encoding': 'identity' });
    const gzipped = await ask(brief, undefined, { 'accept-encoding': 'gzip;q=1, br;q=0.5' });
    const tags = [plain.headers.get('etag'), gzipped.headers.get('etag')];
    expect([plain.headers.get('content-encoding'), gzipped.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(new Set(tags).size).toBe(2);
    expect(gzipped.headers.get('document-digest')).toBe(plain.headers.get('document-digest'));
    expect(await gzipped.text()).toBe(await plain.text());
    for (const tag of tags) {
      expect((await ask(brief, undefined, { 'if-none-match': tag ?? '', 'accept-encoding': 'br' })).status).toBe(304);
    }
  });
});

describe('a receipt', () => {
  it('names what was charged and delivered, free of charge, for the paying account alone', async () => {
    const { ask, left } = await account({ plan: 'monthly', allowance: 1 });
    const answered = await ask('/v1/brief?ticker=nwtb', 'r:1/2');
    const receipt = (await (await ask('/v1/receipts/r%3A1%2F2')).json()) as Receipt;
    expect(receipt).toMatchObject({
      request_id: 'r:1/2',
      operation: 'getBrief',
      request: '/v1/brief?detail=overview&ticker=NWTB',
      mode: 'live',
      units: 1,
      paid_from: 'subscription',
      as_of: ((await answered.json()) as { as_of: string }).as_of,
      document_digest: answered.headers.get('document-digest'),
    });
    const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    expect(days(receipt.charged_at, receipt.replay_until)).toBe(30);
    expect(days(receipt.charged_at, receipt.request_id_kept_until)).toBe(90);
    expect(await left()).toEqual([0, 0]);
    const other = await account({});
    expect(await told(await other.ask('/v1/receipts/r%3A1%2F2'))).toEqual([404, 'no-such-record']);
  });
});

describe('a preview key', () => {
  it('is never charged, has its receipts and its replays, and never counts as paid access', async () => {
    const { key } = await makeTestKey(store, null);
    const ask = (path: string, id: string) =>
      fetch(`${address}${path}`, { headers: { authorization: `Bearer ${key}`, 'x-request-id': id } });
    expect(usage(await ask(page, 'p'))).toEqual(['0', null, null]);
    expect(usage(await ask(page, 'p'))).toEqual(['0', null, 'true']);
    expect(await told(await ask('/v1/sources', 'p'))).toEqual([422, 'request-id-reused']);
    expect(await (await ask('/v1/receipts/p', 'q')).json()).toMatchObject({
      units: 0,
      paid_from: 'none',
      mode: 'preview',
    });
    expect(await (await ask('/v1/status', 'q')).json()).toMatchObject({ status: 'ready', dataMode: 'preview' });
  });
});

describe('the time that a request id is kept', () => {
  it('ends its replay after 30 days and frees nothing before 90', async () => {
    const { ask, workspaceId } = await account({ prepaid: 3 });
    await ask(page, 'old');
    const age = (days: number) =>
      store.db.raw(`update usage_entry set charged_at = now() - ? * interval '1 day' where account_id = ?`, [
        days,
        workspaceId,
      ]);
    await age(29.9);
    expect((await ask(page, 'old')).status).toBe(200);
    await age(30.1);
    expect(await told(await ask(page, 'old'))).toEqual([422, 'request-id-expired']);
    await age(89.9);
    expect(await told(await ask('/v1/sources', 'old'))).toEqual([422, 'request-id-reused']);
  });
});
