// Charge whose acknowledgement is always lost: REST and MCP answer that the outcome is unknown.
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { Problem } from '../../../generated/api.ts';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { readBalance } from '../../../server/store/ledger/ledger.ts';
import { databaseOf } from '../../../server/store/testing/address.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { type ChatService, connectChat, makeTestGrant, startChatService } from '../../../server/testing/mcp.ts';
import { type Cut, type FaultProxy, faultProxy } from './stage/fault-proxy.ts';
import type { Account } from './stage/client.ts';
import { makeAccount, publishLive } from './stage/world.ts';

let store: Store;
/** The same database through the proxy. */
let behind: Store;
let proxy: FaultProxy;
let service: ChatService;
let account: Account;
let cut: Cut | null = null;

beforeAll(async () => {
  store = await openTestStore();
  await publishLive(store);
  proxy = await faultProxy(await databaseOf(store, inject('databaseUrl')), () => cut);
  behind = await openStore({ databaseUrl: proxy.url });
  service = await startChatService(behind);
  account = await makeAccount(store, { prepaid: 100 });
});
afterAll(async () => {
  await service?.close();
  await behind?.close();
  await proxy?.close();
  await store?.close();
});
beforeEach(() => {
  cut = null;
});

const left = async (): Promise<number> => (await readBalance(store.db, account.workspaceId))?.prepaid ?? -1;

function ask(path: string, id?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${account.key}`, ...(id !== undefined && { 'x-request-id': id }) };
  return fetch(`${service.baseUrl}${path}`, { headers });
}

const problemOf = async (response: Response): Promise<Problem> => (await response.json()) as Problem;
const costs = ({ status, headers }: Response): unknown[] => [
  status,
  headers.get('usage-charge'),
  headers.get('idempotent-replayed'),
];

it('whoever sent no id is told the one to repeat, under which the answer costs nothing more', async () => {
  const before = await left();
  cut = 'after-commit';
  const lost = await ask('/v1/brief?ticker=NWTB');
  const problem = await problemOf(lost);
  expect([lost.status, problem.code, problem.charged, problem.retryable]).toEqual([503, 'unavailable', null, true]);
  expect(problem.detail).toContain(`Repeat it with X-Request-ID ${problem.request_id}: `);
  expect(problem.detail).toContain('at most once');
  expect(lost.headers.get('retry-after')).toBe('2');
  expect(await left()).toBe(before - 1);
  cut = null;
  expect(costs(await ask('/v1/brief?ticker=NWTB', problem.request_id))).toEqual([200, '0', 'true']);
  expect(await left()).toBe(before - 1);
});

it('a charge that never arrived is not known either, and is made by the repetition', async () => {
  const before = await left();
  cut = 'before';
  const lost = await problemOf(await ask('/v1/beliefs?limit=1', 'never-arrived'));
  expect([lost.code, lost.charged, lost.request_id]).toEqual(['unavailable', null, 'never-arrived']);
  expect(await left()).toBe(before);
  cut = null;
  expect(costs(await ask('/v1/beliefs?limit=1', 'never-arrived'))).toEqual([200, '1', null]);
  expect(await left()).toBe(before - 1);
});

it('a refusal before any debit is certain: it says false', async () => {
  cut = 'after-commit';
  const { code, charged } = await problemOf(await ask('/v1/brief?ticker=ZZZZ'));
  expect([code, charged]).toEqual(['not-covered', false]);
});

it('a chat is told the same, with the id, and never that nothing was charged', async () => {
  const { token } = await makeTestGrant(store, { baseUrl: service.baseUrl, workspaceId: account.workspaceId });
  const chat = await connectChat(service.baseUrl, token);
  const before = await left();
  cut = 'after-commit';
  const told = await chat.callTool({ name: 'get_brief', arguments: { ticker: 'NWTB' } });
  const text = JSON.stringify(told.content);
  expect([told.isError, told._meta?.['problem']]).toMatchObject([true, { charged: null }]);
  expect(text).toContain('Whether this call was charged is not known');
  expect(text).toContain(`\\"X-Request-ID\\": \\"${String(told._meta?.['X-Request-ID'])}\\"`);
  expect(text).not.toContain('othing was charged');
  expect(await left()).toBe(before - 1);
  await chat.close();
});
