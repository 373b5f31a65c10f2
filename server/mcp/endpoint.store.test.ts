// Access to /mcp: tokens, origins and hosts that are accepted or refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { makeSecret } from '../access/secrets.ts';
import { ask } from '../testing/ask.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import {
  type ChatService,
  makeChatAccount,
  makeTestGrant,
  openChatStore,
  postMcp,
  startChatService,
} from '../testing/mcp.ts';
import { makeTestPerson } from '../testing/people.ts';

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

describe('the door of /mcp', () => {
  it('opens to an access token and to nothing else', async () => {
    const { token, workspaceId } = await makeChatAccount(store, service);
    const { key } = await makeTestKey(store, workspaceId);
    const { key: previewKey } = await makeTestKey(store, null);
    const { secret } = await makeTestPerson(store, [workspaceId]);
    const refused: [string, string | null][] = [
      ['nothing', null],
      ['a live key', key],
      ['a preview key', previewKey],
      ['a session', secret],
      ['a refresh token', makeSecret('ri_rt_', (size) => Buffer.alloc(size, 1))],
      ['a code', makeSecret('ri_ac_', (size) => Buffer.alloc(size, 2))],
      ['a device code', makeSecret('ri_dc_', (size) => Buffer.alloc(size, 3))],
      ['an unknown access token', makeSecret('ri_at_', (size) => Buffer.alloc(size, 4))],
      ['a token with a wrong checksum', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
      ['half a token', token.slice(0, 20)],
    ];
    const answers = await Promise.all(refused.map(([, credential]) => postMcp(service.baseUrl, credential)));
    for (const [index, answer] of answers.entries()) {
      expect([refused[index]?.[0], answer.status]).toEqual([refused[index]?.[0], 401]);
      const challenge = answer.headers.get('www-authenticate') ?? '';
      expect(challenge).toContain(`resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/mcp"`);
      expect(challenge).toContain('scope="research:read"');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).not.toContain('ri_');
    }
    expect(answers.length).toBe(10);
    expect((await postMcp(service.baseUrl, token)).status).toBe(200);
  });

  it('shuts when the token expires, the grant is revoked, the person leaves the workspace, or it was for another resource', async () => {
    const cases: [string, (grant: Awaited<ReturnType<typeof makeChatAccount>>) => Promise<unknown>][] = [
      [
        'expired',
        ({ grantId }) =>
          store.db.raw(`update oauth_token set expires_at = now() - interval '1 minute' where grant_id = ?`, [grantId]),
      ],
      [
        'revoked',
        ({ grantId }) =>
          store.db.raw(`update oauth_grant set revoked_at = now(), revoked_because = 'test' where grant_id = ?`, [
            grantId,
          ]),
      ],
      ['left', ({ userId }) => store.db.raw('delete from membership where user_id = ?', [userId])],
    ];
    for (const [what, end] of cases) {
      const grant = await makeChatAccount(store, service);
      expect((await postMcp(service.baseUrl, grant.token)).status).toBe(200);
      await end(grant);
      expect([what, (await postMcp(service.baseUrl, grant.token)).status]).toEqual([what, 401]);
    }
    const { token } = await makeTestGrant(store, {
      baseUrl: service.baseUrl,
      workspaceId: await makeTestWorkspace(store),
      resource: 'https://another.example/mcp',
    });
    expect((await postMcp(service.baseUrl, token)).status).toBe(401);
    expect(cases.length).toBe(3);
  });

  it('refuses a foreign Host and a foreign Origin, sessions, and what is no JSON', async () => {
    const { token } = await makeChatAccount(store, service);
    const asking = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
    const named = (host: string) =>
      ask(Number(new URL(service.baseUrl).port), '/mcp', { ...asking, headers: { ...asking.headers, host } });
    expect(
      await Promise.all(['evil.example', '127.0.0.1.evil.example'].map(async (host) => (await named(host)).status)),
    ).toEqual([403, 403]);
    expect((await named('localhost')).status).toBe(415);
    expect((await postMcp(service.baseUrl, token, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await postMcp(service.baseUrl, token, { headers: { origin: service.baseUrl } })).status).toBe(200);
    const authorization = `Bearer ${token}`;
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(`${service.baseUrl}/mcp`, {
        method,
        headers: { authorization, accept: 'text/event-stream' },
      });
      expect([method, answer.status]).toEqual([method, 405]);
    }
    expect((await postMcp(service.baseUrl, token, { body: '{' })).status).toBe(400);
    expect((await postMcp(service.baseUrl, token, { body: '"x"'.padEnd(300_000) })).status).toBe(413);
    expect((await postMcp(service.baseUrl, token, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  it('is not opened by an access token at the REST routes', async () => {
    const { token } = await makeChatAccount(store, service);
    let asked = 0;
    for (const path of [
      '/v1/brief?ticker=TEST',
      '/v1/beliefs',
      '/v1/beliefs/bel_1',
      '/v1/sources',
      '/v1/sources/src_1',
      '/v1/evidence/evd_1',
      '/v1/status',
      '/v1/receipts/r-1',
      '/api/auth/cli/poll',
    ]) {
      const answer = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 401]);
      asked += 1;
    }
    expect(asked).toBe(9);
  });
});
