// Erasure while users act: a concurrent write is erased too, or refused.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdRole, insertKeyOfPerson, lockAndCountKeys } from '../../store/ledger/account-changes.ts';
import { OPERATOR } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { decide, makeTestAdmin, poll, startLogin } from '../../testing/device.ts';
import { type TestService, startTestService } from '../../testing/service.ts';
import { deleteWorkspace, forgetUser } from './erasure.ts';
import { makeKey } from '../keys.ts';
import { signInWithPassword } from '../sign-in/sign-in.ts';
import { goodPassword, testPeople } from '../testing/people.ts';

let store: Store;
let service: TestService;
beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const now = '2026-01-02T00:00:00.000Z';

/** As the account page makes one. */
function makeKeyAs(userId: string, workspaceId: string): Promise<boolean> {
  return retrying(store.db, async (trx) => {
    if ((await holdRole(trx, workspaceId, userId)) !== 'admin') return false;
    await lockAndCountKeys(trx, workspaceId);
    const { key: _, ...made } = makeKey('live', randomBytes);
    return insertKeyOfPerson(trx, { ...made, name: 'late', workspaceId, userId, now });
  });
}

async function count(sql: string, values: string[]): Promise<number> {
  const { rows } = await store.db.raw(`select count(*)::integer as found ${sql}`, values);
  return (rows as { found: number }[])[0]?.found ?? -1;
}

it('leaves a deleted workspace without a key, whoever makes one at the same moment', async () => {
  let made = 0;
  for (let round = 0; round < 15; round += 1) {
    const { userId, workspaceId } = await makeTestAdmin(store);
    const login = await startLogin(service);
    await decide(store, login, { decision: 'approve', userId, workspaceId });
    const deleted = retrying(store.db, (trx) =>
      deleteWorkspace(trx, workspaceId, { actor: OPERATOR, abandonSubscription: false }),
    );
    const others = [makeKeyAs(userId, workspaceId), makeKeyAs(userId, workspaceId), poll(service, login.deviceCode)];
    await Promise.all([deleted, ...others]);
    made += await count('from api_key where workspace_id = ?', [workspaceId]);
    expect(await count('from api_key where workspace_id = ? and revoked_at is null', [workspaceId])).toBe(0);
    expect(await count('from membership where workspace_id = ?', [workspaceId])).toBe(0);
    expect(await count('from workspace where workspace_id = ? and deleted_at is not null', [workspaceId])).toBe(1);
    expect(await makeKeyAs(userId, workspaceId)).toBe(false);
  }
  expect(made).toBeGreaterThan(0);
});

it('leaves a forgotten user without a session, membership or link, whatever begins at the same moment', async () => {
  const people = testPeople(store);
  const desk = await people.makeWorkspace();
  for (let round = 0; round < 8; round += 1) {
    const email = `user${round}@example.com`;
    const userId = await people.join(email, desk);
    const other = await people.makeWorkspace();
    await people.invite(email, other);
    const names = { userId, email };
    const attempt = { email, password: goodPassword, address: `192.0.2.${round}`, browser: 'Firefox' };
    await Promise.allSettled([
      signInWithPassword(people.means, attempt),
      retrying(store.db, (trx) => forgetUser(trx, names, OPERATOR)),
      people.accept(email, other),
      signInWithPassword(people.means, attempt),
    ]);
    for (const table of ['browser_session', 'membership'])
      expect([table, await count(`from ${table} where user_id = ?`, [userId])]).toEqual([table, 0]);
    for (const table of ['sign_in_link', 'invitation'])
      expect([table, await count(`from ${table} where email_folded = ?`, [email])]).toEqual([table, 0]);
    expect(await count('from user_account where user_id = ? and forgotten_at is not null', [userId])).toBe(1);
  }
});
