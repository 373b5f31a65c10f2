// The same question over REST and over MCP: the same bytes, charge, refusal and identity.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../generated/api.ts';
import { type Route, routes } from '../../generated/routes.ts';
import { contract } from '../contract/description.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { type PaidChat, openPaidChat } from '../testing/paid-chat.ts';
import { researchTools } from './tools.ts';
import { recordedRequests } from '../testing/recordings.ts';

const credit = 100_000;
let paid: PaidChat;
beforeAll(async () => {
  paid = await openPaidChat(credit);
});
afterAll(() => paid.close());

const left = async (): Promise<number> => (await readBalance(paid.store.db, paid.workspaceId))?.prepaid ?? 0;

const tools = researchTools(contract(), 'https://research.example');

type ToolCall = { tool: string; sent: Record<string, string | number> };

/** A recorded path as a tool call, or null for an operation that chats cannot call. */
function toolCall(path: string): ToolCall | null {
  const url = new URL(path, paid.service.baseUrl);
  for (const [tool, { operation }] of tools) {
    const route: Route = routes[operation];
    const pattern = new RegExp(`^${route.path.replaceAll(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`);
    const place = pattern.exec(url.pathname);
    if (place === null) continue;
    const query = [...url.searchParams].map(([name, value]): [string, string | number] => [
      name,
      route.query[name] === 'integer' && /^\d+$/.test(value) ? Number(value) : value,
    ]);
    return { tool, sent: { ...Object.fromEntries(query), ...place.groups } };
  }
  return null;
}

const bytesMax = 65_536;

async function rest(
  path: string,
  id?: string,
): Promise<{ status: number; text: string; charge: number; digest: string | null }> {
  const headers = { authorization: `Bearer ${paid.key}`, ...(id !== undefined && { 'x-request-id': id }) };
  const answer = await fetch(`${paid.service.baseUrl}${path}`, { headers });
  const text = await answer.text();
  const charge = Number(answer.headers.get('usage-charge') ?? '0');
  return { status: answer.status, text, charge, digest: answer.headers.get('document-digest') };
}

type CallAnswer = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: unknown;
  _meta: Record<string, unknown>;
};

async function call({ tool, sent }: ToolCall, id?: string): Promise<CallAnswer> {
  const meta = id === undefined ? {} : { _meta: { 'X-Request-ID': id } };
  return (await paid.chat.callTool({ name: tool, arguments: sent, ...meta })) as unknown as CallAnswer;
}

const problemOf = (answer: CallAnswer): Problem => answer._meta['problem'] as Problem;

describe('both doors', () => {
  it('give every recorded read as the same bytes for the same charge, or refuse it alike', async () => {
    const seen = { same: 0, refused: 0, tooLarge: 0, unreachable: 0 };
    for (const { name, path } of recordedRequests) {
      const asked = toolCall(path);
      if (asked === null || asked.tool === 'get_status') {
        seen.unreachable += 1;
        continue;
      }
      const before = await left();
      const expected = await rest(path);
      const between = await left();
      const answer = await call(asked);
      const after = await left();
      if (expected.status !== 200) {
        expect([name, answer.isError, problemOf(answer).code]).toEqual([
          name,
          true,
          (JSON.parse(expected.text) as Problem).code,
        ]);
        expect([name, between, after]).toEqual([name, before, before]);
        seen.refused += 1;
      } else if (Buffer.byteLength(expected.text) > bytesMax) {
        expect([name, answer.isError, problemOf(answer).code]).toEqual([name, true, 'answer-too-large']);
        expect([name, between - after]).toEqual([name, 0]);
        expect(answer.structuredContent).toBeUndefined();
        seen.tooLarge += 1;
      } else {
        expect([name, answer.isError ?? false]).toEqual([name, false]);
        expect(answer.content.map(({ text }) => text)).toEqual([expected.text]);
        expect(answer.structuredContent).toEqual(JSON.parse(expected.text));
        expect([name, between - after]).toEqual([name, before - between]);
        expect(answer._meta['Usage-Charge']).toBe(expected.charge);
        expect(answer._meta['Document-Digest']).toBe(expected.digest);
        seen.same += 1;
      }
    }
    expect(seen.same + seen.refused + seen.tooLarge + seen.unreachable).toBe(recordedRequests.length);
    expect(seen.same).toBeGreaterThan(90);
    expect(seen.refused).toBeGreaterThan(5);
    expect(seen.unreachable).toBeLessThan(15);
  });

  it('are one identity: what was charged through one is repeated through the other for nothing', async () => {
    const asked = { tool: 'get_brief', sent: { ticker: 'NWTB', max_results: 2 } };
    const before = await left();
    const first = await call(asked, 'both-1');
    const again = await rest('/v1/brief?ticker=NWTB&max_results=2', 'both-1');
    expect(again.text).toBe(first.content[0]?.text);
    expect(await left()).toBe(before - 1);
    const other = await rest('/v1/brief?ticker=NWTB&max_results=1', 'both-2');
    const replayed = await call({ tool: 'get_brief', sent: { ticker: 'NWTB', max_results: 1 } }, 'both-2');
    expect(replayed.content[0]?.text).toBe(other.text);
    expect(replayed._meta).toMatchObject({ 'X-Request-ID': 'both-2', 'Usage-Charge': 0, 'Idempotent-Replayed': true });
    const reused = await call({ tool: 'get_brief', sent: { ticker: 'KLPF' } }, 'both-2');
    expect(problemOf(reused).code).toBe('request-id-reused');
    expect(await left()).toBe(before - 2);
  });

  it('write the same receipt', async () => {
    const { _meta } = await call({ tool: 'get_beliefs', sent: { ticker: 'NWTB', limit: 2 } }, 'receipt-1');
    const receipt = JSON.parse((await rest('/v1/receipts/receipt-1')).text) as Record<string, unknown>;
    expect(receipt).toMatchObject({
      operation: 'listBeliefs',
      request: '/v1/beliefs?limit=2&ticker=NWTB&view=beliefs',
      units: 1,
      mode: 'live',
    });
    expect(`${String(receipt['document_digest'])}`).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(_meta['Usage-Charge']).toBe(1);
  });
});
