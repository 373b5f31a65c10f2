// A person in a browser pays as a key does: checked in the statement that charges, named in the entry, accepted by the audit.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { makeTestPerson } from '../../testing/people.ts';
import { accountOf, chargesOn, inShort, usageOf } from '../../testing/charges.ts';
import { audit } from '../keeping/audit.ts';
import { type Charge, charge } from './charge.ts';
import type { Store } from '../engine/engine.ts';
import { findSessionPayer } from './session-payer.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let made: Awaited<ReturnType<typeof chargesOn>>;
beforeAll(async () => {
  store = await openTestStore();
  made = await chargesOn(store);
});
afterAll(() => store.close());

const shortly = async (charges: readonly Charge[]) => (await charge(store.db, charges)).map(inShort);
const drifts = async () => (await audit(store.db)).drifts;

async function person(prepaid: number) {
  const workspaceId = await makeTestWorkspace(store, { prepaid });
  const { userId, sessionId } = await makeTestPerson(store, [workspaceId]);
  const asks = (id: string, changes: { sessionId?: string; workspaceId?: string } = {}): Charge =>
    made('', id, { payer: { kind: 'session', sessionId, workspaceId, ...changes } });
  return { workspaceId, userId, sessionId, asks };
}

describe('a person who is signed in', () => {
  it('is charged once an id, from the balance of the workspace, and the entry names the person', async () => {
    const { workspaceId, userId, asks } = await person(2);
    expect(await shortly([asks('1'), asks('2'), asks('3')])).toEqual(['prepaid', 'prepaid', 'no-credit']);
    expect(await shortly([asks('1')])).toEqual(['known']);
    expect(await accountOf(store, workspaceId)).toMatchObject({ prepaid: 0 });
    expect(await usageOf(store, workspaceId)).toMatchObject(
      ['1', '2'].map((id) => ({ request_id: id, key_id: `session:${userId}`, units: 1, collection: 'live' })),
    );
    expect(await drifts()).toEqual([]);
  });

  it('shares balance and ids with the keys of the workspace, in one batch too', async () => {
    const { workspaceId, asks } = await person(2);
    const { key } = await makeTestKey(store, workspaceId);
    expect(await shortly([asks('a'), made(key, 'b'), asks('c')])).toEqual(['prepaid', 'prepaid', 'no-credit']);
    expect(await shortly([made(key, 'a'), asks('b')])).toEqual(['known', 'known']);
  });

  it('pays nothing with a session that is unknown or over, or for a workspace of others', async () => {
    const [mine, other] = [await person(3), await person(3)];
    expect(
      await shortly([
        mine.asks('1', { sessionId: 'ses_none' }),
        mine.asks('2', { workspaceId: other.workspaceId }),
        mine.asks('3', { workspaceId: 'ws_none' }),
      ]),
    ).toEqual(['unauthorized', 'unauthorized', 'unauthorized']);
    await store.db.raw(`delete from membership where user_id = ?`, [mine.userId]);
    expect(await shortly([mine.asks('4')])).toEqual(['unauthorized']);
    // Not now(): a column of whole milliseconds rounds it, up to half of one ahead of the charge that follows.
    await store.db.raw(`update browser_session set expires_at = now() - interval '1 minute' where user_id = ?`, [
      other.userId,
    ]);
    expect(await shortly([other.asks('5')])).toEqual(['unauthorized']);
    expect([await findSessionPayer(store.db, mine), await findSessionPayer(store.db, other)]).toEqual([null, null]);
    expect(await accountOf(store, mine.workspaceId)).toMatchObject({ prepaid: 3 });
  });

  it('is found with the workspace that pays', async () => {
    const { workspaceId, userId, sessionId } = await person(0);
    expect(await findSessionPayer(store.db, { sessionId, workspaceId })).toEqual({
      key_id: `session:${userId}`,
      collection: 'live',
      account_id: workspaceId,
    });
  });
});

describe('the audit', () => {
  it('finds entries of people who do not exist, and of people who read a preview', async () => {
    const { workspaceId, userId, asks } = await person(1);
    const id = `entry-${randomBytes(4).toString('hex')}`;
    await shortly([asks(id)]);
    const set = (column: string, value: string) =>
      store.db.raw(`update usage_entry set ${column} = ? where account_id = ?`, [value, workspaceId]);
    await set('key_id', 'session:usr_nobody');
    expect(await drifts()).toMatchObject([{ subject: id, what: 'an entry of a person in a browser' }]);
    await set('key_id', `session:${userId}`);
    expect(await drifts()).toEqual([]);
  });
});
