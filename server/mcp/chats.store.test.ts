// Answers and refusals for chats, in every protocol revision.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Client } from '@modelcontextprotocol/client';
import { defaultRateLimits } from '../metering/limits/rate-limit.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { setLimits } from '../store/ledger/workspace-limits.ts';
import { makeTestWorkspace } from '../testing/accounts.ts';
import {
  type ChatService,
  type ToldChat,
  callTool,
  codeOfTool,
  connectChat,
  envelope,
  makeChatAccount,
  makeTestGrant,
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

describe('a chat', () => {
  it('of either protocol generation lists the tools and calls each', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service);
    const v1 = new OlderClient({ name: 'older', version: '1.0.0' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await v1.connect(new OlderTransport(new URL(`${service.baseUrl}/mcp`), { requestInit }) as never);
    const chats = [await connectChat(service.baseUrl, token), await connectChat(service.baseUrl, token, 'legacy'), v1];
    for (const chat of chats) {
      expect((await chat.listTools()).tools.length).toBeGreaterThanOrEqual(8);
      const page = await callTool(chat as Client, 'get_beliefs', { limit: 1 });
      expect(page.isError ?? false).toBe(false);
      const { data } = JSON.parse(page.content[0]?.text ?? '') as {
        data: { beliefs: { belief_id: string; citation_ids: string[] }[]; citations: { evidence_id: string }[] };
      };
      const belief_id = data.beliefs[0]?.belief_id;
      const evidence_id = data.citations[0]?.evidence_id;
      const calls: [string, Record<string, unknown>][] = [
        ['get_belief', { belief_id }],
        ['get_evidence', { evidence_id }],
        ['get_sources', {}],
        ['get_changes', { since: '2020-01-01T00:00:00Z' }],
        ['get_beliefs', { view: 'entities' }],
        ['list_tickers', {}],
        ['get_status', {}],
      ];
      for (const [name, sent] of calls)
        expect([name, (await callTool(chat as Client, name, sent)).isError ?? false]).toEqual([name, false]);
      await chat.close();
    }
    expect(chats.length).toBe(3);
    // Six priced calls of three chats; the other calls are free.
    expect((await readBalance(store.db, workspaceId))?.prepaid).toBe(100 - 3 * 6);
  });

  it('is told what to do, by code, in words, and without any of our inside', async () => {
    const rich = await connectChat(service.baseUrl, (await makeChatAccount(store, service)).token);
    const poor = await connectChat(service.baseUrl, (await makeChatAccount(store, service, {})).token);
    const limited = await connectChat(
      service.baseUrl,
      (await makeChatAccount(store, service, { prepaid: 5, spendLimit: 0 })).token,
    );
    const cases: [Client, string, Record<string, unknown>, string, RegExp][] = [
      [poor, 'get_beliefs', {}, 'no-credit', /\/subscribe\?access=required&source=status/],
      [limited, 'get_beliefs', {}, 'spend-limit-reached', /workspace admin raises the limit/],
      [
        rich,
        'get_brief',
        { ticker: 'NONE' },
        'not-covered',
        /NONE\. Tell the person so\. Do not substitute another company/,
      ],
      [
        rich,
        'get_belief',
        { belief_id: 'bel_00000000000000000000000000000000' },
        'no-such-record',
        /Use an id that an answer/,
      ],
      [rich, 'get_brief', {}, 'invalid-request', /arguments: One of ticker or entity_id is needed/],
      [
        rich,
        'get_brief',
        { ticker: 'TEST', entity_id: 'x', other: 1, max_results: 50 },
        'invalid-request',
        /arguments\.max_results[^]*arguments\.other|arguments\.other[^]*arguments\.max_results/,
      ],
      [rich, 'get_brief', { ticker: null }, 'invalid-request', /arguments: One of ticker or entity_id is needed/],
      [rich, 'get_brief', { ticker: ['TEST'] }, 'invalid-request', /arguments\.ticker: It is a list/],
      [rich, 'get_brief', { ticker: { $ne: '' } }, 'invalid-request', /arguments\.ticker: It is an object/],
      [rich, 'get_belief', {}, 'invalid-request', /arguments\.belief_id: It is missing/],
      [rich, 'get_evidence', { evidence_id: 7.5 }, 'invalid-request', /arguments\.evidence_id/],
      [rich, 'get_beliefs', { as_of: '2031-01-01T00:00:00Z' }, 'as-of-in-future', /Request id: /],
      [rich, 'get_beliefs', { cursor: 'forged' }, 'invalid-cursor', /first page/],
    ];
    for (const [chat, name, sent, code, sentence] of cases) {
      const answer = await callTool(chat, name, sent);
      expect([name, sent, answer.isError, codeOfTool(answer)]).toEqual([name, sent, true, code]);
      expect(answer.content[0]?.text).toMatch(sentence);
      expect(answer.content[0]?.text).toContain('Nothing was charged.');
    }
    expect(cases.length).toBe(13);
    await expect(callTool(rich, 'get_everything')).rejects.toMatchObject({ code: -32_602 });
    for (const chat of [rich, poor, limited]) await chat.close();
    expect(service.failures).toEqual([]);
  });

  it('is refused an id that cannot be one, and pays once for one that it repeats', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service, { prepaid: 5 });
    const chat = await connectChat(service.baseUrl, token);
    const odd = await callTool(chat, 'get_beliefs', {}, { _meta: { 'X-Request-ID': 'no spaces' } });
    expect([codeOfTool(odd), odd.content[0]?.text]).toEqual([
      'invalid-request',
      expect.stringContaining('_meta.X-Request-ID'),
    ]);
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => callTool(chat, 'get_beliefs', {}, { _meta: { 'X-Request-ID': 'once' } })),
    );
    expect(new Set(ids.map(({ content }) => content[0]?.text)).size).toBe(1);
    expect(ids.filter(({ _meta }) => _meta['Usage-Charge'] === 1).length).toBe(1);
    expect((await readBalance(store.db, workspaceId))?.prepaid).toBe(4);
    await chat.close();
  });

  it('that comes too often is told to wait, and is not charged', async () => {
    const keyed = [{ name: 'burst', quota: 5, seconds: 3_600 }];
    const slow = await startChatService(store, { rateLimits: { ...defaultRateLimits, keyed } });
    const workspaceId = await makeTestWorkspace(store, { prepaid: 100 });
    const { token } = await makeTestGrant(store, { baseUrl: slow.baseUrl, workspaceId });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_beliefs', arguments: {}, _meta: envelope },
    };
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'get_beliefs' };
    const codes: (string | undefined)[] = [];
    for (let asked = 0; asked < 8; asked += 1) {
      const answer = await postMcp(slow.baseUrl, token, { headers, body: call });
      const { result } = (await answer.json()) as { result: ToldChat };
      codes.push(codeOfTool(result));
    }
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'rate-limited',
      'rate-limited',
      'rate-limited',
    ]);
    const list = await postMcp(slow.baseUrl, token);
    expect([list.status, Number(list.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await readBalance(store.db, workspaceId))?.prepaid).toBe(95);
    await slow.close();
  });

  it('has the limits that were set for the workspace that pays', async () => {
    const paced = await startChatService(store, { rateLimits: defaultRateLimits });
    const workspaceId = await makeTestWorkspace(store, { prepaid: 100 });
    await store.db.transaction((trx) => setLimits(trx, workspaceId, { burst_max: 50, minute_max: 3, weight: null }));
    const { token } = await makeTestGrant(store, { baseUrl: paced.baseUrl, workspaceId });
    const statuses: number[] = [];
    for (let asked = 0; asked < 5; asked += 1) statuses.push((await postMcp(paced.baseUrl, token)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await paced.close();
  });

  it('leaves one line in the log for a call, and an entry that names its grant', async () => {
    const { token, grantId, workspaceId } = await makeChatAccount(store, service);
    const chat = await connectChat(service.baseUrl, token);
    service.served.length = 0;
    await callTool(chat, 'get_beliefs', { limit: 3 });
    expect(service.served).toMatchObject([
      { door: 'mcp', operation: 'listBeliefs', status: 200, charge: 1, keyId: `grant:${grantId}` },
    ]);
    expect(JSON.stringify(service.served)).not.toContain(token);
    const { rows } = await store.db.raw('select key_id, units from usage_entry where account_id = ?', [workspaceId]);
    expect(rows).toEqual([{ key_id: `grant:${grantId}`, units: 1 }]);
    await chat.close();
  });
});
