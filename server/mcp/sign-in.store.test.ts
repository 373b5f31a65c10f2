// A person connects a chat through the official clients of both generations: sign-in, tools, refresh, end.
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { return_to_length_max } from '../access/sign-in/return-to.ts';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { makeTestWorkspace } from '../testing/accounts.ts';
import { callback, challengeFor, registerClient, verifier } from '../testing/chat.ts';
import { type ChatService, callTool, openChatStore, postMcp, startChatService } from '../testing/mcp.ts';
import { makeTestPerson } from '../testing/people.ts';

let store: Store;
let service: ChatService;

beforeAll(async () => {
  store = await openChatStore();
  service = await startChatService(store, { withPages: true });
  await registerClient(store, 'chat', false);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

type Tokens = { access_token: string; refresh_token?: string };

/** Provider of a chat: it stores the person's tokens, and the last address that it sent the browser to. */
function providerOf() {
  const kept: { tokens?: Tokens; verifier?: string; sentTo?: URL } = {};
  return {
    kept,
    redirectUrl: callback,
    clientMetadata: { client_name: 'A chat', redirect_uris: [callback] },
    clientInformation: () => ({ client_id: 'chat' }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  };
}

/** The person reads the page and allows the chat; returns the parameters that the browser takes back. */
async function allow(sentTo: URL, secret: string, workspaceId: string): Promise<URLSearchParams> {
  const headers = { cookie: `session=${secret}` };
  const page = await (await fetch(sentTo, { headers })).text();
  expect(page).toContain('Northwater Chat');
  const answer = await fetch(sentTo, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ decision: 'approve', workspace: workspaceId }),
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

type Generation = {
  name: string;
  /** A client with this provider; `finish` gives its transport the browser's answer. */
  connect: (provider: ReturnType<typeof providerOf>) => {
    open: () => Promise<Client>;
    finish: (answer: URLSearchParams) => Promise<void>;
    isUnauthorized: (error: unknown) => boolean;
  };
};

const generations: Generation[] = [
  {
    name: 'the current client',
    connect: (authProvider) => {
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { authProvider: authProvider as never });
      const first = transport();
      let isFirst = true;
      return {
        open: async () => {
          const client = new Client({ name: 'a chat', version: '1' }, { versionNegotiation: { mode: 'auto' } });
          await client.connect(isFirst ? first : transport());
          return client;
        },
        finish: async (answer) => {
          await first.finishAuth(answer);
          isFirst = false;
        },
        isUnauthorized: (error) => error instanceof UnauthorizedError,
      };
    },
  },
  {
    name: 'the client before it',
    connect: (authProvider) => {
      const transport = () =>
        new OlderTransport(new URL(`${service.baseUrl}/mcp`), { authProvider: authProvider as never });
      const first = transport();
      let isFirst = true;
      return {
        open: async () => {
          const client = new OlderClient({ name: 'a chat', version: '1' });
          await client.connect((isFirst ? first : transport()) as never);
          return client as unknown as Client;
        },
        finish: async (answer) => {
          await first.finishAuth(answer.get('code') ?? '');
          isFirst = false;
        },
        isUnauthorized: (error) => (error as Error).name === 'UnauthorizedError' || /Unauthorized/.test(String(error)),
      };
    },
  },
];

describe.each(generations)('$name', ({ connect }) => {
  it('signs its person in, calls every tool, refreshes, and is refused from the moment it is revoked [SPEC-A6] [SPEC-R6]', async () => {
    const workspaceId = await makeTestWorkspace(store, { prepaid: 50 });
    const person = await makeTestPerson(store, [workspaceId], new Date().toISOString());
    const provider = providerOf();
    const chat = connect(provider);
    const refused = await chat.open().then(
      () => null,
      (error: unknown) => error,
    );
    expect(chat.isUnauthorized(refused)).toBe(true);
    const { sentTo } = provider.kept;
    if (sentTo === undefined) throw new Error('the chat sent its person nowhere');
    expect(sentTo.origin + sentTo.pathname).toBe(`${service.baseUrl}/oauth/authorize`);
    expect(sentTo.searchParams.get('resource')).toBe(`${service.baseUrl}/mcp`);
    const answer = await allow(sentTo, person.secret, workspaceId);
    expect(answer.get('iss')).toBe(service.baseUrl);
    await chat.finish(answer);
    const client = await chat.open();
    const { tools } = await client.listTools();
    let called = 0;
    for (const { name } of tools) {
      const page = await callTool(client, 'get_beliefs', { limit: 1 });
      const { data } = page.structuredContent as {
        data: { beliefs: { belief_id: string }[]; citations: { evidence_id: string }[] };
      };
      const sent: Record<string, Record<string, unknown>> = {
        get_belief: { belief_id: data.beliefs[0]?.belief_id },
        get_evidence: { evidence_id: data.citations[0]?.evidence_id },
        get_brief: { ticker: 'NONE' },
        get_changes: { since: '2020-01-01T00:00:00Z' },
      };
      const told = await callTool(client, name, sent[name] ?? {});
      expect([name, told.isError ?? false]).toEqual([name, name === 'get_brief']);
      called += 1;
    }
    expect(called).toBeGreaterThanOrEqual(8);
    // A page before each tool, and one answer of each of the five priced tools.
    expect((await readBalance(store.db, workspaceId))?.prepaid).toBe(50 - called - 5);

    const before = provider.kept.tokens;
    await store.db.raw(`update oauth_token set expires_at = now() - interval '1 minute' where kind = 'access'`);
    const again = await callTool(client, 'get_status');
    expect(again.isError ?? false).toBe(false);
    expect(provider.kept.tokens?.access_token).not.toBe(before?.access_token);
    expect((again.structuredContent as { keyId: string }).keyId).toMatch(/^grant:/);

    await fetch(`${service.baseUrl}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: provider.kept.tokens?.refresh_token ?? '', client_id: 'chat' }),
    });
    expect((await postMcp(service.baseUrl, provider.kept.tokens?.access_token ?? '')).status).toBe(401);
    const ended = await callTool(client, 'get_status').then(
      () => null,
      (error: unknown) => error,
    );
    expect(ended).not.toBeNull();
    await client.close();
    expect(service.failures).toEqual([]);
  });
});

it('the longest request that is taken fits into what a browser sends with it: by way of the sign-in page, and with the form', async () => {
  const workspaceId = await makeTestWorkspace(store, { prepaid: 9 });
  const { secret } = await makeTestPerson(store, [workspaceId], new Date().toISOString());
  const pathWith = (state: string): string =>
    `/oauth/authorize?${new URLSearchParams({
      client_id: 'chat',
      redirect_uri: callback,
      response_type: 'code',
      state,
      code_challenge: challengeFor(verifier),
      code_challenge_method: 'S256',
    })}`;
  const room = return_to_length_max - pathWith('').length;
  const path = pathWith('~'.repeat(Math.floor(room / 3)) + 'x'.repeat(room % 3));
  expect(path).toHaveLength(return_to_length_max);
  // Browsers reduce a longer Referer to its origin.
  const referrer = (to: string): string => (to.length > 4_096 ? `${service.baseUrl}/` : to);
  const signIn = `${service.baseUrl}/sign-in?${new URLSearchParams({ return_to: path })}`;
  const asked = `${service.baseUrl}${path}`;
  const headers = { ...chromeHeaders, cookie: `session=${secret}` };
  const page = await fetch(asked, { headers: { ...headers, referer: referrer(signIn) } });
  expect(page.status).toBe(200);
  const answer = await fetch(asked, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...headers,
      referer: referrer(asked),
      origin: service.baseUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ decision: 'approve', workspace: workspaceId }),
  });
  expect(answer.status).toBe(303);
  expect(new URL(answer.headers.get('location') ?? '').searchParams.has('code')).toBe(true);
});

/** Headers that Chrome sends when it opens a page. */
const chromeHeaders = {
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en-US;q=0.9,en;q=0.8',
  'cache-control': 'max-age=0',
  'sec-ch-ua': '"Chromium";v="156", "Not(A:Brand";v="24", "Google Chrome";v="156"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};
