// The commands for AI chats: one client at a time, a secret that is shown once, and connections that end.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isClientSecret, oauthDigest } from '../../access/chats/oauth-secrets.ts';
import type { Store } from '../../store/engine/engine.ts';
import { findRegisteredClient } from '../../store/people/oauth-clients.ts';
import { insertTokens, upsertGrant } from '../../store/people/oauth-grants.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { makeTestPerson } from '../../testing/people.ts';
import { type AccountBench, accountBench } from '../testing/account-bench.ts';

let store: Store | null = null;
let run: AccountBench['run'];
let reported: AccountBench['reported'];
beforeEach(async () => {
  await store?.close();
  store = await openTestStore();
  ({ run, reported } = accountBench(store));
});
afterAll(() => store?.close());
const opened = (): Store => {
  if (store === null) throw new Error('no store is open');
  return store;
};

const callback = 'https://chat.example/callback';
const register = (...more: string[]) =>
  reported('register-oauth-client', '--name', 'Chat', '--redirect-uri', callback, ...more);

async function connect(clientId: string): Promise<{ grantId: string; email: string; workspaceId: string }> {
  const { db } = opened();
  const workspaceId = await makeTestWorkspace(opened());
  const { userId, email } = await makeTestPerson(opened(), [workspaceId]);
  const terms = { clientId, scope: 'research:read', resource: 'https://research.test/mcp' };
  const grantId = await db.transaction(async (trx) => {
    const made = await upsertGrant(trx, { grantId: `grt_${userId}`, userId, workspaceId, ...terms });
    await insertTokens(trx, made, [{ sha256: Buffer.from(userId), kind: 'access', lifeSeconds: 60 }]);
    return made;
  });
  return { grantId, email, workspaceId };
}

describe('register-oauth-client', () => {
  it('registers a public client, and the same one again with another name and other addresses', async () => {
    expect(await register()).toEqual({
      client_id: 'chat',
      name: 'Chat',
      redirect_uris: [callback],
      confidential: false,
      client_secret: null,
      replaced: null,
      ended_connections: 0,
    });
    const { grantId } = await connect('chat');
    const loopback = ['--redirect-uri', 'http://127.0.0.1', '--redirect-uri', 'http://127.0.0.1/'];
    const again = await run('register-oauth-client', '--name', ' Desk chat ', ...loopback);
    expect([again.exit, again.stdout]).toEqual([
      0,
      'client id: chat (Desk chat), without a secret\nanswers go to: http://127.0.0.1\nanswers go to: http://127.0.0.1/\n',
    ]);
    expect(await findRegisteredClient(opened().db)).toMatchObject({
      client_id: 'chat',
      name: 'Desk chat',
      redirect_uris: ['http://127.0.0.1', 'http://127.0.0.1/'],
      secret_sha256: null,
    });
    expect((await run('list-connections')).stdout).toContain(grantId);
  });

  it('shows a confidential client’s secret once, keeps it through changes, and makes another when asked', async () => {
    const first = String((await register('--confidential', '--client-id', 'claude'))['client_secret']);
    expect(first).toMatch(/^ri_cs_\w{49}$/);
    const isKept = async (secret: string): Promise<boolean> => {
      const kept = (await findRegisteredClient(opened().db))?.secret_sha256 ?? Buffer.alloc(32);
      return isClientSecret(secret, kept);
    };
    expect(await register()).toMatchObject({ client_id: 'claude', confidential: true, client_secret: null });
    expect(await register('--confidential')).toMatchObject({ confidential: true, client_secret: null });
    expect(await isKept(first)).toBe(true);
    const second = await run('register-oauth-client', '--name', 'Chat', '--redirect-uri', callback, '--new-secret');
    expect(second.stdout).toMatch(/client secret: ri_cs_\w{49}\nthe secret is not shown again\n$/);
    expect(await isKept(first)).toBe(false);
    expect(await isKept(/ri_cs_\w+/.exec(second.stdout)?.[0] ?? '')).toBe(true);
  });

  it('refuses another client unless it is to replace the first, which ends what people have allowed that one', async () => {
    await register();
    const { grantId } = await connect('chat');
    const refused = await run('register-oauth-client', '--name', 'X', '--redirect-uri', callback, '--client-id', 'x');
    expect([refused.exit, refused.stderr]).toEqual([
      1,
      'chat is registered, and there is one client at a time: --replace retires it and ends what people have allowed it\n',
    ]);
    expect(await findRegisteredClient(opened().db)).toMatchObject({ client_id: 'chat' });
    const done = await register('--client-id', 'x', '--replace');
    expect(done).toMatchObject({ client_id: 'x', replaced: 'chat', ended_connections: 1 });
    expect((await opened().db('oauth_grant').where('grant_id', grantId)) as object[]).toMatchObject([
      { revoked_because: 'client-retired' },
    ]);
    expect(await opened().db('oauth_token')).toEqual([]);
    const back = await register('--client-id', 'chat', '--replace');
    expect(back).toMatchObject({ client_id: 'chat', replaced: 'x', ended_connections: 0 });
    expect(await opened().db('oauth_client').whereNull('retired_at')).toHaveLength(1);
  });

  it('refuses what no chat could use, or a person could not read', async () => {
    const cases: readonly (readonly [string, ...string[]])[] = [
      ['needs --name', '--redirect-uri', callback],
      ['needs --redirect-uri', '--name', 'Chat'],
      ['visible characters', '--name', 'a\u202Eb', '--redirect-uri', callback],
      ['visible characters', '--name', 'x'.repeat(49), '--redirect-uri', callback],
      ['--client-id must be', '--name', 'Chat', '--redirect-uri', callback, '--client-id', 'a b'],
      ['it must begin with https', '--name', 'Chat', '--redirect-uri', 'http://chat.example/'],
      ['it must have no query', '--name', 'Chat', '--redirect-uri', callback, '--redirect-uri', `${callback}?x`],
      ['at most 20', '--name', 'Chat', ...Array.from({ length: 21 }, (_, i) => `--redirect-uri=${callback}${i}`)],
      ['add --confidential', '--name', 'Chat', '--redirect-uri', callback, '--new-secret'],
    ];
    for (const [words, ...argv] of cases) await expect(run('register-oauth-client', ...argv)).rejects.toThrow(words);
    expect([cases.length, await findRegisteredClient(opened().db)]).toEqual([9, null]);
  });

  it('of two at once registers one', async () => {
    const [first, second] = await Promise.all([
      run('register-oauth-client', '--name', 'A', '--redirect-uri', callback, '--client-id', 'a'),
      run('register-oauth-client', '--name', 'B', '--redirect-uri', callback, '--client-id', 'b'),
    ]);
    expect([first.exit, second.exit].toSorted()).toEqual([0, 1]);
    expect(await opened().db('oauth_client')).toHaveLength(1);
  });

  it('of three at once that are the first of one client tells one secret, which works, and keeps the kind', async () => {
    for (let round = 0; round < 5; round += 1) {
      await opened().db('oauth_client').delete();
      const kinds = ['--confidential', '--confidential', '--confidential'];
      const done = await Promise.all(kinds.map((kind) => register(kind)));
      const told = done.flatMap((one) => one['client_secret'] ?? []);
      expect(told).toHaveLength(1);
      const digest = oauthDigest('client', String(told[0]));
      expect((await findRegisteredClient(opened().db))?.secret_sha256).toEqual(digest);
    }
  });

  it('of four at once that replace each other leaves one, and keeps every name', async () => {
    await register();
    for (let round = 0; round < 5; round += 1) {
      const ids = Array.from({ length: 4 }, (_, index) => `c${round}-${index}`);
      const done = await Promise.all(ids.map((id) => register('--client-id', id, '--replace')));
      expect(done.map((one) => one['client_id'])).toEqual(ids);
      expect(await opened().db('oauth_client').whereNull('retired_at')).toHaveLength(1);
    }
    expect(await opened().db('oauth_client')).toHaveLength(21);
  });
});

describe('connections', () => {
  it('are listed with who pays, and ended by their id, once', async () => {
    expect((await run('list-connections')).stdout).toBe('no connections\n');
    await register();
    const { grantId, email, workspaceId } = await connect('chat');
    const { stdout } = await run('list-connections');
    expect(stdout).toMatch(
      new RegExp(`^${grantId}  Chat  ${email}  paid by ${workspaceId}  since 2\\S+Z  used never\n$`),
    );
    expect(await reported('list-connections')).toMatchObject({
      connections: [{ grant_id: grantId, payer_is_left: false }],
    });
    expect((await run('revoke-connection', grantId)).stdout).toBe(`revoked: ${grantId}\n`);
    expect(await run('revoke-connection', grantId)).toMatchObject({
      exit: 1,
      stderr: `there is no connection ${grantId} that has not ended already\n`,
    });
    expect((await run('list-connections')).stdout).toBe('no connections\n');
  });
});
