// Limits of keys on the account page: when a key is created, and later, also for a device login.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../../access/keys.ts';
import { keyOperations } from '../../access/key-operations.ts';
import type { Store } from '../../store/engine/engine.ts';
import { insertKey } from '../../store/people/keys.ts';
import { setLimits } from '../../store/ledger/workspace-limits.ts';
import type { FormFields, ServedPages } from '../testing/browser.ts';
import { alerts, expectWellMade } from '../testing/sign-in.ts';
import { type TestPerson, makePerson, makeWorkspace, wholeAccount, openAccountPages } from './testing/account.ts';

let store: Store;
let pages: ServedPages;
let close: () => Promise<void>;
let workspace: string;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  ({ store, pages, close } = await openAccountPages());
});
beforeEach(async () => {
  workspace = await makeWorkspace(store);
  admin = await makePerson(store, pages, [[workspace, 'admin']]);
  member = await makePerson(store, pages, [[workspace, 'member']]);
});
afterAll(() => close());

const make = (fields: FormFields) =>
  admin.browser.post('/account/keys', {
    workspace,
    name: 'laptop',
    form: randomBytes(12).toString('hex'),
    collection: 'live',
    ...fields,
  });

const allOperations = keyOperations.map(([name]) => name);

type KeyRow = { key_id: string; days: number | null; operations: string[] | null; minute_max: number | null };

async function keys(): Promise<KeyRow[]> {
  const { rows } = await store.db.raw(
    `select key_id, round(extract(epoch from expires_at - created_at) / 86400)::integer as days, operations, minute_max
       from api_key where workspace_id = ? order by created_at`,
    [workspace],
  );
  return rows as KeyRow[];
}

async function deviceKey(): Promise<string> {
  const { key: _key, ...made } = makeKey('live', randomBytes);
  const now = pages.context.now();
  await insertKey(store.db, { ...made, name: 'Ada’s laptop', madeBy: 'device', workspaceId: workspace, now });
  return made.keyId;
}

const limit = (keyId: string, fields: FormFields, who = admin) =>
  who.browser.post(`/account/keys/${keyId}/limits`, { workspace, ...fields });

describe('a new key', () => {
  it('is held to what the form says, and the list and the trail say so', async () => {
    const made = await make({ expires: '90', minute: '30', reads: 'some', operation: 'getBrief' });
    expect([made.status, made.text.includes('ri_live_')]).toEqual([200, true]);
    expect(await keys()).toMatchObject([{ days: 90, minute_max: 30, operations: ['getBrief'] }]);
    const account = { text: await wholeAccount(admin.browser) };
    expect(account.text).toMatch(/Until <time[^>]*>[^<]+<\/time>\. At most 30 a minute\. Only Briefs\./);
    expect(account.text).toContain('operations: getBrief');
  });

  it('may ask for everything where the form has no such fields, and where all boxes are ticked', async () => {
    await make({});
    await make({ expires: 'never', minute: '', reads: 'all', operation: allOperations });
    await make({ reads: 'some', operation: allOperations });
    const free = { days: null, minute_max: null, operations: null };
    expect(await keys()).toMatchObject([free, free, free]);
  });

  it.each<[string, FormFields]>([
    ['everything, with a box that is not ticked', { reads: 'all', operation: allOperations.slice(1) }],
    ['everything, with no box ticked', { reads: 'all' }],
    ['boxes without a choice', { operation: 'getBrief' }],
    ['both choices at once', { reads: ['some', 'all'], operation: 'getBrief' }],
    ['a choice that the form does not offer', { reads: 'none', operation: allOperations }],
  ])('is not made where the form contradicts itself: %s', async (_contradiction, fields) => {
    const back = await make(fields);
    expect(back.location).toContain('notice=key-operations-unclear');
    const account = await admin.browser.follow(back);
    expect(alerts(account)).toBe(1);
    expect(account.text).toContain('“Everything” is chosen, and not every box below it is ticked');
    expect(await keys()).toEqual([]);
  });

  it.each([
    ['key-expiry', { expires: '31' }],
    ['key-expiry', { expires: '' }],
    ['key-minute', { minute: '0' }],
    ['key-minute', { minute: 'ten' }],
    ['key-minute', { minute: '10000000000' }],
    ['key-operations', { reads: 'some' }],
    ['key-operations', { reads: 'some', operation: 'getStatus' }],
    ['key-operations', { reads: 'some', operation: 'constructor' }],
    ['key-operations', { reads: 'all', operation: [...allOperations, 'getStatus'] }],
  ])('is not made where the form says what it does not offer: %s', async (notice, fields) => {
    const back = await make(fields as FormFields);
    expect(back.location).toContain(`notice=${notice}`);
    expect(alerts(await admin.browser.follow(back))).toBe(1);
    expect(await keys()).toEqual([]);
  });
});

describe('a key of a device login', () => {
  it('is limited on a page of its own, and freed again; each change is in the trail', async () => {
    const keyId = await deviceKey();
    const form = await admin.browser.get(`/account/keys/${keyId}/limits?workspace=${workspace}`);
    expectWellMade(form);
    expect(form.text).toContain('Ada’s laptop');
    for (const [name] of keyOperations) expect(form.text).toContain(`value="${name}"`);
    const set = await limit(keyId, { expires: '30', minute: '5', reads: 'some', operation: 'getBelief' });
    expect(set.location).toContain('notice=key-limited');
    expect(await keys()).toMatchObject([{ days: 30, minute_max: 5, operations: ['getBelief'] }]);
    const again = await admin.browser.get(`/account/keys/${keyId}/limits?workspace=${workspace}`);
    expect(again.text).toMatch(/<option value="keep" selected>Until /);
    // "Everything" with the boxes as the page showed them, the way in which a person removes the limit.
    await limit(keyId, { expires: 'keep', minute: '', reads: 'all', operation: 'getBelief' });
    expect(await keys()).toMatchObject([{ days: 30, minute_max: null, operations: null }]);
    await limit(keyId, { expires: 'never' });
    expect(await keys()).toMatchObject([{ days: null }]);
    const account = await admin.browser.get('/account/trail');
    expect(account.text.match(/changed the limits of the key/g)).toHaveLength(3);
  });

  it('stays held to what it was where the form contradicts itself, or has no such fields', async () => {
    const keyId = await deviceKey();
    await limit(keyId, { reads: 'some', operation: ['getBelief', 'getBrief'] });
    for (const fields of [{ operation: 'getBrief' }, {}, { operation: ['getBrief', 'getEvidence'] }]) {
      const back = await limit(keyId, { reads: 'all', ...fields });
      expect(back.location).toContain('notice=key-operations-unclear');
    }
    expect((await limit(keyId, { minute: '5' })).location).toContain('notice=key-limited');
    expect(await keys()).toMatchObject([{ minute_max: 5, operations: ['getBelief', 'getBrief'] }]);
  });

  it('is not changed by a member, by an admin of another workspace, or by a form of another site', async () => {
    const keyId = await deviceKey();
    const other = await makeWorkspace(store, { name: 'Other' });
    const stranger = await makePerson(store, pages, [[other, 'admin']]);
    expect((await limit(keyId, { minute: '1' }, member)).status).toBe(403);
    expect((await limit(keyId, { minute: '1' }, stranger)).status).toBe(404);
    const theirs = await stranger.browser.post(`/account/keys/${keyId}/limits`, { workspace: other, minute: '1' });
    expect(theirs.location).toContain('notice=key-not-active');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect(
      (await admin.browser.post(`/account/keys/${keyId}/limits`, { workspace, minute: '1' }, foreign)).status,
    ).toBe(403);
    expect((await member.browser.get(`/account/keys/${keyId}/limits?workspace=${workspace}`)).status).toBe(403);
    expect((await stranger.browser.get(`/account/keys/${keyId}/limits?workspace=${other}`)).location).toContain(
      'key-not-active',
    );
    expect(await keys()).toMatchObject([{ minute_max: null }]);
  });

  it('that has ended stays ended: it is listed as expired, and no form brings it back', async () => {
    const keyId = await deviceKey();
    await store.db.raw(`update api_key set expires_at = now() - interval '1 second' where key_id = ?`, [keyId]);
    expect((await admin.browser.get('/account/keys')).text).toContain('Expired');
    expect((await limit(keyId, { expires: 'never' })).location).toContain('notice=key-not-active');
    expect((await limit('key_%00', { expires: 'never' })).location).toContain('notice=key-not-active');
    expect((await admin.browser.get(`/account/keys/${keyId}/limits?workspace=${workspace}`)).location).toContain(
      'key-not-active',
    );
  });
});

it('the account page says how fast the workspace may ask, and its share where that is more than usual', async () => {
  const shown = async () => (await member.browser.get('/account/plan')).text.replaceAll(/\s+/g, ' ');
  expect(await shown()).not.toContain('times the usual share');
  await store.db.transaction((trx) => setLimits(trx, workspace, { burst_max: 50, minute_max: 6_000, weight: 3 }));
  expect(await shown()).toContain(
    'At most 50 requests a second and 6,000 a minute, over all keys and chats of the workspace. While many wait for new answers, it is given 3 times the usual share.',
  );
});
