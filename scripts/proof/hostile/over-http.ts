// Reads of hostile records over HTTP: every research route with a key, its receipts, and the page that shows a brief.
import { type SchemaName, validateDocument } from '../../../server/contract/validation/documents-validator.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import {
  callTool,
  type ChatService,
  codeOfTool,
  connectChat,
  makeChatAccount,
  startChatService,
} from '../../../server/testing/mcp.ts';
import type { Failure, Reads } from './reads.ts';

type Question = { path: string; schema: SchemaName | null; headers: Record<string, string> };

/** Asks for these tickers: as live research with a key, and on the front page, which shows the preview. */
export async function readOverHttp(store: Store, tickers: readonly string[], now: string): Promise<Reads> {
  const workspaceId = await makeTestWorkspace(store, { plan: 'unlimited' });
  const { key } = await makeTestKey(store, workspaceId);
  const service = await startChatService(store, { now, withPages: true });
  try {
    const failures: Failure[] = [];
    const asked = [...lists(key), ...tickers.flatMap((ticker, index) => ofTicker(ticker, { key, index }))];
    for (const one of asked) {
      const why = await faultOf(service, one);
      if (why !== null) failures.push({ read: one.path, why });
    }
    const chat = await readInChat(store, service, tickers);
    failures.push(...chat.failures);
    for (const { cause } of service.failures) failures.push({ read: 'the service', why: String(cause) });
    return { count: asked.length + chat.count, failures };
  } finally {
    await service.close();
  }
}

/** The same documents as a chat gets them, by its tools. */
async function readInChat(store: Store, service: ChatService, tickers: readonly string[]): Promise<Reads> {
  const { token } = await makeChatAccount(store, service, { plan: 'unlimited' });
  const client = await connectChat(service.baseUrl, token);
  const failures: Failure[] = [];
  const calls: [tool: string, schema: SchemaName, sent: Record<string, unknown>][] = [
    ['list_tickers', 'TickersResponse', {}],
    ...tickers.flatMap((ticker): [string, SchemaName, Record<string, unknown>][] => [
      ['get_brief', 'BriefOverview', { ticker }],
      ['get_brief', 'BriefFull', { ticker, detail: 'full' }],
      ['get_beliefs', 'BeliefsPage', { ticker }],
    ]),
  ];
  try {
    for (const [tool, schema, sent] of calls) {
      const read = `${tool} ${JSON.stringify(sent)}`;
      const result = await callTool(client, tool, sent);
      // A document may be too large for a chat.
      if (codeOfTool(result) === 'answer-too-large') continue;
      try {
        validateDocument(schema, result.structuredContent);
      } catch (error) {
        failures.push({ read, why: `${String(error)} ${result.content[0]?.text.slice(0, 300) ?? ''}` });
      }
    }
    return { count: calls.length, failures };
  } finally {
    await client.close();
  }
}

const keyed = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

function lists(key: string): Question[] {
  const headers = keyed(key);
  return [
    { path: '/v1/tickers', schema: 'TickersResponse', headers: {} },
    { path: '/v1/status', schema: 'KeyStatus', headers },
    { path: '/v1/beliefs?limit=50', schema: 'BeliefsPage', headers },
    { path: '/v1/beliefs?view=entities&limit=50', schema: 'EntitiesPage', headers },
    { path: '/v1/sources?limit=50', schema: 'SourcesPage', headers },
  ];
}

function ofTicker(ticker: string, { key, index }: { key: string; index: number }): Question[] {
  const named = `ticker=${encodeURIComponent(ticker)}`;
  const id = `hostile-${index}`;
  const headers = keyed(key);
  return [
    { path: `/v1/brief?${named}`, schema: 'BriefOverview', headers: { ...headers, 'x-request-id': id } },
    { path: `/v1/receipts/${id}`, schema: 'Receipt', headers },
    { path: `/v1/brief?${named}&detail=full`, schema: 'BriefFull', headers },
    { path: `/v1/beliefs?${named}`, schema: 'BeliefsPage', headers },
    { path: `/?${named}`, schema: null, headers: {} },
  ];
}

async function faultOf({ baseUrl }: ChatService, { path, schema, headers }: Question): Promise<string | null> {
  const response = await fetch(`${baseUrl}${path}`, { headers });
  const text = await response.text();
  if (response.status !== 200) return `${response.status} ${text.slice(0, 300)}`;
  try {
    if (schema !== null) validateDocument(schema, JSON.parse(text));
    return null;
  } catch (error) {
    return String(error);
  }
}
