// Refusals of /mcp before any tool: too many messages, too deep nesting, and the count of each refusal.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOAuthSecret } from '../access/chats/oauth-secrets.ts';
import { defaultRateLimits } from '../metering/limits/rate-limit.ts';
import type { Store } from '../store/engine/engine.ts';
import { insertTokens } from '../store/people/oauth-grants.ts';
import { type HttpAnswer, ask } from '../testing/ask.ts';
import { type ChatService, envelope, makeChatAccount, openChatStore, startChatService } from '../testing/mcp.ts';

const QUOTA = 5;
let store: Store;
let service: ChatService;
const counted: string[] = [];
let lookups = 0;

beforeAll(async () => {
  store = await openChatStore();
  service = await startChatService(store, {
    rateLimits: { ...defaultRateLimits, keyed: [{ name: 'burst', quota: QUOTA, seconds: 3_600 }] },
    changed: ({ findGrant }) => ({
      onUnrouted: (code) => void counted.push(code),
      findGrant: (token) => {
        lookups += 1;
        return findGrant(token);
      },
    }),
  });
});
beforeEach(() => void (counted.length = 0));
afterAll(async () => {
  await service.close();
  await store.close();
});

const unknownToken = 'ri_at_none';
const current = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_tickers' };
/** A revision without a header for the method. */
const older = { 'mcp-protocol-version': '2025-03-26' };

function post(token: string, body: string, headers: Record<string, string>): Promise<HttpAnswer> {
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const { hostname, port } = new URL(service.baseUrl);
  const all = { host: hostname, ...usual, authorization: `Bearer ${token}`, ...headers };
  return ask(Number(port), '/mcp', { method: 'POST', headers: all, body });
}

const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const list = message('tools/list');
const call = message('tools/call', { name: 'list_tickers', arguments: {} }, 2);

/** Statuses of a number of requests by a new chat. */
async function statusesOf(body: unknown, times: number, headers: Record<string, string> = older): Promise<number[]> {
  const { token } = await makeChatAccount(store, service);
  const statuses: number[] = [];
  for (let asked = 0; asked < times; asked += 1) {
    statuses.push((await post(token, JSON.stringify(body), headers)).status);
  }
  return statuses;
}

describe('a chat of an older revision that comes too often', () => {
  it.each<[string, unknown]>([
    ['a list of the tools', list],
    ['a beginning', message('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {} })],
    ['a call of no tool', message('tools/call', { name: 'get_all', arguments: {} })],
    ['a call that waits for no answer', { ...call, id: undefined }],
    ['an empty batch', []],
    ['no message', 7],
    ['a call whose id is none', { ...call, id: null }],
    ['a call whose arguments are none', message('tools/call', { name: 'list_tickers', arguments: 5 })],
    ['a call whose envelope is none', message('tools/call', { name: 'list_tickers', _meta: 5 })],
    ['a batch of calls whose ids are none', [{ ...call, id: null }]],
  ])('is refused %s by HTTP', async (_what, body) => {
    const statuses = await statusesOf(body, QUOTA + 2);
    expect(statuses.slice(QUOTA)).toEqual([429, 429]);
    expect(statuses.slice(0, QUOTA)).not.toContain(429);
    expect(counted.filter((code) => code === 'rate-limited')).toHaveLength(2);
  });

  it('has each message of a batch counted', async () => {
    const lists = Array.from({ length: QUOTA + 1 }, (_, id) => ({ ...list, id: id + 10 }));
    expect(await statusesOf([...lists.slice(0, 3), call], 2)).toEqual([200, 429]);
    expect(await statusesOf(lists, 1)).toEqual([429]);
  });

  it('is answered every call that it cancels in the same batch, before it or behind it', async () => {
    const { token } = await makeChatAccount(store, service);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call.id } };
    for (const batch of [
      [call, cancelled],
      [cancelled, call],
    ]) {
      const { status, text } = await post(token, JSON.stringify(batch), older);
      expect([status, text.match(/^data: /gm)?.length, text.includes('"structuredContent"')]).toEqual([200, 1, true]);
    }
  });

  it('is told in words when all that it sends are calls', async () => {
    const { token } = await makeChatAccount(store, service);
    const calls = Array.from({ length: QUOTA + 1 }, (_, id) => ({ ...call, id }));
    const { status, text } = await post(token, JSON.stringify(calls), older);
    expect([status, text.match(/"isError":true/g)?.length]).toEqual([200, 1]);
  });

  it('costs no more than one look at its token for all calls of a batch that are refused', async () => {
    const { token } = await makeChatAccount(store, service);
    const calls = Array.from({ length: 60 }, (_, id) => ({ ...call, id }));
    await post(token, JSON.stringify(calls), older);
    lookups = 0;
    const { text } = await post(token, JSON.stringify(calls), older);
    expect(text.match(/"isError":true/g)).toHaveLength(60);
    // One lookup admits the request, one shows that 401 does not outrank the limit.
    expect(lookups).toBe(2);
  });
});

describe('a chat that takes another token for each request', () => {
  async function refreshed(grantId: string): Promise<string> {
    const { secret, sha256 } = makeOAuthSecret('access', randomBytes);
    const lifeSeconds = 3_600;
    await store.db.transaction((trx) => insertTokens(trx, grantId, [{ sha256, kind: 'access', lifeSeconds }]));
    return secret;
  }

  it.each<[string, unknown, Record<string, string>]>([
    ['of an older revision', list, older],
    ['of the current one', message('tools/call', { name: 'list_tickers', arguments: {}, _meta: envelope }), current],
  ])('has the limits of its one grant: %s', async (_what, body, headers) => {
    const { grantId } = await makeChatAccount(store, service);
    let limited = 0;
    for (let asked = 0; asked < QUOTA + 2; asked += 1) {
      const { status, text } = await post(await refreshed(grantId), JSON.stringify(body), headers);
      if (status === 429 || text.includes('"isError":true')) limited += 1;
    }
    expect(limited).toBe(2);
    const another = await makeChatAccount(store, service);
    expect((await post(another.token, JSON.stringify(list), older)).status).toBe(200);
  });
});

describe('a chat that comes too often with what only looks like a call', () => {
  const whole = message('tools/call', { name: 'list_tickers', arguments: {}, _meta: envelope });

  it.each<[string, unknown, Record<string, string>, number]>([
    ['without an envelope', call, current, 400],
    ['under the name of another tool', whole, { ...current, 'mcp-name': 'get_brief' }, 400],
    ['under another method', whole, { ...current, 'mcp-method': 'tools/list' }, 400],
    ['in a batch', [whole], current, 400],
    ['of no revision', call, { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['of another type', call, { ...older, 'content-type': 'text/plain' }, 415],
    ['whose answer it cannot read', call, { ...older, accept: 'text/html' }, 406],
  ])('is refused by HTTP too: %s', async (_what, body, headers, refused) => {
    const statuses = await statusesOf(body, QUOTA + 2, headers);
    expect(statuses).toEqual([...Array.from({ length: QUOTA }, () => refused), 429, 429]);
    expect(counted.filter((code) => code === 'rate-limited')).toHaveLength(2);
  });

  it('is told so in words where it is a call', async () => {
    expect(await statusesOf(whole, QUOTA + 1, current)).not.toContain(429);
  });
});

describe('a body of many levels', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const withEnvelope = (sent: string, info: string): string =>
    JSON.stringify(message('tools/call', { name: 'list_tickers', arguments: 'SENT', _meta: envelope }))
      .replace('"SENT"', sent)
      .replace('{"name":"raw","version":"1"}', info);
  const bodies: [string, string][] = [
    ['in the envelope', withEnvelope('{}', nested(60_000))],
    ['in the arguments', withEnvelope(`{"ticker":${nested(60_000)}}`, '{"name":"raw","version":"1"}')],
    ['behind a byte order mark', `\ufeff${withEnvelope(`{"ticker":${nested(60_000)}}`, '{}')}`],
    ['in a batch', `[${withEnvelope(nested(60_000), '{}')}]`],
  ];

  it.each(bodies)('%s is refused in the words of JSON-RPC, and 401 to whoever has no token', async (_where, body) => {
    const { token } = await makeChatAccount(store, service);
    const refused = await post(token, body, current);
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      { jsonrpc: '2.0', error: { code: -32_600, message: 'The body has more than 32 levels.' }, id: null },
    ]);
    expect((await post(unknownToken, body, current)).status).toBe(401);
    expect([counted, service.failures]).toEqual([['invalid-request', 'unauthorized'], []]);
  });
});

describe('a body with a member that its object has twice', () => {
  const twice = (text: string): string =>
    text.replace('"arguments":{}', '"arguments":{"ticker":"A","t\\u0069cker":"B"}');
  const whole = JSON.stringify(message('tools/call', { name: 'list_tickers', arguments: {}, _meta: envelope }));

  it.each<[string, string, Record<string, string>]>([
    ['of the current revision', twice(whole), current],
    ['of an older one', twice(JSON.stringify(call)), older],
    ['in a batch', twice(JSON.stringify([call, list])), older],
  ])('is refused with its name, and counted: %s', async (_what, body, headers) => {
    const { token } = await makeChatAccount(store, service);
    expect((await post(token, body.replace(/"arguments":\{[^}]*\}/, '"arguments":{}'), headers)).status).toBe(200);
    const refused = await post(token, body, headers);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      400,
      { code: 'invalid-request', errors: [{ location: 'arguments.ticker', fix: 'Send it once.' }] },
    ]);
    expect(counted).toEqual(['invalid-request']);
  });
});

describe('a batch of several requests under one id', () => {
  it.each<[string, readonly object[], number]>([
    ['calls', [call, { ...call, id: 3 }, call], 400],
    ['a call and something else', [{ ...list, id: 2 }, call], 400],
    ['a number and the same as text, which are two ids', [call, { ...call, id: '2' }], 200],
    ['a request and what answers one', [call, { jsonrpc: '2.0', id: 2, result: {} }], 200],
    ['messages that wait for no answer', [call, { ...call, id: undefined }, { ...call, id: undefined }], 200],
  ])('is refused as a whole, before anything is charged for: %s', async (_what, batch, expected) => {
    const { token } = await makeChatAccount(store, service);
    const { status, text } = await post(token, JSON.stringify(batch), older);
    expect(status).toBe(expected);
    if (expected === 200) return expect(counted).toEqual([]);
    const error = { code: -32_600, message: 'Two requests of the batch have the same id.' };
    expect([JSON.parse(text), counted]).toEqual([{ jsonrpc: '2.0', error, id: null }, ['invalid-request']]);
  });
});

it('has each call of a batch under one id counted', async () => {
  expect(await statusesOf([call, call, call], 2)).toEqual([400, 429]);
});

describe('an Authorization header with more than a token', () => {
  it.each<[string, unknown]>([
    ['what is too deep', message('tools/list', JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object)],
    ['too many messages', Array.from({ length: QUOTA + 1 }, (_, id) => ({ ...list, id }))],
    ['two requests under one id', [call, call]],
  ])('is none, and lets nothing past what looks into a body: %s', async (_what, body) => {
    const { token } = await makeChatAccount(store, service);
    for (const behind of [' x', ', Bearer', ` ${token}`]) {
      const { status, text } = await post(token + behind, JSON.stringify(body), older);
      expect([behind, status, JSON.parse(text)]).toMatchObject([behind, 401, { error: 'invalid_token' }]);
    }
  });

  it('is one where it is only more spaces, whoever answers', async () => {
    const { token } = await makeChatAccount(store, service);
    const whole = JSON.stringify(message('tools/call', { name: 'list_tickers', arguments: {}, _meta: envelope }));
    for (const headers of [current, current]) expect((await post(`  ${token}`, whole, headers)).status).toBe(200);
  });
});

describe('whatever is refused before a tool is known', () => {
  it.each<[string, Record<string, string>, string, [number, string]]>([
    ['a foreign host', { host: 'evil.example' }, '{}', [403, 'forbidden']],
    ['a foreign origin', { origin: 'https://evil.example' }, '{}', [403, 'forbidden']],
    ['what is no JSON', {}, '{', [400, 'invalid-request']],
    ['another type', { 'content-type': 'text/plain' }, '{}', [415, 'unsupported-media-type']],
    ['too large a body', {}, '"x"'.padEnd(300_000), [413, 'payload-too-large']],
    ['what nobody can read', { accept: 'text/html' }, JSON.stringify(list), [406, 'not-acceptable']],
  ])('is counted once, and its answer names the request: %s', async (_what, headers, body, expected) => {
    const { token } = await makeChatAccount(store, service);
    const refused = await post(token, body, { ...older, 'x-request-id': 'mine', ...headers });
    expect([refused.status, ...counted]).toEqual(expected);
    expect([refused.headers['x-request-id'], refused.headers['cache-control']]).toEqual(['mine', 'no-store']);
  });
});
