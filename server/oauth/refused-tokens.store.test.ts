// Every refused request for tokens or revocation: its error of RFC 6749, and no change of grants.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type Case, errorOf, expectRefusal } from '../testing/oauth-refusals.ts';
import {
  type ChatBench,
  type Fields,
  type Tokens,
  basic,
  callback,
  challengeFor,
  chatBench,
  passSeconds,
  registerClient,
  told,
  verifier,
} from '../testing/chat.ts';

let store: Store;
let chat: ChatBench;
beforeAll(async () => {
  store = await openTestStore();
  chat = await chatBench(store);
});
afterAll(async () => {
  await chat.close();
  await store.close();
});

const invalidClient: readonly (readonly [what: string, changes: Fields, headers?: Record<string, string>])[] = [
  ['no client', { client_id: undefined }],
  ['an empty client', { client_id: '' }],
  ['an unknown client', { client_id: 'other' }],
  ['a secret of a client that has none', { client_secret: 'ri_cs_secret' }],
  ['a secret by header of a client that has none', {}, basic('chat', 'secret')],
  ['an unknown client by header', { client_id: undefined }, basic('other', '')],
  ['a header that is no pair', {}, { authorization: `Basic ${Buffer.from('chat').toString('base64')}` }],
  ['a header that is not base64', {}, { authorization: 'Basic chat:secret' }],
  ['a header with a broken encoding', {}, { authorization: `Basic ${Buffer.from('ch%zz:').toString('base64')}` }],
  ['another kind of header', {}, { authorization: 'Bearer ri_at_1' }],
];

describe('of a code', () => {
  const cases: readonly Case[] = [
    ['no kind of grant', { grant_type: undefined }, 400, 'invalid_request'],
    ['the password grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['the client’s own grant', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['the kind of grant twice', { grant_type: ['authorization_code', 'authorization_code'] }, 400, 'invalid_request'],
    ['no code', { code: undefined }, 400, 'invalid_request'],
    ['two codes', { code: ['a', 'b'] }, 400, 'invalid_request'],
    ['a code that is none', { code: 'ri_ac_x' }, 400, 'invalid_grant'],
    ['an unknown code', { code: `ri_ac_${'0'.repeat(43)}1z141z` }, 400, 'invalid_grant'],
    ['no address', { redirect_uri: undefined }, 400, 'invalid_request'],
    ['another address', { redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
    ['another registered address', { redirect_uri: 'http://127.0.0.1/callback' }, 400, 'invalid_grant'],
    ['the address twice', { redirect_uri: [callback, callback] }, 400, 'invalid_request'],
    ['no verifier', { code_verifier: undefined }, 400, 'invalid_request'],
    ['another verifier', { code_verifier: `${verifier}x` }, 400, 'invalid_grant'],
    ['the challenge as its verifier', { code_verifier: challengeFor(verifier) }, 400, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'short' }, 400, 'invalid_grant'],
    ['two verifiers', { code_verifier: [verifier, verifier] }, 400, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 400, 'invalid_target'],
    ['two resources', { resource: ['a', 'b'] }, 400, 'invalid_request'],
    ['a client by header and another by body', { client_id: 'other' }, 400, 'invalid_request', basic('chat', '')],
    ['two kinds of authentication', { client_secret: 'x' }, 400, 'invalid_request', basic('chat', 'x')],
    ...invalidClient.map(([what, changes, headers = {}]): Case => [what, changes, 401, 'invalid_client', headers]),
  ];

  it('that does not fit is refused by its own error, and leaves the code good', async () => {
    const person = await chat.person();
    const code = await chat.approve(person);
    const before = await chat.granted();
    for (const [what, changes, status, error, headers] of cases) {
      const refused = await chat.redeem(code, changes, headers);
      expectRefusal(what, refused, [status, error]);
      const isBasic = status === 401 && headers !== undefined && 'authorization' in headers;
      expect([what, refused.headers.get('www-authenticate')?.startsWith('Basic ') ?? false]).toEqual([what, isBasic]);
    }
    expect([cases.length, await chat.granted()]).toEqual([31, before]);
    expect((await chat.redeem(code)).status).toBe(200);
  });
});

describe('of a refresh token', () => {
  const cases = ({ access_token: access, refresh_token: refresh }: Tokens, code: string): readonly Case[] => [
    ['no token', { refresh_token: undefined }, 400, 'invalid_request'],
    ['two tokens', { refresh_token: [refresh, refresh] }, 400, 'invalid_request'],
    ['a token that is none', { refresh_token: `${refresh.slice(0, -1)}!` }, 400, 'invalid_grant'],
    ['an access token', { refresh_token: access }, 400, 'invalid_grant'],
    ['a code', { refresh_token: code }, 400, 'invalid_grant'],
    [
      'an access token as a code',
      { grant_type: 'authorization_code', code: access, redirect_uri: callback, code_verifier: verifier },
      400,
      'invalid_grant',
    ],
    [
      'a refresh token as a code',
      { grant_type: 'authorization_code', code: refresh, redirect_uri: callback, code_verifier: verifier },
      400,
      'invalid_grant',
    ],
    ['a wider scope', { scope: 'research:read admin' }, 400, 'invalid_scope'],
    ['another scope', { scope: 'admin' }, 400, 'invalid_scope'],
    ['the scope twice', { scope: ['research:read', 'research:read'] }, 400, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 400, 'invalid_target'],
    ...invalidClient.map(([what, changes, headers = {}]): Case => [what, changes, 401, 'invalid_client', headers]),
  ];

  it('that does not fit is refused by its own error, and leaves the token good', async () => {
    const person = await chat.person();
    const tokens = await chat.connect(person);
    const all = cases(tokens, await chat.approve(person));
    const before = await chat.granted();
    for (const [what, changes, status, error, headers] of all) {
      expectRefusal(what, await chat.refresh(tokens.refresh_token, changes, headers), [status, error]);
    }
    expect([all.length, await chat.granted()]).toEqual([21, before]);
    await passSeconds(store, 60);
    expect((await chat.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('and of a code: those of another client are worth nothing to this one, and end nothing', async () => {
    const person = await chat.person();
    const [code, tokens] = [await chat.approve(person), await chat.connect(person)];
    await registerClient(store, 'second', false);
    const own = { client_id: 'second' };
    const before = await chat.granted();
    expectRefusal('code', await chat.redeem(code, own), [400, 'invalid_grant']);
    expectRefusal('refresh', await chat.refresh(tokens.refresh_token, own), [400, 'invalid_grant']);
    expectRefusal('retired', await chat.refresh(tokens.refresh_token), [401, 'invalid_client']);
    for (const token of Object.values(tokens).filter((one) => String(one).startsWith('ri_'))) {
      const { status, body } = await chat.revoke(token, own);
      expect([status, body]).toEqual([200, {}]);
    }
    expect(await chat.granted()).toEqual(before);
    await registerClient(store, 'chat', false);
    expect((await chat.refresh(tokens.refresh_token)).status).toBe(200);
  });
});

describe('a revocation', () => {
  it('that is none is refused, and one of an unknown token is not', async () => {
    const person = await chat.person();
    const { access_token: token } = await chat.connect(person);
    const before = await chat.granted();
    const cases: readonly Case[] = [
      ['no token', { token: undefined }, 400, 'invalid_request'],
      ['two tokens', { token: [token, token] }, 400, 'invalid_request'],
      ...invalidClient.map(([what, changes, headers = {}]): Case => [what, changes, 401, 'invalid_client', headers]),
    ];
    for (const [what, changes, status, error, headers = {}] of cases) {
      const refused = await chat.ask('/oauth/revoke', { token, client_id: 'chat', ...changes }, headers);
      expectRefusal(what, refused, [status, error]);
    }
    for (const unknown of ['x', `ri_at_${'0'.repeat(49)}`, 'ri_live_1', '\0']) {
      expect((await chat.revoke(unknown)).status).toBe(200);
    }
    expect([cases.length, await chat.granted()]).toEqual([12, before]);
  });
});

describe('both endpoints', () => {
  const send = async (path: string, init: RequestInit) => told(await fetch(`${chat.base}${path}`, { ...init }));
  const paths = ['/oauth/token', '/oauth/revoke'];

  it('refuse what is no form, or a large one, as an invalid request', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const bodies: readonly (readonly [string, RequestInit])[] = [
      ['JSON', { body: '{"grant_type":"refresh_token"}', headers: { 'content-type': 'application/json' } }],
      ['a file', { body: new FormData() }],
      ['nothing', {}],
      ['text', { body: 'grant_type=refresh_token', headers: { 'content-type': 'text/plain' } }],
      ['a packed form', { body: 'client_id=chat', headers: { ...form, 'content-encoding': 'gzip' } }],
      ['a large form', { body: `client_id=chat&x=${'x'.repeat(16_384)}`, headers: form }],
    ];
    let seen = 0;
    for (const path of paths) {
      for (const [what, init] of bodies) {
        expectRefusal(`${path} ${what}`, await send(path, { method: 'POST', ...init }), [400, 'invalid_request']);
        seen += 1;
      }
    }
    expect(seen).toBe(12);
  });

  it('take nothing from their address', async () => {
    const { refresh_token: token } = await chat.connect(await chat.person());
    const query = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: 'chat' });
    expect(errorOf(await chat.ask(`/oauth/token?${query}`, {}))).toEqual([401, 'invalid_client']);
  });

  it('have one method, which a page of any origin may ask for', async () => {
    for (const path of paths) {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const { status, headers, body } = await send(path, { method });
        expect([status, headers.get('allow'), body['code']]).toEqual([405, 'POST, OPTIONS', 'method-not-allowed']);
      }
      const { status, headers } = await send(path, { method: 'OPTIONS', headers: { origin: 'https://app.example' } });
      expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-methods')]).toEqual(
        [204, '*', 'POST, OPTIONS'],
      );
      expect(headers.get('access-control-allow-headers')).toContain('Authorization, Content-Type');
    }
  });
});
