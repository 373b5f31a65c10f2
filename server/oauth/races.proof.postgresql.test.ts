// Races in the sign-in of chats, over two servers on one PostgreSQL: nothing is issued twice or after its end.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sha256 } from '../access/secrets.ts';
import { holdMembers, removeMember } from '../store/ledger/account-changes.ts';
import { openStore, type Store } from '../store/engine/engine.ts';
import { findGrantPayer } from '../store/people/grant-payer.ts';
import { retrying } from '../store/known/clock.ts';
import { undeadlocked } from '../store/keeping/retention.ts';
import { endUnusedGrants, forgetExpired } from '../store/people/oauth-grants.ts';
import { databaseOf } from '../store/testing/address.ts';
import { openTestStore } from '../store/testing/store.ts';
import { setMembership } from '../store/people/workspaces.ts';
import { type ChatBench, type Person, type ChatReply, chatBench, passSeconds } from '../testing/chat.ts';

let store: Store;
let second: Store;
let chats: readonly [ChatBench, ChatBench];
beforeAll(async () => {
  store = await openTestStore();
  second = await openStore({ databaseUrl: await databaseOf(store, inject('databaseUrl')) });
  chats = [await chatBench(store), await chatBench(second)];
});
afterAll(async () => {
  for (const chat of chats) await chat.close();
  await second.close();
  await store.close();
});

const eight = [0, 1, 2, 3, 4, 5, 6, 7];
const server = (number: number): ChatBench => chats[number % 2 === 0 ? 0 : 1];
const isGood = async (token: unknown): Promise<boolean> => {
  const digest = sha256(String(token));
  const found = await Promise.all(chats.map(({ base }) => findGrantPayer(store.db, digest, `${base}/mcp`)));
  return found.some((one) => one !== null);
};
const tokensOf = async ({ userId }: Person): Promise<number> => {
  const { rows } = await store.db.raw(
    'select 1 from oauth_token t join oauth_grant g on g.grant_id = t.grant_id where g.user_id = ?',
    [userId],
  );
  return rows.length;
};
const endedBecause = async ({ userId }: Person): Promise<(string | null)[]> =>
  ((await store.db('oauth_grant').where('user_id', userId)) as { revoked_because: string | null }[]).map(
    ({ revoked_because: because }) => because,
  );
const outcomes = (all: readonly ChatReply[]): string[] =>
  all.map(({ status, body }) => (status === 200 ? 'issued' : String(body['error']))).toSorted();

describe('at once', () => {
  it('of eight redemptions of a code one is answered with tokens, in each of a hundred rounds, and then they are worth nothing', async () => {
    const person = await server(0).person();
    let rounds = 0;
    for (; rounds < 100; rounds += 1) {
      const code = await server(0).approve(person);
      const all = await Promise.all(eight.map((number) => server(number).redeem(code)));
      const issued = all.filter(({ status }) => status === 200);
      expect(outcomes(all)).toEqual([...Array.from({ length: 7 }, () => 'invalid_grant'), 'issued']);
      expect([await isGood(issued[0]?.body['access_token']), await tokensOf(person)]).toEqual([false, 0]);
    }
    expect([rounds, new Set(await endedBecause(person))]).toEqual([100, new Set(['code-reused'])]);
  });

  it('eight uses of a fresh refresh token each get a pair that works, and of one used long ago none, and the grant ends', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await server(0).person();
      const { refresh_token: token } = await server(0).connect(person);
      const fresh = await Promise.all(eight.map((number) => server(number).refresh(token)));
      expect(outcomes(fresh)).toEqual(Array.from({ length: 8 }, () => 'issued'));
      for (const { body } of fresh) expect(await isGood(body['access_token'])).toBe(true);
      expect(new Set(fresh.map(({ body }) => body['refresh_token'])).size).toBe(8);
      await passSeconds(store, 31);
      const late = await Promise.all(eight.map((number) => server(number).refresh(token)));
      expect(outcomes(late)).toEqual(Array.from({ length: 8 }, () => 'invalid_grant'));
      expect([await tokensOf(person), await endedBecause(person)]).toEqual([0, ['refresh-token-reused']]);
    }
  });

  it('a yes, a refresh and the removal of the person leave nothing that works for whoever comes back', async () => {
    for (let round = 0; round < 30; round += 1) {
      const person = await server(0).person();
      const { userId, workspaceIds } = person;
      const [workspaceId = ''] = workspaceIds;
      const { refresh_token: token } = await server(0).connect(person);
      const removing = async (): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, 2 * (round % 6)));
        await retrying(store.db, async (trx) => {
          await holdMembers(trx, workspaceId);
          await removeMember(trx, workspaceId, userId);
        });
      };
      const yes = server(round)
        .approve(person)
        .catch(() => null);
      const [refreshed, approved] = await Promise.all([server(1).refresh(token), yes, removing()]);
      await setMembership(store.db, { workspaceId, userId, role: 'member', now: '2026-11-01T00:00:00.000Z' });
      if (approved !== null) expect((await server(0).redeem(approved)).body['error']).toBe('invalid_grant');
      expect([await isGood(refreshed.body['access_token']), await tokensOf(person)]).toEqual([false, 0]);
      expect(await endedBecause(person)).toEqual(['left']);
    }
  });

  it('refreshing and revoking leave no token that works, whichever comes first', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const person = await server(0).person();
      const { access_token: access, refresh_token: token } = await server(0).connect(person);
      const refreshes = [0, 1, 2].map((number) => server(number).refresh(token));
      const revoked = server(round).revoke(round % 3 === 0 ? access : token);
      const [end, ...all] = await Promise.all([revoked, ...refreshes]);
      expect(end.status).toBe(200);
      for (const outcome of outcomes(all)) seen.add(outcome);
      for (const { body } of all) expect(await isGood(body['access_token'])).toBe(false);
      expect([await tokensOf(person), await endedBecause(person)]).toEqual([0, ['client']]);
    }
    expect([...seen].filter((one) => one !== 'issued')).toEqual(['invalid_grant']);
  });

  it('redeeming and revoking leave no token that works', async () => {
    for (let round = 0; round < 40; round += 1) {
      const person = await server(0).person();
      const { access_token: access } = await server(0).connect(person);
      const code = await server(0).approve(person);
      const [redeemed] = await Promise.all([server(0).redeem(code), server(1).revoke(access)]);
      expect([await isGood(redeemed.body['access_token']), await isGood(access)]).toEqual([false, false]);
      expect(await tokensOf(person)).toBe(0);
    }
  });

  it('two people who consent have a grant each, and one who consents several times has one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [ada, ben] = [await server(0).person(2), await server(0).person()];
      const [first = '', other = ''] = ada.workspaceIds;
      const consents = [
        server(0).decide(ada, server(0).query(), { decision: 'approve', workspace: first }),
        server(0).decide(ada, server(0).query(), { decision: 'approve', workspace: other }),
        server(0).decide(ada, server(0).query(), { decision: 'approve', workspace: first }),
        server(0).decide(ben, server(0).query()),
      ];
      const codes = (await Promise.all(consents)).map(({ location }) =>
        new URL(location ?? '').searchParams.get('code'),
      );
      expect([await endedBecause(ada), await endedBecause(ben)]).toEqual([[null], [null]]);
      for (const code of codes) expect((await server(0).redeem(code ?? '')).status).toBe(200);
    }
  });

  it('consenting and revoking leave at most one live grant, and a code of an ended one is worth nothing', async () => {
    for (let round = 0; round < 40; round += 1) {
      const person = await server(0).person();
      const { access_token: access } = await server(0).connect(person);
      const [code] = await Promise.all([server(0).approve(person), server(1).revoke(access)]);
      const live = (await endedBecause(person)).filter((because) => because === null);
      const { status } = await server(0).redeem(code);
      expect([live.length, status]).toEqual(live.length === 1 ? [1, 200] : [0, 400]);
      expect(await isGood(access)).toBe(false);
    }
  });
});

describe('tidying up', () => {
  it('ends no grant that a person allows again at that moment', async () => {
    for (let round = 0; round < 60; round += 1) {
      const person = await server(0).person();
      await server(0).connect(person);
      await passSeconds(store, 61 * 86_400);
      await forgetExpired(store.db, 'oauth_code');
      await forgetExpired(store.db, 'oauth_token');
      const [code] = await Promise.all([server(0).approve(person), undeadlocked(() => endUnusedGrants(second.db))]);
      expect((await server(1).redeem(code)).status).toBe(200);
    }
  });
});

describe('a store that does not answer in time', () => {
  it('is 503 with a time to wait, and says nothing of itself', async () => {
    const databaseUrl = await databaseOf(store, inject('databaseUrl'));
    const slow = await openStore({ databaseUrl, statementTimeoutMs: 1_000 });
    const chat = await chatBench(slow);
    const held = await store.db.transaction();
    await held.raw('lock table oauth_client in access exclusive mode');
    const { status, headers, body } = await chat.refresh(`ri_rt_${'0'.repeat(49)}`);
    await held.rollback();
    expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    expect(JSON.stringify(body)).not.toMatch(/oauth_client|statement|timeout/);
    expect(chat.served.failures).toHaveLength(1);
    await chat.served.close();
    await slow.close();
  });
});
