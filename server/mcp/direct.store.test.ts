// Direct answers to tool calls: the bytes and charge of the SDK's answers, and none for a call that the SDK would
// refuse.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import {
  type ChatService,
  envelope,
  makeChatAccount,
  openChatStore,
  postMcp,
  startChatService,
} from '../testing/mcp.ts';
import { contract } from '../contract/description.ts';
import { directCall } from './direct.ts';
import { researchTools } from './tools.ts';

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

const headersOf = (name: string) => ({ 'mcp-method': 'tools/call', 'mcp-name': name });
const callOf = (name: string, sent: object, meta: object = {}) => ({
  jsonrpc: '2.0',
  id: 'a',
  method: 'tools/call',
  params: { name, arguments: sent, _meta: { ...envelope, ...meta } },
});

describe('a direct answer', () => {
  it('is the bytes that the SDK gives, document or refusal', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service);
    const ask = async (name: string, sent: object, meta: object) =>
      (await postMcp(service.baseUrl, token, { headers: headersOf(name), body: callOf(name, sent, meta) })).text();
    const cases: [string, object][] = [
      ['get_beliefs', { limit: 2 }],
      ['get_beliefs', { view: 'entities' }],
      ['get_sources', {}],
      ['list_tickers', {}],
      ['get_status', {}],
      ['get_brief', { ticker: 'NONE' }],
      ['get_brief', {}],
      ['get_brief', { ticker: null, x: 1 }],
      ['get_beliefs', { limit: 2, ticker: null, cursor: null }],
      ['get_belief', { belief_id: 'bel_00000000000000000000000000000000' }],
    ];
    let compared = 0;
    for (const [place, [name, sent]] of cases.entries()) {
      const id = { 'X-Request-ID': `case-${place}` };
      // The first call is charged and makes the envelope known; the comparison uses two replays.
      await ask(name, sent, id);
      const direct = await ask(name, sent, id);
      const bySdk = await ask(name, sent, { ...id, 'test/forces': 'the way through the SDK' });
      expect(direct).toBe(bySdk);
      expect(direct.length).toBeGreaterThan(100);
      compared += 1;
    }
    expect(compared).toBe(10);
    expect((await readBalance(store.db, workspaceId))?.prepaid).toBe(100 - 4);
  });
});

describe('what is taken directly', () => {
  const tools = researchTools(contract(), 'https://research.example');
  const good = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    ...headersOf('get_status'),
  };
  const whole = callOf('get_status', {});
  const { params } = whole;

  it('is one whole call of the current protocol', () => {
    expect(directCall(good, whole, tools)).toMatchObject({ id: 'a', sent: {} });
  });

  it.each<[string, object, unknown]>([
    ['no revision', { 'mcp-protocol-version': undefined }, whole],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }, whole],
    ['another method in the header', { 'mcp-method': 'tools/list' }, whole],
    ['another name in the header', { 'mcp-name': 'get_brief' }, whole],
    ['no name in the header', { 'mcp-name': undefined }, whole],
    ['another type', { 'content-type': 'text/plain' }, whole],
    ['half of what must be accepted', { accept: 'application/json' }, whole],
    ['no JSON', {}, undefined],
    ['a text', {}, '{}'],
    ['a batch', {}, [whole]],
    ['no id', {}, { ...whole, id: undefined }],
    ['an id that is null', {}, { ...whole, id: null }],
    ['another member', {}, { ...whole, extra: 1 }],
    ['another version of JSON-RPC', {}, { ...whole, jsonrpc: '1.0' }],
    ['another method', {}, { ...whole, method: 'tools/list' }],
    ['parameters that are a list', {}, { ...whole, params: [] }],
    ['another parameter', {}, { ...whole, params: { ...params, task: {} } }],
    ['an unknown tool', { 'mcp-name': 'get_all' }, { ...whole, params: { ...params, name: 'get_all' } }],
    ['arguments that are a list', {}, { ...whole, params: { ...params, arguments: [] } }],
    ['no envelope', {}, { ...whole, params: { name: 'get_status' } }],
    ['a wish for progress', {}, { ...whole, params: { ...params, _meta: { ...envelope, progressToken: 1 } } }],
  ])('is not %s', (_what, headers, body) => {
    expect(directCall({ ...good, ...headers }, body, tools)).toBeNull();
  });
});
