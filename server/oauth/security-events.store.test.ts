// Security events of AI chats: approvals, tokens, refusals, and theft.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SecurityEvent } from '../access/security-events.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ChatBench, chatBench, passSeconds } from '../testing/chat.ts';

let store: Store;
let chat: ChatBench;
const noted: SecurityEvent[] = [];
beforeAll(async () => {
  store = await openTestStore();
  chat = await chatBench(store, { onEvent: (event) => noted.push(event) });
});
afterAll(async () => {
  await chat.close();
  await store.close();
});

it('the coming and going of a chat are noted, and so is a token that comes again', async () => {
  const person = await chat.person();
  await chat.decide(person, chat.query(), { decision: 'deny' });
  const { refresh_token: token } = await chat.connect(person);
  await chat.refresh(token);
  await passSeconds(store, 31);
  await chat.refresh(token);
  await chat.ask('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: 'somebody' });
  expect(noted.map(({ event, how }) => (how === undefined ? event : `${event}: ${how}`))).toEqual([
    'chat-denied',
    'chat-approved',
    'token-issued',
    'token-issued',
    'chat-ended: reuse',
    'token-refused: invalid_grant',
    'token-refused: invalid_client',
  ]);
  expect(noted.map(({ userId }) => userId)).toEqual([person.userId, person.userId, null, null, null, null, null]);
  expect(noted[4]?.subject).toMatch(/^grt_/);
  expect(JSON.stringify(noted)).not.toMatch(/ri_[a-z]+_/);
});

it('a chat that ends what it was allowed is noted, once, and a token that ends nothing is not', async () => {
  noted.splice(0);
  const { access_token: access, refresh_token: refresh } = await chat.connect(await chat.person());
  for (const token of [refresh, refresh, access, 'unknown']) {
    expect((await chat.revoke(token)).status).toBe(200);
  }
  expect(noted.map(({ event, how }) => [event, how])).toEqual([
    ['chat-approved', undefined],
    ['token-issued', undefined],
    ['chat-ended', 'client'],
  ]);
  expect(noted[2]).toMatchObject({ userId: null, subject: expect.stringMatching(/^grt_/) as string });
});
