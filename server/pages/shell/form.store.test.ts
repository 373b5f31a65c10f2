// Forms and failures of pages over HTTP: forms of other sites are refused, and failures reveal nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import type { ServedPages } from '../testing/browser.ts';
import { type SignInBench, alerts, signInBench, signInFields } from '../testing/sign-in.ts';

let store: Store;
let bench: SignInBench;
let served: ServedPages;
let makePerson: SignInBench['makePerson'];
beforeAll(async () => {
  store = await openTestStore();
  bench = await signInBench(store);
  ({ served, makePerson } = bench);
});
afterAll(async () => {
  await bench.close();
  await store.close();
});

describe('a form', () => {
  it('of another site is refused, and so is one that does not say where it comes from', async () => {
    const { email } = await makePerson();
    const send = (headers: Record<string, string>, pages = served) =>
      pages.browser().send('/sign-in', {
        method: 'POST',
        body: new URLSearchParams(signInFields(email)).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    const refused = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '' },
      { 'sec-fetch-site': 'Same-Origin' },
      { 'sec-fetch-site': 'cross-site', origin: served.address },
      { origin: 'null' },
      { origin: 'https://evil.test' },
      { origin: `${served.address}.evil.test` },
      { origin: `${served.address}/` },
      { origin: served.address.replace('http', 'https') },
      { origin: 'http://127.0.0.1:1' },
      { referer: `${served.address}/sign-in` },
    ];
    for (const headers of refused) {
      const seen = await send(headers);
      expect([headers, seen.status]).toEqual([headers, 403]);
      expect(seen.headers.getSetCookie()).toEqual([]);
      expect(seen.text).toContain('<h1>The form did not come from this service</h1>');
    }
    expect(refused).toHaveLength(14);
    expect((await send({ 'sec-fetch-site': 'same-origin' })).location).toBe('/account');
    expect((await send({ origin: served.address })).location).toBe('/account');
    expect((await send({ origin: bench.secure.context.baseUrl }, bench.secure)).location).toBe('/account');
    for (const path of ['/sign-out', '/welcome', '/account/password']) {
      expect((await served.browser().post(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    }
  });

  it('is a form, and not a large one', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const urlencoded = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
    const send = (body: string | Buffer | ReadableStream, headers: Record<string, string>) =>
      served.browser().send('/sign-in', { method: 'POST', body, headers, duplex: 'half' } as never);
    expect((await send('{}', { ...own, 'content-type': 'application/json' })).status).toBe(415);
    expect((await send('a=1', { ...own, 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send('a=1', { ...urlencoded, 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send(`a=${'x'.repeat(16_383)}`, urlencoded)).status).toBe(413);
    const stream = new Blob([`a=${'x'.repeat(20_000)}`]).stream();
    expect((await send(stream, urlencoded)).status).toBe(413);
    expect((await send(`a=${'x'.repeat(16_382)}`, urlencoded)).location).toBe('/sign-in?problem=wrong');
    expect((await send(Buffer.from([0x25, 0xff, 0x26, 0x00]), urlencoded)).location).toBe('/sign-in?problem=wrong');
  });
});

describe('a page', () => {
  it('that fails says nothing of why, and tells the log', async () => {
    const { email, browser } = await makePerson();
    const seen = await browser.get('/broken');
    expect([seen.status, seen.text.includes('secret of the house'), alerts(seen)]).toEqual([500, false, 1]);
    expect(seen.text).toContain(email);
    expect(served.failures.map(String)).toEqual(['Error: secret of the house']);
    expect(served.reported).toMatchObject([{ operation: null, page: '/broken' }]);
    expect(seen.text).toContain(`<code>${served.reported[0]?.requestId}</code>`);
  });

  it('has only the methods it has', async () => {
    const methods = [
      ['/sign-in', 'PUT', 'GET, HEAD, POST'],
      ['/sign-out', 'GET', 'POST'],
      ['/welcome', 'DELETE', 'GET, HEAD, POST'],
    ];
    for (const [path = '', method = '', allow] of methods) {
      const seen = await served.browser().send(path, { method, headers: {} });
      expect([seen.status, seen.headers.get('allow')]).toEqual([405, allow]);
    }
    const head = await served.browser().send('/sign-in', { method: 'HEAD', headers: {} });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
