// Batches: several calls in one request, ids derived from its header, and an argument that the SDK would drop unseen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { usageOf } from '../testing/charges.ts';
import {
  type ChatService,
  envelope,
  makeChatAccount,
  openChatStore,
  postMcp,
  startChatService,
} from '../testing/mcp.ts';

let store: Store;
let service: ChatService;
beforeAll(async () => {
  store = await openChatStore();
  service = await startChatService(store);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

/** A protocol revision with batches. */
const older = { 'mcp-protocol-version': '2025-03-26' };
const call = (id: number, given: object, meta?: object) => {
  const params = { name: 'get_brief', arguments: given, ...(meta !== undefined && { _meta: meta }) };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
};
const first = (views: number): object => ({ ticker: 'NWTB', max_results: views });

type Result = { id: number; result: { _meta: Record<string, unknown>; isError?: boolean } };

async function resultsOf(token: string, body: unknown, requestId?: string): Promise<Result[]> {
  const headers = { ...older, ...(requestId !== undefined && { 'x-request-id': requestId }) };
  const response = await postMcp(service.baseUrl, token, { headers, body });
  expect(response.status).toBe(200);
  const text = await response.text();
  const json =
    text.startsWith('[') || text.startsWith('{')
      ? [text]
      : [...text.matchAll(/^data: (.+)$/gm)].map(([, line = '']) => line);
  return json.flatMap((one) => JSON.parse(one) as Result | Result[]).toSorted((one, other) => one.id - other.id);
}

describe('a batch under one X-Request-ID', () => {
  it('charges each of its calls once, however often it is sent, and names their ids', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service);
    const batch = [
      call(1, first(1)),
      call(2, first(2)),
      call(3, first(3), { 'X-Request-ID': 'its-own' }),
      call(4, first(4)),
    ];
    for (const charge of [1, 0, 0]) {
      const results = await resultsOf(token, batch, 'mine');
      const told = results.map(({ result: { _meta: meta } }) => [meta['X-Request-ID'], meta['Usage-Charge']]);
      expect(told).toEqual(['mine', 'mine:2', 'its-own', 'mine:3'].map((id) => [id, charge]));
    }
    const ids = (await usageOf(store, workspaceId)).map(({ request_id: id }) => id);
    expect(ids).toEqual(['its-own', 'mine', 'mine:2', 'mine:3']);
  });
});

describe('an argument called __proto__', () => {
  it('is refused like any other that no tool has, and nothing is charged', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service);
    for (const value of ['{"admin":true}', '"x"', 'null']) {
      const one = JSON.stringify(call(1, first(1))).replace('"arguments":{', `"arguments":{"__proto__":${value},`);
      for (const body of [one, `[${one},${JSON.stringify(call(2, first(2)))}]`]) {
        const response = await postMcp(service.baseUrl, token, { headers: older, body: JSON.parse(body) as unknown });
        expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('arguments.__proto__')]);
      }
    }
    expect(await usageOf(store, workspaceId)).toEqual([]);
  });

  it('is refused in the current protocol too, before and after its envelope is known', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service);
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'get_status' };
    const ask = async (sent: string) => {
      const params = `{"name":"get_status","arguments":${sent},"_meta":${JSON.stringify(envelope)}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      return (await postMcp(service.baseUrl, token, { headers, body })).text();
    };
    for (const isKnown of [false, true]) {
      if (isKnown) expect(await ask('{}')).toContain('structuredContent');
      for (const value of ['{"admin":true}', '"x"', 'null']) {
        const text = await ask(`{"__proto__":${value}}`);
        expect([value, text]).toEqual([value, expect.stringContaining('arguments.__proto__')]);
        expect(text).not.toContain('structuredContent');
      }
    }
    expect(await usageOf(store, workspaceId)).toEqual([]);
  });
});
