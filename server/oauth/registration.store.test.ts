// A client that wants to register itself: refused in the shape of RFC 7591, with where people connect.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ChatBench, chatBench, told } from '../testing/chat.ts';

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

const clients = async (): Promise<unknown> =>
  (await store.db.raw('select client_id, redirect_uris from oauth_client')).rows as unknown;

it('is refused whatever it sends, and told what to use and where people connect', async () => {
  const before = await clients();
  const bodies: [string, string | null][] = [
    ['application/json', '{"redirect_uris":["http://127.0.0.1:1/cb"]}'],
    ['application/json', '{'],
    ['application/json', '{"redirect_uris":["https://elsewhere.example/cb"],"software_statement":"x.y.z"}'],
    ['text/plain', 'x'.repeat(200_000)],
    ['application/x-www-form-urlencoded', 'client_name=x'],
    ['application/json', null],
  ];
  for (const [type, body] of bodies) {
    const sent = { method: 'POST', headers: { 'content-type': type, origin: 'https://app.example' }, body };
    const answer = await told(await fetch(`${chat.base}/register`, sent));
    expect([type, answer.status, answer.headers.get('content-type')]).toEqual([type, 400, 'application/json']);
    expect(answer.body).toEqual({
      error: 'invalid_client_metadata',
      error_description: expect.stringMatching(/operator.*Use the client id.*\/connect$/),
    });
    expect(answer.body['error_description']).toContain(`${chat.base}/connect`);
    expect([answer.headers.get('cache-control'), answer.headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ]);
  }
  expect(await clients()).toEqual(before);
});

it('has its preflight answered, and no other method', async () => {
  const preflight = await fetch(`${chat.base}/register`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await fetch(`${chat.base}/register`, { method });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST, OPTIONS']);
  }
});

it('is not answered more often than an address may ask', async () => {
  const unkeyed = [{ name: 'hour', quota: 2, seconds: 3_600 }];
  const counted: string[] = [];
  const onUnrouted = (code: string): void => void counted.push(code);
  const limited = await chatBench(store, { rateLimits: { ...noRateLimits, unkeyed }, onUnrouted });
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1)
    statuses.push((await fetch(`${limited.base}/register`, { method: 'POST', body: '{}' })).status);
  expect(statuses).toEqual([400, 400, 429]);
  expect(counted).toEqual(['invalid-request', 'invalid-request', 'rate-limited']);
  await limited.close();
});

it('leads a reader of the metadata to the page where people connect', async () => {
  const { body } = await told(await fetch(`${chat.base}/.well-known/oauth-protected-resource/mcp`));
  expect(body['resource_documentation']).toBe(`${chat.base}/connect`);
});
