// Arguments that a client sends as null, and the size of the tool list on the wire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { contract } from '../contract/description.ts';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import {
  type ChatService,
  callTool,
  codeOfTool,
  connectChat,
  makeChatAccount,
  openChatStore,
  postMcp,
  startChatService,
} from '../testing/mcp.ts';
import { researchTools } from './tools.ts';

let store: Store;
let service: ChatService;
let chat: Client;
let token: string;
let workspaceId: string;

beforeAll(async () => {
  store = await openChatStore();
  service = await startChatService(store);
  ({ token, workspaceId } = await makeChatAccount(store, service));
  chat = await connectChat(service.baseUrl, token);
});
afterAll(async () => {
  await chat.close();
  await service.close();
  await store.close();
});

const left = async (): Promise<number> => (await readBalance(store.db, workspaceId))?.prepaid ?? 0;
const tools = researchTools(contract(), 'https://research.example');
const optionalsOf = (name: string): string[] => {
  const { properties = {}, required = [] } = tools.get(name)?.listed.inputSchema ?? {};
  return Object.keys(properties).filter((argument) => !required.includes(argument));
};

describe('an optional argument that is null', () => {
  it('counts as absent in every tool: the same request, charged once', async () => {
    const { structuredContent } = await callTool(chat, 'get_beliefs', { limit: 1 });
    const page = structuredContent as { data: { beliefs: { belief_id: string; evidence?: unknown }[] } };
    const beliefId = page.data.beliefs[0]?.belief_id ?? '';
    const calls: [string, Record<string, unknown>][] = [
      ['get_brief', { ticker: 'NWTB' }],
      ['get_beliefs', {}],
      ['get_belief', { belief_id: beliefId }],
      ['get_sources', {}],
      ['get_changes', { since: '2020-01-01T00:00:00Z' }],
    ];
    for (const [name, sent] of calls) {
      const nulls = Object.fromEntries(optionalsOf(name).map((argument) => [argument, null]));
      const before = await left();
      const _meta = { 'X-Request-ID': `null-${name}` };
      const plain = await callTool(chat, name, sent, { _meta });
      const withNulls = await callTool(chat, name, { ...nulls, ...sent }, { _meta });
      expect([name, codeOfTool(withNulls), withNulls.content]).toEqual([name, undefined, plain.content]);
      expect([name, withNulls._meta['Idempotent-Replayed'], await left()]).toEqual([name, true, before - 1]);
    }
  });

  it('excuses no fault: a null alone, a null that is required, of no such name, or next to a fault', async () => {
    const cases: [string, Record<string, unknown>, string][] = [
      ['get_brief', { ticker: null }, 'arguments: One of ticker or entity_id is needed'],
      ['get_brief', { ticker: null, entity_id: null }, 'arguments: One of ticker or entity_id is needed'],
      ['get_belief', { belief_id: null }, 'arguments.belief_id: It is null.'],
      ['get_evidence', { evidence_id: null, as_of: null }, 'arguments.evidence_id: It is null.'],
      ['get_status', { x: null }, 'arguments.x'],
      ['get_beliefs', { toString: null }, 'arguments.toString'],
      ['get_beliefs', { limit: null, status: 'nonsense' }, 'arguments.status'],
      ['get_brief', { ticker: 'NWTB', as_of: null, max_results: [] }, 'arguments.max_results: It is a list.'],
    ];
    const before = await left();
    for (const [name, sent, fault] of cases) {
      const answer = await callTool(chat, name, sent);
      expect([name, sent, codeOfTool(answer)]).toEqual([name, sent, 'invalid-request']);
      if (fault !== 'arguments: One of ticker or entity_id is needed') expect(answer.content[0]?.text).toContain(fault);
    }
    expect(await left()).toBe(before);
    expect(cases).toHaveLength(8);
  });

  it('may be all of them: arguments that are null are none, in the current protocol and in a batch of the old one', async () => {
    const call = (id: number, sent: unknown) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'get_status', ...(sent !== undefined && { arguments: sent }) },
    });
    const ask = async (body: unknown) =>
      (await postMcp(service.baseUrl, token, { headers: { 'mcp-protocol-version': '2025-03-26' }, body })).text();
    const answers = [await ask(call(1, null)), await ask(call(1, {})), await ask(call(1, undefined))];
    for (const answer of answers) expect(answer).toContain('prepaidRequestsRemaining');
    const batch = await ask([call(1, null), call(2, {})]);
    expect(batch.match(/"structuredContent"/g)).toHaveLength(2);
  });
});

it('a list of tools takes at most 16 KiB as it is sent, in every revision of the protocol', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const old = { headers: { 'mcp-protocol-version': '2025-06-18' }, body: list };
  for (const asked of [{}, old]) {
    const response = await postMcp(service.baseUrl, token, asked);
    const text = await response.text();
    expect([response.status, text.match(/"inputSchema"/g)?.length]).toEqual([200, tools.size]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_384);
  }
});
