// Browser pages of other origins that call /mcp: preflights, and which origins get an answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { registerClient } from '../testing/chat.ts';
import { ask } from '../testing/ask.ts';
import { type ChatService, makeChatAccount, openChatStore, postMcp, startChatService } from '../testing/mcp.ts';

let store: Store;
let service: ChatService;
let token: string;

beforeAll(async () => {
  store = await openChatStore();
  await registerClient(store, 'chat', false, ['https://chat.example/api/callback', 'http://127.0.0.1/callback']);
  service = await startChatService(store);
  ({ token } = await makeChatAccount(store, service));
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const preflight = (origin: string) =>
  fetch(`${service.baseUrl}/mcp`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    },
  });

describe('a preflight of /mcp', () => {
  it('is answered without a token, and allows what a chat sends', async () => {
    for (const origin of ['https://chat.example', 'https://elsewhere.example', 'null']) {
      const { status, headers } = await preflight(origin);
      expect([origin, status, headers.get('access-control-allow-origin')]).toEqual([origin, 204, '*']);
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
      for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
        expect(allowed).toContain(name);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    const plain = await fetch(`${service.baseUrl}/mcp`, { method: 'OPTIONS' });
    expect([plain.status, plain.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('is refused under a foreign Host', async () => {
    const port = Number(new URL(service.baseUrl).port);
    const headers = { host: 'evil.example', origin: 'https://evil.example' };
    expect((await ask(port, '/mcp', { method: 'OPTIONS', headers })).status).toBe(403);
  });
});

describe('a page of another origin', () => {
  it('is answered where the operator registered an address behind it, and may read all that it needs', async () => {
    for (const origin of ['https://chat.example', 'http://127.0.0.1:6274', service.baseUrl]) {
      const { status, headers } = await postMcp(service.baseUrl, token, { headers: { origin } });
      expect([origin, status, headers.get('access-control-allow-origin')]).toEqual([origin, 200, '*']);
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-ID');
      const unknown = await postMcp(service.baseUrl, null, { headers: { origin } });
      expect([origin, unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([origin, 401, '*']);
      expect(unknown.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    }
  });

  it('is refused otherwise, and reads why; also behind a client that is retired', async () => {
    const others = [
      'https://elsewhere.example',
      'https://chat.example.evil.example',
      'https://chat.example:8443',
      'null',
    ];
    for (const origin of others) {
      const answer = await postMcp(service.baseUrl, token, { headers: { origin } });
      expect([origin, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([origin, 403, '*']);
      expect(await answer.text()).toContain('This origin is neither the one of the service nor of the client');
    }
    await store.db.raw('update oauth_client set retired_at = now()');
    const retired = await postMcp(service.baseUrl, token, { headers: { origin: 'https://chat.example' } });
    await store.db.raw('update oauth_client set retired_at = null');
    expect(retired.status).toBe(403);
    const program = await postMcp(service.baseUrl, token);
    expect([program.status, program.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});
