// Replays of one charged answer through every door, during a withdrawal, a revocation of its key, and a legal removal.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { cookieName } from '../access/sign-in/cookies.ts';
import { removeLegally } from '../ingest/withdrawal/remove-legally.ts';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { withdraw } from '../ingest/withdrawal/withdraw.ts';
import { databaseNow } from '../store/known/clock.ts';
import { derivedId } from '../store/engine/ids.ts';
import { revokeKey } from '../store/people/keys.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { tidy } from '../store/keeping/retention.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type HttpAnswer, ask } from '../testing/ask.ts';
import { assertNoDrift } from '../testing/charges.ts';
import {
  type ChatService,
  callTool,
  codeOfTool,
  connectChat,
  makeTestGrant,
  startChatService,
} from '../testing/mcp.ts';
import { makeTestPerson } from '../testing/people.ts';
import { codeOf } from '../testing/service.ts';

const ALLOWANCE = 50;
const beliefId = derivedId('belief', 'b:1');
const belief = `/v1/beliefs/${beliefId}`;
const brief = '/v1/brief?ticker=ZQRX';

let bench: LoadingBench;
let service: ChatService;
let workspaceId: string;
let first: { key: string; keyId: string };
let second: { key: string; keyId: string };
let chat: Client;
let cookie: string;
let place: string;

beforeEach(async () => {
  bench = await openLetters();
  const { store } = bench;
  service = await startChatService(store, { now: await databaseNow(store.db), withPages: true });
  const { baseUrl } = service;
  workspaceId = await makeTestWorkspace(store, { plan: 'monthly', allowance: ALLOWANCE });
  [first, second] = [await makeTestKey(store, workspaceId), await makeTestKey(store, workspaceId)];
  chat = await connectChat(baseUrl, (await makeTestGrant(store, { baseUrl, workspaceId })).token);
  const { secret } = await makeTestPerson(store, [workspaceId], await databaseNow(store.db));
  cookie = `${cookieName(baseUrl, 'session')}=${secret}`;
  const opened = await fetch(`${baseUrl}/brief/ZQRX`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ workspace: workspaceId, once: 'form-1' }),
    redirect: 'manual',
  });
  place = opened.headers.get('location') ?? '';
});
afterEach(async () => {
  if (service.failures.length > 0) throw new AggregateError(service.failures, 'the service failed');
  await assertNoDrift(bench.store);
  await chat.close();
  await service.close();
  await bench.close();
});

type ReplayOptions = { by?: { key: string }; id?: string; method?: string; held?: string };

const rest = (
  path: string,
  { by = first, id = 'mine', method = 'GET', held }: ReplayOptions = {},
): Promise<HttpAnswer> =>
  ask(Number(new URL(service.baseUrl).port), path, {
    method,
    headers: {
      authorization: `Bearer ${by.key}`,
      'x-request-id': id,
      ...(held !== undefined && { 'if-none-match': held }),
    },
  });
const told = (answered: HttpAnswer): unknown[] => [
  codeOf(answered),
  answered.headers['usage-charge'],
  answered.headers['idempotent-replayed'],
];
const again = ['200', '0', 'true'];
const byChat = (id: string) => callTool(chat, 'get_belief', { belief_id: beliefId }, { _meta: { 'X-Request-ID': id } });
async function read(): Promise<{ status: number; text: string }> {
  const page = await fetch(`${service.baseUrl}${place}`, { headers: { cookie }, redirect: 'manual' });
  return { status: page.status, text: await page.text() };
}
const spent = async (): Promise<number> =>
  ALLOWANCE - ((await readBalance(bench.store.db, workspaceId))?.allowance_left ?? 0);
const taking = { collection: 'live', reason: 'court order', dryRun: false } as const;

it('is the bytes of the first time and free: by another key, by a chat, by a page, and whatever is held; HEAD is refused', async () => {
  const paid = await rest(belief);
  expect(told(paid)).toEqual(['200', '1', undefined]);
  const etag = String(paid.headers['etag']);
  for (const asking of [{}, { by: second }, { held: etag }, { held: '*' }, { by: second, held: '"other"' }]) {
    const repeated = await rest(belief, asking);
    expect([asking, told(repeated), repeated.text]).toEqual([asking, again, paid.text]);
  }
  const inChat = await byChat('mine');
  expect([inChat.content[0]?.text, inChat.isError]).toEqual([paid.text, undefined]);
  const head = await rest(belief, { method: 'HEAD' });
  expect([head.status, head.headers['allow'], head.text]).toEqual([405, 'GET', '']);
  expect(told(await rest(brief, { by: second }))).toEqual(['request-id-reused', undefined, undefined]);
  expect((await read()).text).toContain('Live research');
  expect(await spent()).toBe(2);
});

it('stays what it was when its record is withdrawn, while a new question is told so', async () => {
  const [paid, whole] = [await rest(belief), await rest(brief, { id: 'brief' })];
  const [inChat, page] = [await byChat('chat'), await read()];
  await withdraw(bench.store.db, { ...taking, id: beliefId });
  for (const asking of [{}, { by: second }, { held: String(paid.headers['etag']) }, { held: '*' }]) {
    const repeated = await rest(belief, asking);
    expect([asking, told(repeated), repeated.text]).toEqual([asking, again, paid.text]);
  }
  const wholeAgain = await rest(brief, { id: 'brief' });
  expect([told(wholeAgain), wholeAgain.text]).toEqual([again, whole.text]);
  expect((await byChat('chat')).content).toEqual(inChat.content);
  expect((await byChat('mine')).content[0]?.text).toBe(paid.text);
  expect((await read()).text.includes('Live research')).toBe(page.text.includes('Live research'));
  expect(told(await rest(belief, { id: 'new' }))).toEqual(['withdrawn', undefined, undefined]);
  expect(codeOfTool(await byChat('new-in-chat'))).toBe('withdrawn');
  expect((await rest(brief, { id: 'new-brief' })).text).not.toBe(whole.text);
  expect(await spent()).toBe(5);
});

it('is 451 through every door once the law has its record removed, and what never told it is served as before', async () => {
  const sources = '/v1/sources';
  await rest(belief);
  await rest(brief, { id: 'brief' });
  const other = await rest(sources, { id: 'sources' });
  await byChat('chat');
  expect((await read()).status).toBe(200);
  const paid = await spent();
  await removeLegally(bench.store.db, { ...taking, id: beliefId });
  const removed = ['removed-legally', undefined, undefined];
  for (const asking of [{}, { by: second }, { held: '*' }, { id: 'brief' }, { id: 'brief', held: '*' }]) {
    const refused = await rest('id' in asking ? brief : belief, asking);
    expect([asking, refused.status, told(refused)]).toEqual([asking, 451, removed]);
  }
  for (const id of ['chat', 'mine', 'new']) expect([id, codeOfTool(await byChat(id))]).toEqual([id, 'removed-legally']);
  const page = await read();
  expect([page.status, page.text.includes('Live research')]).toEqual([451, false]);
  const otherAgain = await rest(sources, { id: 'sources' });
  expect([told(otherAgain), otherAgain.text]).toEqual([again, other.text]);
  expect(told(await rest(brief, { id: 'new-brief' }))).toEqual(['200', '1', undefined]);
  expect(await spent()).toBe(paid + 1);
});

it('is 401 for a revoked key, whatever it holds, and goes on for the others of the workspace', async () => {
  const paid = await rest(belief);
  await revokeKey(bench.store.db, first.keyId, await databaseNow(bench.store.db));
  for (const held of [undefined, '*', String(paid.headers['etag'])]) {
    for (const id of ['mine', 'new']) {
      const refused = await rest(belief, { id, ...(held !== undefined && { held }) });
      expect([id, held, told(refused), refused.text.includes(beliefId)]).toEqual([
        id,
        held,
        ['unauthorized', undefined, undefined],
        false,
      ]);
    }
  }
  expect(told(await rest(belief, { by: second }))).toEqual(again);
  expect((await byChat('mine')).content[0]?.text).toBe(paid.text);
  expect(await spent()).toBe(2);
});

it('ends 30 days after its charge through every door, and after 90 its id is free again', async () => {
  await rest(belief);
  await byChat('chat');
  const age = (days: number): Promise<unknown> =>
    bench.store.db.raw(`update usage_entry set charged_at = charged_at - ? * interval '1 day' where account_id = ?`, [
      days,
      workspaceId,
    ]);
  await age(29.9);
  await tidy(bench.store.db);
  expect([told(await rest(belief)), (await byChat('chat')).isError]).toEqual([again, undefined]);
  expect((await read()).text).toContain('Live research');
  await age(0.2);
  const over = ['request-id-expired', undefined, undefined];
  for (const asking of [{}, { by: second }, { held: '*' }]) expect(told(await rest(belief, asking))).toEqual(over);
  for (const id of ['chat', 'mine']) expect(codeOfTool(await byChat(id))).toBe('request-id-expired');
  expect((await read()).text).toContain('It costs one request.');
  await age(59.8);
  await tidy(bench.store.db);
  expect(told(await rest(belief))).toEqual(over);
  expect(await spent()).toBe(3);
  await age(0.2);
  await tidy(bench.store.db);
  expect(told(await rest(brief))).toEqual(['200', '1', undefined]);
  expect((await byChat('chat')).isError).toBe(undefined);
  expect((await read()).text).toContain('It costs one request.');
  expect(await spent()).toBe(5);
});
