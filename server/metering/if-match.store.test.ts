// If-Match on a real store: a 412 is free, leaves its id unused, and comes after every refusal of the request itself.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../testing/service.ts';

const page = '/v1/beliefs?limit=2';
const other = '"other"';

let store: Store;
let service: TestService;
let now = '2029-01-20T00:00:00.000Z';

async function release(beliefs: readonly string[], at: string): Promise<void> {
  const told = beliefs.map((belief, index) => ({ belief, observedAt: `2029-01-0${index + 1}T00:00:00.000Z` }));
  await publishTold(store.db, { told, now: at, collection: 'live' });
}

beforeAll(async () => {
  store = await openTestStore();
  await release(['b1', 'b2', 'b3'], '2029-01-09T00:00:00.000Z');
  service = await startTestService({ store, now: () => now });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

async function account(prepaid: number) {
  const workspaceId = await makeTestWorkspace(store, { prepaid });
  const { key } = await makeTestKey(store, workspaceId);
  const ask = (path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    service.ask(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  return { ask, left: async () => (await readBalance(store.db, workspaceId))?.prepaid };
}

const tagOf = ({ headers }: HttpAnswer): string => String(headers.etag);
const usage = ({ headers }: HttpAnswer) => ['usage-charge', 'idempotent-replayed'].map((name) => headers[name]);

it('pays for the document that it names, and for no other', async () => {
  const { ask, left } = await account(3);
  const etag = tagOf(await ask(page));
  expect(usage(await ask(page, { 'if-match': etag }))).toEqual(['1', undefined]);
  const refused = await ask(page, { 'if-match': other, 'x-request-id': 'mine' });
  expect([codeOf(refused), refused.status, ...usage(refused)]).toEqual([
    'precondition-failed',
    412,
    undefined,
    undefined,
  ]);
  for (const wanted of [`W/${etag}`, '"a", "b"', 'no tag', '"*"'])
    expect(codeOf(await ask(page, { 'if-match': wanted }))).toBe('precondition-failed');
  expect(await left()).toBe(1);
  // The refused request left its id unused.
  expect(usage(await ask('/v1/sources', { 'if-match': '*', 'x-request-id': 'mine' }))).toEqual(['1', undefined]);
  expect(codeOf(await ask(page, { 'if-match': other }))).toBe('precondition-failed');
  expect((await ask(page, { 'if-match': etag, 'if-none-match': etag })).status).toBe(304);
});

it('is compared with the document of the replay', async () => {
  const { ask } = await account(1);
  const paid = await ask(page, { 'x-request-id': 'mine' });
  expect(usage(await ask(page, { 'x-request-id': 'mine', 'if-match': tagOf(paid) }))).toEqual(['0', 'true']);
  expect(codeOf(await ask(page, { 'x-request-id': 'mine', 'if-match': other }))).toBe('precondition-failed');
});

it('is for every operation whose answers have a tag, and for no refusal in place of an answer', async () => {
  const { ask, left } = await account(1);
  expect((await ask('/v1/tickers', { 'if-match': tagOf(await ask('/v1/tickers')) })).status).toBe(200);
  for (const path of ['/v1/tickers', page, '/v1/sources', '/v1/beliefs?view=entities'])
    expect([path, codeOf(await ask(path, { 'if-match': other }))]).toEqual([path, 'precondition-failed']);
  expect(codeOf(await ask('/v1/beliefs/bel_none', { 'if-match': other }))).toBe('no-such-record');
  expect(codeOf(await ask('/v1/brief?ticker=NOPE', { 'if-match': other }))).toBe('not-covered');
  expect(codeOf(await service.ask(page, { headers: { authorization: 'Bearer x', 'if-match': other } }))).toBe(
    'unauthorized',
  );
  expect(await left()).toBe(1);
});

it('fails once a release has changed the document, and not for a replay of the old one', async () => {
  const { ask, left } = await account(2);
  const old = await ask(page, { 'x-request-id': 'mine' });
  await release(['b4'], '2029-01-20T12:00:00.000Z');
  now = '2029-01-25T00:00:00.000Z';
  expect(codeOf(await ask(page, { 'if-match': tagOf(old) }))).toBe('precondition-failed');
  const replayed = await ask(page, { 'x-request-id': 'mine', 'if-match': tagOf(old) });
  expect([replayed.text === old.text, ...usage(replayed)]).toEqual([true, '0', 'true']);
  expect(await left()).toBe(1);
  const current = tagOf(await ask(page));
  expect(current).not.toBe(tagOf(old));
  expect(await left()).toBe(0);
});
