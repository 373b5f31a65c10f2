// Metadata of the authorization server, and its failures, which never reveal a reason.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SchemaName, validateDocument } from '../contract/validation/documents-validator.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ChatBench, chatBench, told } from '../testing/chat.ts';

let store: Store;
let chat: ChatBench;
beforeAll(async () => {
  store = await openTestStore();
  chat = await chatBench(store);
});
afterAll(async () => {
  await chat.served.close();
  await store.close();
});

const paths: readonly (readonly [string, SchemaName])[] = [
  ['/.well-known/oauth-authorization-server', 'AuthorizationServerMetadata'],
  ['/.well-known/oauth-protected-resource', 'ProtectedResourceMetadata'],
  ['/.well-known/oauth-protected-resource/mcp', 'ProtectedResourceMetadata'],
];
const ask = async (path: string, init: RequestInit = {}) => told(await fetch(`${chat.base}${path}`, init));

describe('the metadata', () => {
  it('is that of the contract, for anybody, from the base address and nothing that a request says', async () => {
    for (const [path, schema] of paths) {
      const { status, headers, body } = await ask(path, { headers: { 'x-forwarded-host': 'evil.test' } });
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/json']);
      expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
        '*',
        'public, max-age=60',
      ]);
      validateDocument(schema, body);
      const addresses = JSON.stringify(body).match(/https?:[^"]+/g) ?? [];
      expect(addresses.filter((one) => new URL(one).origin !== chat.base)).toEqual([]);
      const head = await fetch(`${chat.base}${path}`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const preflight = await ask(path, { method: 'OPTIONS', headers: { origin: 'https://app.example' } });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      const posted = await ask(path, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    expect(paths).toHaveLength(3);
  });

  it('offers codes with S256 and refreshing, names every way to authenticate, and no registration of clients', async () => {
    const { body } = await ask('/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: chat.base,
      authorization_endpoint: `${chat.base}/oauth/authorize`,
      token_endpoint: `${chat.base}/oauth/token`,
      revocation_endpoint: `${chat.base}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['research:read'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(Object.keys(body)).not.toContain('registration_endpoint');
    expect(Object.keys(body)).not.toContain('client_id_metadata_document_supported');
  });

  it('of the resource is the same at both addresses, and names what tokens are for and who issues them', async () => {
    const [first, second] = [await ask(paths[1]?.[0] ?? ''), await ask(paths[2]?.[0] ?? '')];
    expect(first.body).toEqual(second.body);
    expect(first.body).toMatchObject({ resource: `${chat.base}/mcp`, authorization_servers: [chat.base] });
  });
});

describe('a failure of ours', () => {
  it('says nothing of itself, and is told to the log', async () => {
    const { refresh_token: token } = await chat.connect(await chat.person());
    await store.db.raw('alter table oauth_token rename to oauth_token_gone');
    const { status, headers, body } = await chat.refresh(token);
    await store.db.raw('alter table oauth_token_gone rename to oauth_token');
    expect([status, headers.get('content-type'), body['code']]).toEqual([500, 'application/problem+json', 'internal']);
    expect(JSON.stringify(body)).not.toMatch(/oauth_token|relation|select/);
    expect(chat.served.failures.map(String)).toEqual([expect.stringContaining('oauth_token')]);
    expect((await chat.refresh(token)).status).toBe(200);
  });
});

it('is not read, and no consent is asked for, more often than an address may, which is counted', async () => {
  const unkeyed = [{ name: 'hour', quota: 3, seconds: 3_600 }];
  const counted: string[] = [];
  const onUnrouted = (code: string): void => void counted.push(code);
  const limited = await chatBench(store, { rateLimits: { ...noRateLimits, unkeyed }, onUnrouted });
  const statuses: number[] = [];
  const readable: boolean[] = [];
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    `/oauth/authorize?${limited.query({ client_id: 'nobody' })}`,
    `/oauth/authorize?${limited.query({ client_id: 'nobody' })}`,
    '/.well-known/oauth-protected-resource',
  ]) {
    const answer = await fetch(limited.base + path);
    statuses.push(answer.status);
    // By a page of another origin: of the metadata and of its refusal, and never of what a person sees.
    readable.push(answer.headers.get('access-control-allow-origin') === '*');
    if (answer.status !== 429) continue;
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    // A person reads the refusal of a page, a program all others.
    const type = path.startsWith('/oauth/authorize') ? 'text/html; charset=utf-8' : 'application/problem+json';
    expect([path, answer.headers.get('content-type')]).toEqual([path, type]);
  }
  expect(statuses).toEqual([200, 200, 400, 429, 429]);
  expect(readable).toEqual([true, true, false, false, true]);
  expect(counted).toEqual(['rate-limited', 'rate-limited']);
  await limited.close();
});
