// Charges of AI chats in the audit: no drift, and a fault if no grant can have been charged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../access/secrets.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { chargesOn, inShort } from '../../testing/charges.ts';
import { makeTestGrant } from '../../testing/mcp.ts';
import { audit } from './audit.ts';
import { charge } from '../ledger/charge.ts';
import type { Store } from '../engine/engine.ts';
import { earlier } from '../testing/instants.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let requestIds = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** The id of an entry that a chat of a new workspace was charged for. */
async function chargedChat(): Promise<string> {
  const workspaceId = await makeTestWorkspace(store, { prepaid: 5 });
  const { token } = await makeTestGrant(store, { baseUrl: 'https://research.test', workspaceId });
  const made = await chargesOn(store);
  const requestId = `chat-${(requestIds += 1)}`;
  const payer = { kind: 'grant', tokenSha256: sha256(token), resource: 'https://research.test/mcp' } as const;
  expect((await charge(store.db, [made('', requestId, { payer })])).map(inShort)).toEqual(['prepaid']);
  return requestId;
}

async function keyIdOf(requestId: string): Promise<string> {
  const { rows } = await store.db.raw('select key_id from usage_entry where request_id = ?', [requestId]);
  return (rows as { key_id: string }[])[0]?.key_id ?? '';
}

const chatFaults = async () => (await audit(store.db)).drifts.filter(({ what }) => what === 'an entry of a chat');

describe('an entry of an AI chat', () => {
  it('is no drift, also when its grant has ended', async () => {
    const requestId = await chargedChat();
    expect((await audit(store.db)).drifts).toEqual([]);
    await store.db.raw(`update oauth_grant set revoked_at = now(), revoked_because = 'person'`);
    expect((await audit(store.db)).drifts).toEqual([]);
    expect(await store.db('usage_entry').where('request_id', requestId)).toHaveLength(1);
  });

  it.each([
    ['a grant that there is not', `key_id = 'grant:gr_nobody'`],
    ['a collection that chats do not read', `collection = 'preview', units = 0, paid_from = 'none', month = null`],
  ])('is a fault when it names %s', async (_what, change) => {
    const requestId = await chargedChat();
    await store.db.raw(`update usage_entry set ${change} where request_id = ?`, [requestId]);
    const found = await chatFaults();
    expect(found).toMatchObject([{ subject: requestId, expected: 'a grant of that workspace, reading live' }]);
    await store.db.raw('delete from usage_entry where request_id = ?', [requestId]);
  });

  it('is no drift when the person has let another workspace pay since', async () => {
    const requestId = await chargedChat();
    const workspaceId = await makeTestWorkspace(store, { prepaid: 5 });
    await store.db.raw('update oauth_grant set workspace_id = ?, created_at = now() where grant_id = ?', [
      workspaceId,
      (await keyIdOf(requestId)).slice('grant:'.length),
    ]);
    expect(await chatFaults()).toEqual([]);
    await store.db.raw('delete from usage_entry where request_id = ?', [requestId]);
  });

  it('is a fault when the grant has been that of another workspace for long', async () => {
    const [one, other] = [await chargedChat(), await chargedChat()];
    await store.db.raw(`update oauth_grant set created_at = ${earlier('created_at', `interval '1 hour'`)}`);
    await store.db.raw('update usage_entry set key_id = ? where request_id = ?', [await keyIdOf(other), one]);
    const found = await chatFaults();
    expect(found.map(({ subject }) => subject)).toContain(one);
    expect(found.map(({ subject }) => subject)).not.toContain(other);
  });
});
