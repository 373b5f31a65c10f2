// Reads of hostile records over HTTP: every research route with a key, its receipts, and the page that shows a brief.
import { type SchemaName, validateDocument } from '../../../server/contract/validation/documents-validator.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { type ChatService, startChatService } from '../../../server/testing/mcp.ts';
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
    for (const { cause } of service.failures) failures.push({ read: 'the service', why: String(cause) });
    return { count: asked.length, failures };
  } finally {
    await service.close();
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
