// What is noted of AI chats: what they were let into, what they were given, what they were refused, and that something was stolen.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SecurityEvent } from '../access/security-events.ts';
import type { Store } from '../store/engine.ts';
import { openTestStore } from '../store/test-store.ts';
import { type ChatBench, chatBench, passSeconds } from '../test-chat.ts';

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
