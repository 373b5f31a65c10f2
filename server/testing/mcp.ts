/** Support for tests: a service at an address of its own, chats that may read from it, and the clients they use. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeOAuthSecret } from '../access/chats/oauth-secrets.ts';
import { type AppOptions, createApp } from '../app.ts';
import type { Failure, ServedRequest } from '../http/serve.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { RateLimits } from '../metering/limits/rate-limit.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import type { PageContext } from '../pages/shell/context.ts';
import { type ServiceParts, createServing } from '../process/serving.ts';
import type { Store } from '../store/engine/engine.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type TestBalance, makeTestWorkspace } from './accounts.ts';
import { makeTestPerson } from './people.ts';
import { freeBaseUrl } from './port.ts';
import type { Problem } from '../../generated/api.ts';

export type ChatService = {
  baseUrl: string;
  failures: Failure[];
  served: ServedRequest[];
  close(): Promise<void>;
};

export type ChatServiceOptions = {
  now?: string;
  rateLimits?: RateLimits;
  /** With what people see, and the authorization server. */
  withPages?: boolean;
  /** The address to serve at; a free one where none is given. */
  at?: string;
  /** A defect that is planted: what the app is made from, changed. */
  changed?: (serving: ServiceParts) => Partial<AppOptions>;
};

/** Tokens are bound to the address, so the port is chosen first. */
export async function startChatService(store: Store, options: ChatServiceOptions = {}): Promise<ChatService> {
  const { now = '2029-01-20T00:00:00.000Z', rateLimits = noRateLimits, withPages = false } = options;
  const baseUrl = options.at ?? (await freeBaseUrl());
  const [failures, served]: [Failure[], ServedRequest[]] = [[], []];
  const serving = createServing({
    store,
    baseUrl,
    now: () => now,
    elapsed: () => performance.now(),
    rateLimits,
    onFailure: (failure) => void failures.push(failure),
    onServed: (one) => void served.push(one),
  });
  const none = { isReady: async () => true, documentation: null, recordSchemas: {} };
  const pages: PageContext = {
    ...serving,
    db: store.accounts,
    now: () => new Date().toISOString(),
    randomBytes,
    rateLimits,
    payments: { provider: 'none' },
    upstream: null,
    wakeMail: null,
    signUp: 'invited',
  };
  const app = await createApp({
    ...serving,
    process: none,
    ...(withPages && { pages }),
    ...options.changed?.(serving),
  });
  const { server, drain } = createHttpServer(app, serving);
  server.listen(Number(new URL(baseUrl).port), '127.0.0.1');
  await once(server, 'listening');
  return { baseUrl, failures, served, close: drain };
}

export type TestGrant = { token: string; refreshToken: string; grantId: string; userId: string };

/** A person of the workspace who has let the chat in; gives an access token as the token endpoint would. */
export async function makeTestGrant(
  store: Store,
  { baseUrl, workspaceId, resource = `${baseUrl}/mcp` }: { baseUrl: string; workspaceId: string; resource?: string },
): Promise<TestGrant> {
  const { userId } = await makeTestPerson(store, [workspaceId]);
  const grantId = `gr_${randomBytes(12).toString('hex')}`;
  const { secret: token, sha256 } = makeOAuthSecret('access', randomBytes);
  await store.db.raw(
    `insert into oauth_client (client_id, name, redirect_uris, created_at) values ('chat', 'A chat', '[]', now())
     on conflict do nothing`,
  );
  await store.db.raw(
    `insert into oauth_grant (grant_id, user_id, workspace_id, client_id, scope, resource, created_at)
     values (?, ?, ?, 'chat', 'research:read', ?, now())`,
    [grantId, userId, workspaceId, resource],
  );
  const refresh = makeOAuthSecret('refresh', randomBytes);
  await store.db.raw(
    `insert into oauth_token (token_sha256, kind, grant_id, created_at, expires_at)
     values (?, 'access', ?, now(), now() + interval '1 hour'), (?, 'refresh', ?, now(), now() + interval '1 day')`,
    [sha256, grantId, refresh.sha256, grantId],
  );
  return { token, refreshToken: refresh.secret, grantId, userId };
}

/** A connected client of the current protocol, or of the ones before. */
export async function connectChat(baseUrl: string, token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test-chat', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
  return client;
}

/** A chat of a new workspace with this balance. */
export async function makeChatAccount(
  store: Store,
  { baseUrl }: ChatService,
  balance: TestBalance = { prepaid: 100 },
): Promise<TestGrant & { workspaceId: string }> {
  const workspaceId = await makeTestWorkspace(store, balance);
  return { workspaceId, ...(await makeTestGrant(store, { baseUrl, workspaceId })) };
}

/** What every request of the current protocol says of who sends it. */
export const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export type Posted = { headers?: Record<string, string>; body?: unknown };

/** A request as it goes over the wire: tools/list, unless it says something else. */
export function postMcp(baseUrl: string, token: string | null, { headers = {}, body }: Posted = {}): Promise<Response> {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope } };
  return fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body ?? list),
  });
}

/** Three beliefs in the live collection. */
export async function openChatStore(): Promise<Store> {
  const store = await openTestStore();
  const told = [1, 2, 3].map((number) => ({ belief: `b${number}`, observedAt: `2029-01-0${number}T00:00:00.000Z` }));
  await publishTold(store.db, { told, now: '2029-01-09T00:00:00.000Z', collection: 'live' });
  return store;
}

export type ToldChat = {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: unknown;
  _meta: Record<string, unknown>;
};

export async function callTool(
  chat: Pick<Client, 'callTool'>,
  name: string,
  sent: Record<string, unknown> = {},
  more: { _meta?: Record<string, unknown> } = {},
): Promise<ToldChat> {
  return (await chat.callTool({ name, arguments: sent, ...more })) as unknown as ToldChat;
}

/** The code of a refusal; undefined for a document. */
export const codeOfTool = ({ _meta }: ToldChat): string | undefined => (_meta['problem'] as Problem | undefined)?.code;
