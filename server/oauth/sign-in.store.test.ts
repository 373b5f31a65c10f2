// The sign-in of an AI chat, from the consent page to its end: its secrets, their lives, and the stored rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../access/secrets.ts';
import type { Store } from '../store/engine/engine.ts';
import { findGrantPayer } from '../store/people/grant-payer.ts';
import { tidy } from '../store/keeping/retention.ts';
import { openTestStore } from '../store/testing/store.ts';
import { setMembership } from '../store/people/workspaces.ts';
import { type ChatBench, type Person, callback, chatBench, passSeconds } from '../testing/chat.ts';

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

const grantsOf = async ({ userId }: Person) =>
  (await store.db('oauth_grant').where('user_id', userId).orderBy('created_at')) as {
    grant_id: string;
    workspace_id: string;
    revoked_because: string | null;
  }[];

describe('a chat', () => {
  it('is sent a code with state and issuer, and redeems it for tokens that the chosen workspace pays for', async () => {
    const person = await chat.person(2);
    const [, second = ''] = person.workspaceIds;
    const seen = await chat.decide(person, chat.query(), { decision: 'approve', workspace: second });
    const to = new URL(seen.location ?? '');
    expect([seen.status, `${to.origin}${to.pathname}`]).toEqual([303, callback]);
    expect([...to.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    expect([to.searchParams.get('state'), to.searchParams.get('iss')]).toEqual(['st&te=1 +%', chat.base]);
    expect(seen.headers.get('cache-control')).toBe('no-store');
    const code = to.searchParams.get('code') ?? '';
    expect(code).toMatch(/^ri_ac_\w{49}$/);
    const { status, headers, body } = await chat.redeem(code);
    expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'no-store',
      '*',
    ]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ri_at_\w{49}$/) as string,
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^ri_rt_\w{49}$/) as string,
      scope: 'research:read',
    });
    expect(await findGrantPayer(store.db, sha256(String(body['access_token'])), `${chat.base}/mcp`)).toMatchObject({
      account_id: second,
      collection: 'live',
      resource: `${chat.base}/mcp`,
      scope: 'research:read',
    });
  });

  it('may leave out scope, state and resource, and whatever else it sends is ignored', async () => {
    const person = await chat.person();
    const changes = { scope: undefined, state: '', resource: undefined, prompt: 'consent', nonce: ['1', '2'] };
    const seen = await chat.decide(person, chat.query(changes));
    const to = new URL(seen.location ?? '');
    expect([...to.searchParams.keys()]).toEqual(['code', 'iss']);
    const { status, body } = await chat.redeem(to.searchParams.get('code') ?? '', { audience: 'x', scope: '' });
    expect([status, body['scope']]).toEqual([200, 'research:read']);
    expect(await chat.payerOf(String(body['access_token']))).toBe(person.workspaceIds[0]);
  });

  it('may write scheme and host of the resource in capitals, each time', async () => {
    const resource = `${chat.base.replace('http', 'HTTP')}/mcp`;
    const person = await chat.person();
    const { status, body } = await chat.redeem(await chat.approve(person, { resource }), { resource });
    expect([status, (await chat.refresh(String(body['refresh_token']), { resource })).status]).toEqual([200, 200]);
    expect(await chat.payerOf(String(body['access_token']))).toBe(person.workspaceIds[0]);
  });

  it('on the person’s own computer may listen on any port, and redeems at the port that it asked with', async () => {
    const person = await chat.person();
    const redirect_uri = 'http://127.0.0.1:49207/callback';
    const code = await chat.approve(person, { redirect_uri });
    expect((await chat.redeem(code, { redirect_uri: 'http://127.0.0.1:49208/callback' })).status).toBe(400);
    expect((await chat.redeem(code, { redirect_uri })).status).toBe(200);
  });

  it('has one live grant with a person, which a second consent changes and keeps', async () => {
    const person = await chat.person(2);
    const [first = '', second = ''] = person.workspaceIds;
    const { access_token: before } = await chat.connect(person);
    expect(await chat.payerOf(before)).toBe(first);
    await chat.decide(person, chat.query(), { decision: 'approve', workspace: second });
    expect(await grantsOf(person)).toMatchObject([{ workspace_id: second, revoked_because: null }]);
    expect(await chat.payerOf(before)).toBe(second);
  });

  it('is told no where the person says no, and nothing is granted', async () => {
    const person = await chat.person();
    const before = await chat.granted();
    const seen = await chat.decide(person, chat.query(), { decision: 'deny' });
    const to = new URL(seen.location ?? '');
    expect([seen.status, Object.fromEntries(to.searchParams)]).toEqual([
      303,
      { error: 'access_denied', error_description: 'The person said no.', state: 'st&te=1 +%', iss: chat.base },
    ]);
    expect(await chat.granted()).toEqual(before);
  });
});

describe('a code', () => {
  it('that is redeemed twice ends the grant and every token of it', async () => {
    const person = await chat.person();
    const code = await chat.approve(person);
    const { body } = await chat.redeem(code);
    expect(await chat.payerOf(String(body['access_token']))).not.toBeNull();
    const again = await chat.redeem(code);
    expect([again.status, again.body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'The code is unknown or expired or was used before.' },
    ]);
    expect(await chat.payerOf(String(body['access_token']))).toBeNull();
    expect((await chat.refresh(String(body['refresh_token']))).body['error']).toBe('invalid_grant');
    expect(await grantsOf(person)).toMatchObject([{ revoked_because: 'code-reused' }]);
    const tokens = await store.db('oauth_token').where('grant_id', (await grantsOf(person))[0]?.grant_id ?? '');
    expect(tokens).toEqual([]);
  });

  it('lives a minute', async () => {
    const person = await chat.person();
    const [good, late] = [await chat.approve(person), await chat.approve(person)];
    await passSeconds(store, 30);
    expect((await chat.redeem(good)).status).toBe(200);
    await passSeconds(store, 30);
    expect((await chat.redeem(late)).body['error']).toBe('invalid_grant');
    expect(await grantsOf(person)).toMatchObject([{ revoked_because: null }]);
  });

  it('that was stolen is worth nothing without the verifier, and stays good for whoever has it', async () => {
    const code = await chat.approve(await chat.person());
    const stolen = await chat.redeem(code, { code_verifier: 'another-verifier-of-forty-three-characters-or-more' });
    expect([stolen.status, stolen.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await chat.redeem(code)).status).toBe(200);
  });

  it('of a workspace that the person has left meanwhile is worth nothing', async () => {
    const person = await chat.person();
    const code = await chat.approve(person);
    await store.db('membership').where('user_id', person.userId).delete();
    expect((await chat.redeem(code)).body['error']).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('is replaced at each use, and each one starts sixty days anew', async () => {
    let { refresh_token: token } = await chat.connect(await chat.person());
    for (const days of [59, 59, 59]) {
      await passSeconds(store, days * 86_400);
      const { status, body } = await chat.refresh(token, { scope: 'research:read', resource: `${chat.base}/mcp` });
      expect([status, body['refresh_token'] === token]).toEqual([200, false]);
      expect(await chat.payerOf(String(body['access_token']))).not.toBeNull();
      token = String(body['refresh_token']);
    }
    await passSeconds(store, 60 * 86_400);
    expect((await chat.refresh(token)).body['error']).toBe('invalid_grant');
  });

  it('gives another pair for half a minute after its first use, because chats refresh from several places at once', async () => {
    const person = await chat.person();
    const { refresh_token: token } = await chat.connect(person);
    const first = await chat.refresh(token);
    await passSeconds(store, 15);
    const second = await chat.refresh(token);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body['refresh_token']).not.toBe(second.body['refresh_token']);
    for (const { body } of [first, second]) {
      expect(await chat.payerOf(String(body['access_token']))).not.toBeNull();
      expect((await chat.refresh(String(body['refresh_token']))).status).toBe(200);
    }
    expect(await grantsOf(person)).toMatchObject([{ revoked_because: null }]);
  });

  it('that comes again later was stolen: the grant ends, and with it every token that came of it', async () => {
    const person = await chat.person();
    const { refresh_token: token } = await chat.connect(person);
    const { body } = await chat.refresh(token);
    await passSeconds(store, 31);
    const again = await chat.refresh(token);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await chat.payerOf(String(body['access_token']))).toBeNull();
    expect((await chat.refresh(String(body['refresh_token']))).body['error']).toBe('invalid_grant');
    expect(await grantsOf(person)).toMatchObject([{ revoked_because: 'refresh-token-reused' }]);
  });

  it('is for the one resource, with a slash at its end, in capitals, or unnamed', async () => {
    for (const resource of [`${chat.base}/mcp/`, `${chat.base.toUpperCase()}/mcp`, undefined]) {
      const code = await chat.approve(await chat.person(), { resource });
      const { status, body } = await chat.redeem(code, { resource });
      const payer = await chat.payerOf(String(body['access_token']));
      expect([resource, status, payer]).toEqual([resource, 200, expect.any(String)]);
      const refreshed = await chat.refresh(String(body['refresh_token']), { resource });
      expect([resource, refreshed.status]).toEqual([resource, 200]);
      expect(await chat.payerOf(String(refreshed.body['access_token']))).not.toBeNull();
    }
  });

  it('is not spent by a request that asks for too much', async () => {
    const { refresh_token: token } = await chat.connect(await chat.person());
    expect((await chat.refresh(token, { scope: 'research:read research:write' })).body['error']).toBe('invalid_scope');
    expect((await chat.refresh(token, { resource: 'https://elsewhere.example/mcp' })).body['error']).toBe(
      'invalid_target',
    );
    await passSeconds(store, 60);
    expect((await chat.refresh(token)).status).toBe(200);
  });

  it('asks for consent again once the person has left the workspace that pays, and works again when they are back', async () => {
    const person = await chat.person();
    const { refresh_token: token, access_token: access } = await chat.connect(person);
    await store.db('membership').where('user_id', person.userId).delete();
    expect([(await chat.refresh(token)).body['error'], await chat.payerOf(access)]).toEqual(['invalid_grant', null]);
    const [workspaceId = ''] = person.workspaceIds;
    const now = '2026-02-01T00:00:00.000Z';
    await setMembership(store.db, { workspaceId, userId: person.userId, role: 'member', now });
    expect((await chat.refresh(token)).status).toBe(200);
  });
});

describe('a revocation', () => {
  it('by either token ends the whole grant at once, and says the same the second time', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const person = await chat.person();
      const tokens = await chat.connect(person);
      for (const _ of [1, 2]) {
        const { status, body, headers } = await chat.revoke(tokens[kind], { token_type_hint: 'anything' });
        expect([status, body, headers.get('cache-control')]).toEqual([200, {}, 'no-store']);
      }
      expect(await chat.payerOf(tokens.access_token)).toBeNull();
      expect((await chat.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
      expect(await grantsOf(person)).toMatchObject([{ revoked_because: 'client' }]);
    }
  });

  it('leaves a code of that grant worth nothing, and a new consent makes a new grant', async () => {
    const person = await chat.person();
    const { access_token: access } = await chat.connect(person);
    const code = await chat.approve(person);
    await chat.revoke(access);
    expect((await chat.redeem(code)).body['error']).toBe('invalid_grant');
    const { access_token: anew } = await chat.connect(person);
    expect([await chat.payerOf(anew), await chat.payerOf(access)]).toEqual([person.workspaceIds[0], null]);
    expect(await grantsOf(person)).toMatchObject([{ revoked_because: 'client' }, { revoked_because: null }]);
  });
});

describe('what is kept', () => {
  it('is the SHA-256 of codes, tokens and secrets, and none of them as it was handed out, in any column', async () => {
    const person = await chat.person();
    const codes = [await chat.approve(person), await chat.approve(person)];
    const { body } = await chat.redeem(codes[0] ?? '');
    const secrets = [...codes, String(body['access_token']), String(body['refresh_token'])];
    let [cells, digests] = [0, 0];
    for (const table of ['oauth_client', 'oauth_grant', 'oauth_code', 'oauth_token', 'usage_entry', 'rate_window']) {
      for (const row of (await store.db(table)) as Record<string, unknown>[]) {
        for (const value of Object.values(row)) {
          cells += 1;
          const text = Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value);
          for (const secret of secrets) {
            expect(text.includes(secret) || text.includes(secret.slice(6, 40))).toBe(false);
            if (Buffer.isBuffer(value) && value.equals(sha256(secret))) digests += 1;
          }
        }
      }
    }
    expect([cells > 50, digests]).toEqual([true, 4]);
  });

  it('is forgotten once it has expired: codes, access tokens, and refresh tokens, used ones not before the others', async () => {
    const person = await chat.person();
    const { refresh_token: token } = await chat.connect(person);
    await chat.refresh(token);
    await passSeconds(store, 3_601);
    await tidy(store.db);
    const [{ grant_id: grantId = '' } = {}] = await grantsOf(person);
    const kinds = async () =>
      ((await store.db('oauth_token').where('grant_id', grantId)) as { kind: string }[]).map(({ kind }) => kind);
    expect([await kinds(), (await store.db('oauth_code')).length]).toEqual([['refresh', 'refresh'], 0]);
    expect((await chat.refresh(token)).body['error']).toBe('invalid_grant');
    expect(await grantsOf(person)).toMatchObject([{ revoked_because: 'refresh-token-reused' }]);
    const other = await chat.person();
    await chat.connect(other);
    await passSeconds(store, 60 * 86_400);
    expect(await tidy(store.db)).toMatchObject({ oauth_codes: 1 });
    expect(await store.db('oauth_token')).toEqual([]);
    expect(await grantsOf(other)).toMatchObject([{ revoked_because: 'unused' }]);
  });
});
