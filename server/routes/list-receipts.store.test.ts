// Receipts of a workspace: every answered request, page by page, free, and of this workspace only.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem, ReceiptsPage } from '../../generated/api.ts';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import type { Store } from '../store/engine/engine.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type TestService, baseUrl, startTestService } from '../testing/service.ts';

let store: Store;
let service: TestService;

beforeAll(async () => {
  store = await openTestStore();
  await publishTold(store.db, { told: [{ belief: 'b1', observedAt: '2029-01-01T00:00:00.000Z' }] });
  service = await startTestService({ store });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

async function workspace(prepaid = 100) {
  const workspaceId = await makeTestWorkspace(store, { prepaid });
  const keys = [await makeTestKey(store, workspaceId), await makeTestKey(store, workspaceId)];
  const ask = (path: string, headers: Record<string, string> = {}, key = keys[0]?.key ?? '') =>
    service.ask(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  return { workspaceId, keys: keys.map(({ key }) => key), ask };
}

type Caller = Awaited<ReturnType<typeof workspace>>;

async function page({ ask }: Caller, place = '/v1/receipts'): Promise<ReceiptsPage> {
  const answered = await ask(place.replace(baseUrl, ''));
  expect([answered.status, answered.headers['usage-charge']]).toEqual([200, undefined]);
  const document = JSON.parse(answered.text) as ReceiptsPage;
  validateDocument('ReceiptsPage', document);
  const next = document.pagination.next_page_url;
  expect(answered.headers['link']).toBe(next === null ? undefined : `<${next}>; rel="next"`);
  return document;
}

async function walk(caller: Caller, first: string): Promise<string[]> {
  const ids: string[] = [];
  for (let place: string | null = first; place !== null;) {
    const { data, pagination }: ReceiptsPage = await page(caller, place);
    ids.push(...data.receipts.map(({ request_id: id }) => id));
    place = pagination.next_page_url;
  }
  return ids;
}

async function charged(caller: Caller, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `order-${String(index).padStart(3, '0')}`);
  for (const [index, id] of ids.entries()) {
    const { status } = await caller.ask('/v1/beliefs', { 'x-request-id': id }, caller.keys[index % 2]);
    expect(status).toBe(200);
  }
  return ids;
}

it('lists every answered request of all keys once, on every page size, for nothing', async () => {
  const caller = await workspace(50);
  const ids = await charged(caller, 12);
  // Requests of one batch are charged at one instant.
  await store.db.raw(
    `update usage_entry set charged_at = date_trunc('minute', charged_at) where account_id = ? and request_id > 'order-005'`,
    [caller.workspaceId],
  );
  const walked = await walk(caller, '/v1/receipts?limit=50');
  expect(walked.toSorted()).toEqual(ids);
  for (const limit of [1, 5]) expect(await walk(caller, `/v1/receipts?limit=${limit}`)).toEqual(walked);
  const [first] = (await page(caller, '/v1/receipts?limit=1')).data.receipts;
  expect(JSON.parse((await caller.ask(`/v1/receipts/${first?.request_id}`)).text)).toEqual(first);
  const status = JSON.parse((await caller.ask('/v1/status')).text) as { prepaidRequestsRemaining: number };
  expect(status.prepaidRequestsRemaining).toBe(50 - 12);
});

it('has no request that was refused, and a repeated one once', async () => {
  const caller = await workspace();
  const [id = ''] = await charged(caller, 1);
  await caller.ask('/v1/beliefs', { 'x-request-id': id });
  await caller.ask('/v1/brief?ticker=NOPE', { 'x-request-id': 'refused' });
  await caller.ask('/v1/status', { 'x-request-id': 'free' });
  expect(await walk(caller, '/v1/receipts')).toEqual([id]);
});

it('is empty before the first request, and keeps to the range that is given', async () => {
  const caller = await workspace();
  expect(await page(caller)).toEqual({
    data: { receipts: [] },
    pagination: { next_cursor: null, next_page_url: null },
  });
  await charged(caller, 4);
  for (const [index, day] of ['02', '03', '03', '04'].entries())
    await store.db.raw(`update usage_entry set charged_at = ? where account_id = ? and request_id = ?`, [
      `2026-05-${day}T00:00:00.000Z`,
      caller.workspaceId,
      `order-00${index}`,
    ]);
  const range = 'charged_since=2026-05-03T02:00:00%2B02:00&charged_until=2026-05-04T00:00:00Z';
  for (const limit of [1, 9])
    expect(await walk(caller, `/v1/receipts?limit=${limit}&${range}`)).toEqual(['order-001', 'order-002']);
  const empty = await caller.ask('/v1/receipts?charged_since=2026-05-03T00:00:00Z&charged_until=2026-05-03T00:00:00Z');
  expect([empty.status, (JSON.parse(empty.text) as Problem).errors[0]?.location]).toEqual([400, 'query.charged_until']);
});

it('shows no workspace what another was charged, and takes no cursor of another', async () => {
  const [caller, other] = [await workspace(), await workspace()];
  await charged(caller, 3);
  const { pagination } = await page(caller, '/v1/receipts?limit=1');
  expect(await walk(other, '/v1/receipts')).toEqual([]);
  const cursors = { foreign: pagination.next_cursor, forged: 'bm90LW91cnM' };
  const foreign = await other.ask(`/v1/receipts?limit=1&cursor=${cursors.foreign}`);
  expect((JSON.parse(foreign.text) as Problem).code).toBe('cursor-mismatch');
  const filtered = await caller.ask(`/v1/receipts?cursor=${cursors.foreign}&charged_since=2020-01-01T00:00:00Z`);
  expect((JSON.parse(filtered.text) as Problem).code).toBe('cursor-mismatch');
  const forged = await caller.ask(`/v1/receipts?cursor=${cursors.forged}`);
  expect((JSON.parse(forged.text) as Problem).code).toBe('invalid-cursor');
});
