// Shared caches: Vary names each header that decides an answer, and public answers depend on no caller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRateLimits } from '../metering/limits/rate-limit.ts';
import { images } from '../pages/shell/images.ts';
import { stylesheetPath } from '../pages/shell/page.ts';
import { fixedPages } from '../pages/testing/mounted.ts';
import type { Store } from '../store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type HttpAnswer, ask } from '../testing/ask.ts';
import { type ChatService, startChatService } from '../testing/mcp.ts';
import { makeTestPerson } from '../testing/people.ts';
import { openPublished } from '../ingest/testing/published.ts';

let store: Store;
let service: ChatService;
let port: number;
let bearer: { authorization: string };
let cookie: { cookie: string };
beforeAll(async () => {
  store = await openPublished('preview');
  const limits = { ...defaultRateLimits, unkeyed: [{ name: 'minute', quota: 10_000, seconds: 60 }] };
  service = await startChatService(store, { withPages: true, rateLimits: limits });
  port = Number(new URL(service.baseUrl).port);
  bearer = { authorization: `Bearer ${(await makeTestKey(store, null)).key}` };
  const workspaceId = await makeTestWorkspace(store, { prepaid: 9 });
  cookie = { cookie: `session=${(await makeTestPerson(store, [workspaceId], new Date().toISOString())).secret}` };
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> => ask(port, path, { headers });

/** The same answer for everyone. */
const shared = [
  '/',
  '/brief/NWTB',
  '/v1/tickers',
  '/openapi.json',
  '/docs/record-schemas.json',
  '/docs/errors/unavailable',
  '/agent-quickstart.md',
  '/auth.md',
  '/favicon.ico',
  images.icon.path,
  stylesheetPath,
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
];

/** Answers for one caller: a key, a person, an account, a moment. */
const own = [
  '/v1/status',
  '/v1/brief?ticker=NWTB',
  '/v1/beliefs',
  '/v1/receipts/x',
  '/readyz',
  ...fixedPages().filter((path) => !shared.includes(path)),
];

/** Every header of a GET that the service reads. */
function sentHeaders(): Readonly<Record<string, readonly Record<string, string>[]>> {
  const one = (name: string, ...values: string[]) => values.map((value) => ({ [name]: value }));
  return {
    accept: one('accept', 'text/html', 'application/json', 'text/csv'),
    'accept-encoding': one('accept-encoding', 'gzip', 'br', 'identity;q=0'),
    'research-version': one('research-version', '1999-01-01', '2026-10-05'),
    'x-request-id': one('x-request-id', 'mine-1'),
    authorization: [bearer, { authorization: 'Bearer wrong' }],
    cookie: [cookie],
    'accept-language': one('accept-language', 'de'),
    origin: one('origin', 'https://app.example'),
    'sec-fetch-site': one('sec-fetch-site', 'cross-site'),
    'user-agent': one('user-agent', 'curl/8'),
  };
}

const isShared = ({ headers }: HttpAnswer): boolean => String(headers['cache-control']).startsWith('public');
const variesBy = ({ headers }: HttpAnswer): readonly string[] =>
  String(headers['vary'] ?? '')
    .toLowerCase()
    .split(/, */);
const said = ({ status, headers, text }: HttpAnswer): string =>
  JSON.stringify([status, text, headers['etag'], headers['content-encoding'], headers['content-type']]);

describe('an answer that shared caches may keep', () => {
  it.each(shared)('is told apart by Vary from every other answer of %s', async (path) => {
    const plain = await get(path);
    expect([plain.status, isShared(plain)]).toEqual([200, true]);
    for (const [name, values] of Object.entries(sentHeaders())) {
      for (const value of values) {
        const other = await get(path, value);
        if (said(other) !== said(plain))
          expect([path, value, variesBy(plain)]).toEqual([path, value, expect.arrayContaining([name])]);
        if (isShared(other)) expect([path, value, variesBy(other)]).toEqual([path, value, variesBy(plain)]);
      }
    }
  });

  it.each(shared)('holds nothing of one caller: %s', async (path) => {
    const tag = String((await get(path)).headers['etag'] ?? '"none"');
    for (const headers of [{}, { 'x-request-id': 'mine-1' }, bearer, { 'if-none-match': tag }]) {
      const answer = await get(path, headers);
      const names = Object.keys(answer.headers).filter((one) =>
        /^(set-cookie|x-request-id|ratelimit|usage-|idempotent)/.test(one),
      );
      expect([path, isShared(answer), names]).toEqual([path, true, []]);
    }
  });

  it('is compressed where it is large, under another tag for each coding', async () => {
    for (const path of ['/', '/brief/NWTB', '/openapi.json', '/auth.md', stylesheetPath]) {
      const tags = new Set<string>();
      for (const coding of ['identity', 'gzip', 'br']) {
        const { headers } = await get(path, { 'accept-encoding': coding });
        expect([path, headers['content-encoding'] ?? 'identity']).toEqual([path, coding]);
        tags.add(String(headers['etag']));
        expect((await get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
      }
      expect(tags.size).toBe(3);
    }
  });
});

describe('an answer of one caller', () => {
  it.each(own)('is kept by no shared cache: %s', async (path) => {
    for (const headers of [{}, bearer, cookie, { ...bearer, accept: 'text/html' }]) {
      const answer = await get(path, headers);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([
        path,
        answer.status,
        expect.stringMatching(/^(no-store|private, no-cache)$/),
      ]);
    }
  });

  it('is one of a person on pages that others may share', async () => {
    expect((await get('/', cookie)).headers['cache-control']).toBe('no-store');
  });

  it('names in Vary whose it is and which document was chosen', async () => {
    const { headers } = await get('/v1/brief?ticker=NWTB', bearer);
    expect(headers['vary']).toBe('Authorization, Accept, Accept-Encoding, Research-Version');
  });

  it('is every refusal', async () => {
    let refused = 0;
    for (const path of ['/v1/tickers', '/nothing', '/docs/nothing', '/v1/brief']) {
      for (const headers of [{ 'research-version': '1999-01-01' }, { accept: 'text/csv' }]) {
        const answer = await get(path, headers);
        expect([path, answer.status >= 400, answer.headers['cache-control']]).toEqual([path, true, 'no-store']);
        refused += 1;
      }
    }
    expect(refused).toBe(8);
  });
});
