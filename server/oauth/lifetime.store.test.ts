// Duration of a chat's access without another approval.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdMembers, removeMember } from '../store/ledger/account-changes.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { setMembership } from '../store/people/workspaces.ts';
import { type ChatBench, type Person, chatBench, passSeconds } from '../testing/chat.ts';

let store: Store;
let chat: ChatBench;
beforeAll(async () => {
  store = await openTestStore();
  chat = await chatBench(store);
});
afterAll(async () => {
  await chat.close();
  await store.close();
});

it('what a person allowed a chat ends a year after the person said yes, however often it was replaced, and a new yes begins a new year', async () => {
  const person = await chat.person();
  const { refresh_token: first } = await chat.connect(person);
  const passDays = (days: number): Promise<unknown> =>
    store.db.raw(`update oauth_grant set created_at = created_at - ? * interval '1 day' where user_id = ?`, [
      days,
      person.userId,
    ]);
  await passDays(364);
  const { body } = await chat.refresh(first);
  const [access, refresh] = [String(body['access_token']), String(body['refresh_token'])];
  expect(await chat.payerOf(access)).not.toBeNull();
  // Neither lives longer than what is left of the year.
  await passSeconds(store, 86_400);
  expect([(await chat.refresh(refresh)).body['error'], await chat.payerOf(access)]).toEqual(['invalid_grant', null]);
  const { refresh_token: again } = await chat.connect(person);
  await passSeconds(store, 59 * 86_400);
  expect((await chat.refresh(again)).status).toBe(200);
  const { rows } = await store.db.raw('select 1 from oauth_grant where user_id = ?', [person.userId]);
  expect(rows).toHaveLength(1);
});

it('a chat is told when its token really ends, in the last hour of the year too', async () => {
  const person = await chat.person();
  const { refresh_token: refresh } = await chat.connect(person);
  expect((await chat.refresh(refresh)).body['expires_in']).toBe(3_600);
  await store.db.raw(
    `update oauth_grant set created_at = clock_timestamp() - interval '365 days' + interval '10 minutes' where user_id = ?`,
    [person.userId],
  );
  const { body } = await chat.refresh(refresh);
  const told = Number(body['expires_in']);
  expect(told).toBeLessThanOrEqual(600);
  expect(told).toBeGreaterThan(60);
  await passSeconds(store, told + 1);
  expect(await chat.payerOf(String(body['access_token']))).toBeNull();
});

it('the page on which a person says yes tells both ends: the year, and 60 days without use', async () => {
  const person = await chat.person();
  const { text } = await person.browser.get(`/oauth/authorize?${chat.query()}`);
  expect(text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')).toContain(
    'It lasts for 365 days, unless you end it before under Connections, which you can at any time, or the chat leaves it unused for 60 days.',
  );
});

const leave = ({ userId, workspaceIds: [workspaceId = ''] }: Person): Promise<void> =>
  store.db.transaction(async (trx) => {
    await holdMembers(trx, workspaceId);
    await removeMember(trx, workspaceId, userId);
  });
const comeBack = ({ userId, workspaceIds: [workspaceId = ''] }: Person): Promise<boolean> =>
  setMembership(store.db, { workspaceId, userId, role: 'member', now: '2026-11-01T00:00:00.000Z' });
const endedBecause = async ({ userId }: Person): Promise<unknown[]> =>
  (await store.db('oauth_grant').where('user_id', userId).orderBy('created_at')).map(
    ({ revoked_because: because }: { revoked_because: string | null }) => because,
  );

it('what a person allowed a chat ends for good when the person leaves the workspace that pays, and not with another one', async () => {
  const person = await chat.person(2);
  const [paying = '', other = ''] = person.workspaceIds;
  const { access_token: access, refresh_token: refresh } = await chat.connect(person);
  await leave({ ...person, workspaceIds: [other] });
  expect([await chat.payerOf(access), await endedBecause(person)]).toEqual([paying, [null]]);
  const code = await chat.approve(person);
  await leave(person);
  expect([await chat.payerOf(access), await endedBecause(person)]).toEqual([null, ['left']]);
  await comeBack(person);
  expect([await chat.payerOf(access), (await chat.refresh(refresh)).body['error']]).toEqual([null, 'invalid_grant']);
  expect((await chat.redeem(code)).body['error']).toBe('invalid_grant');
  const { access_token: again } = await chat.connect(person);
  expect([await chat.payerOf(again), await endedBecause(person)]).toEqual([paying, ['left', null]]);
});
