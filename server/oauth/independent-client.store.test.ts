// A strict third-party client signs in, from discovery to revocation, as a public and as a confidential client.
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../access/secrets.ts';
import type { Store } from '../store/engine/engine.ts';
import { findGrantPayer } from '../store/people/grant-payer.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ChatBench, callback, chatBench } from '../testing/chat.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** The servers of tests listen on plain http. */
const http = { [oauth.allowInsecureRequests]: true };

const kinds = [
  ['public', false, () => oauth.None()],
  ['confidential, by header', true, (secret: string) => oauth.ClientSecretBasic(secret)],
  ['confidential, by body', true, (secret: string) => oauth.ClientSecretPost(secret)],
] as const;

type SignedIn = {
  chat: ChatBench;
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  auth: oauth.ClientAuth;
  tokens: oauth.TokenEndpointResponse;
};

async function discovered(chat: ChatBench): Promise<{ server: oauth.AuthorizationServer; resource: string }> {
  const at = new URL(`${chat.base}/mcp`);
  const protectedBy = await oauth.resourceDiscoveryRequest(at, http);
  const { authorization_servers: issuers = [], resource } = await oauth.processResourceDiscoveryResponse(
    at,
    protectedBy,
  );
  const issuer = new URL(issuers[0] ?? 'none:');
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http });
  return { server: await oauth.processDiscoveryResponse(issuer, answer), resource };
}

async function signIn(chat: ChatBench, authOf: (secret: string) => oauth.ClientAuth): Promise<SignedIn> {
  const { server, resource } = await discovered(chat);
  const client: oauth.Client = { client_id: chat.client.id };
  const auth = authOf(chat.client.secret ?? '');
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(server.authorization_endpoint ?? 'none:');
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'research:read',
    state,
    resource,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const person = await chat.person();
  const page = await person.browser.get(`${address.pathname}${address.search}`);
  const action = (/<form class="stack" method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll(
    '&amp;',
    '&',
  );
  const workspace = /name="workspace" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const answer = await person.browser.post(action, { decision: 'approve', workspace });
  const parameters = oauth.validateAuthResponse(server, client, new URL(answer.location ?? 'none:'), state);
  const redeemed = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    parameters,
    callback,
    verifier,
    http,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, redeemed);
  return { chat, server, client, auth, tokens };
}

const isGood = async ({ base }: ChatBench, token: string): Promise<boolean> =>
  (await findGrantPayer(store.db, sha256(token), `${base}/mcp`)) !== null;

describe.each(kinds)('a %s client of another make', (_kind, confidential, authOf) => {
  it('discovers, is answered with the issuer it expects, redeems, refreshes, and revokes', async () => {
    const chat = await chatBench(store, { confidential });
    const { server, client, auth, tokens } = await signIn(chat, authOf);
    expect([tokens.token_type, tokens.expires_in, tokens.scope]).toEqual(['bearer', 3_600, 'research:read']);
    expect(await isGood(chat, tokens.access_token)).toBe(true);
    const asked = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token ?? '', http);
    const anew = await oauth.processRefreshTokenResponse(server, client, asked);
    expect([anew.refresh_token === tokens.refresh_token, await isGood(chat, anew.access_token)]).toEqual([false, true]);
    const ended = await oauth.revocationRequest(server, client, auth, anew.refresh_token ?? '', http);
    expect(await oauth.processRevocationResponse(ended)).toBeUndefined();
    expect([await isGood(chat, anew.access_token), await isGood(chat, tokens.access_token)]).toEqual([false, false]);
    const late = await oauth.refreshTokenGrantRequest(server, client, auth, anew.refresh_token ?? '', http);
    await expect(oauth.processRefreshTokenResponse(server, client, late)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
    await chat.close();
  });

  it('understands what it is refused', async () => {
    const chat = await chatBench(store, { confidential });
    const { server, client, tokens } = await signIn(chat, authOf);
    const wrong = confidential ? authOf('wrong') : oauth.ClientSecretPost('uncalled-for');
    const refused = await oauth.refreshTokenGrantRequest(server, client, wrong, tokens.refresh_token ?? '', http);
    const told = oauth.processRefreshTokenResponse(server, client, refused);
    const isChallenged = refused.headers.has('www-authenticate');
    await expect(told).rejects.toMatchObject(isChallenged ? { status: 401 } : { error: 'invalid_client', status: 401 });
    const denied = await (
      await chat.person()
    ).browser.post(`/oauth/authorize?${chat.query({ state: 'abc' })}`, { decision: 'deny' });
    expect(() => oauth.validateAuthResponse(server, client, new URL(denied.location ?? ''), 'abc')).toThrow(
      expect.objectContaining({ error: 'access_denied' }) as Error,
    );
    const other = { ...server, issuer: 'https://other.example' };
    const mixedUp = await chat.decide(await chat.person(), chat.query({ state: 'abc' }));
    expect(() => oauth.validateAuthResponse(other, client, new URL(mixedUp.location ?? ''), 'abc')).toThrow(/iss/);
    await chat.close();
  });
});
