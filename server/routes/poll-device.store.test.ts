// Polls of a device login over HTTP on a real store: every row of the specification's table, and the approved key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { listKeys, revokeKey } from '../store/people/keys.ts';
import { tidy } from '../store/keeping/retention.ts';
import { openTestStore } from '../store/testing/store.ts';
import { setMembership } from '../store/people/workspaces.ts';
import {
  type TestAdmin,
  type TestLogin,
  decide,
  makeDecider,
  makeTestAdmin,
  passSeconds,
  poll,
  polledAs,
  startLogin,
} from '../testing/device.ts';
import { type TestService, baseUrl, codeOf, startTestService } from '../testing/service.ts';

let store: Store;
let service: TestService;
let admin: TestAdmin;

beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
  admin = await makeTestAdmin(store);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const keyPattern = /^ri_live_[0-9A-Za-z]{49}$/;
const approve = (login: TestLogin) => decide(store, login, { ...admin, decision: 'approve' });
const deny = (login: TestLogin) => decide(store, login, { ...admin, decision: 'deny' });
/** A poll after the interval: its status and body. */
async function patientPoll(login: TestLogin): Promise<[number, unknown]> {
  await passSeconds(store, login, 60);
  return polledAs(service, login);
}
const keyOf = ([status, body]: [number, unknown]): string => {
  expect([status, body]).toEqual([200, { status: 'authorized', apiKey: expect.stringMatching(keyPattern) }]);
  return (body as { apiKey: string }).apiKey;
};

describe('GET /api/auth/cli/poll', () => {
  it('is pending until a person decides, and nobody may keep the answer [SPEC-S2] [SPEC-L7]', async () => {
    const login = await startLogin(service);
    const answered = await poll(service, login.deviceCode);
    expect([answered.status, answered.text]).toEqual([200, '{"status":"pending","interval":5}']);
    expect(answered.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Authorization' });
    await passSeconds(store, login, 5);
    expect(await polledAs(service, login)).toEqual([200, { status: 'pending', interval: 5 }]);
  });

  it('delivers the key of an approved login once, and stays authorized without one, past its expiry too [SPEC-S2] [SPEC-S5] [SPEC-A7]', async () => {
    const login = await startLogin(service, { deviceName: 'build agent' });
    expect(await polledAs(service, login)).toEqual([200, { status: 'pending', interval: 5 }]);
    expect(await approve(login)).toBe('decided');
    const key = keyOf(await patientPoll(login));
    for (const seconds of [60, 60, 900, 3_600, 20 * 3_600]) {
      await passSeconds(store, login, seconds);
      expect(await polledAs(service, login)).toEqual([200, { status: 'authorized' }]);
    }
    const [made, ...others] = (await listKeys(store.db)).filter(({ name }) => name === 'build agent');
    expect(others).toEqual([]);
    expect(made).toMatchObject({ collection: 'live', made_by: 'device', workspace_id: admin.workspaceId });
    expect(key.endsWith(made?.hint.slice(-4) ?? '')).toBe(true);
    const { rows } = await store.db.raw('select acquisition_id, created_by from api_key where key_id = ?', [
      made?.key_id ?? '',
    ]);
    expect(rows).toEqual([{ acquisition_id: login.acquisitionId, created_by: admin.userId }]);
  });

  it('gives a live key that reads, names the login in its checkout address, and can be revoked [SPEC-A7]', async () => {
    const login = await startLogin(service);
    await approve(login);
    const authorization = `Bearer ${keyOf(await polledAs(service, login))}`;
    const status = await service.ask('/v1/status', { headers: { authorization } });
    const told = JSON.parse(status.text) as { keyId: string };
    expect(told).toMatchObject({
      status: 'unavailable',
      dataMode: 'live',
      scopes: ['research:read'],
      checkoutUrl: `${baseUrl}/subscribe?access=required&source=cli-auth&acquisition=${login.acquisitionId}`,
    });
    expect(codeOf(await service.ask('/api/auth/cli/poll', { headers: { authorization } }))).toBe('401');
    expect(await revokeKey(store.db, told.keyId, '2026-01-02T00:00:00.000Z')).not.toBe(null);
    expect(codeOf(await service.ask('/v1/status', { headers: { authorization } }))).toBe('unauthorized');
    expect(await patientPoll(login)).toEqual([200, { status: 'authorized' }]);
  });

  it('stays denied, past its expiry too [SPEC-S3]', async () => {
    const login = await startLogin(service);
    expect(await deny(login)).toBe('decided');
    expect(await polledAs(service, login)).toEqual([200, { status: 'denied' }]);
    await passSeconds(store, login, 3_600);
    expect(await polledAs(service, login)).toEqual([200, { status: 'denied' }]);
    expect(await approve(login)).toBe('too-late');
  });

  it('is expired from expiresAt on, undecided or approved and not fetched, and nothing revives it [SPEC-S4] [SPEC-L8]', async () => {
    const [undecided, unfetched] = [await startLogin(service), await startLogin(service)];
    expect(await approve(unfetched)).toBe('decided');
    for (const login of [undecided, unfetched]) {
      await passSeconds(store, login, 900);
      const answered = await poll(service, login.deviceCode);
      expect([answered.status, answered.text]).toEqual([410, '{"status":"expired"}']);
      expect(answered.headers['cache-control']).toBe('no-store');
      expect(await approve(login)).toBe('too-late');
      expect(await deny(login)).toBe('too-late');
      expect(await patientPoll(login)).toEqual([410, { status: 'expired' }]);
    }
  });

  it('polled too fast is slow_down in every state, with Retry-After, and the larger interval stays [SPEC-S6] [SPEC-L7]', async () => {
    const states: Record<string, (login: TestLogin) => Promise<unknown>> = {
      pending: async () => undefined,
      approved: approve,
      denied: deny,
      delivered: async (login) => [await approve(login), keyOf(await patientPoll(login))],
      expired: (login) => passSeconds(store, login, 900),
    };
    for (const [state, reach] of Object.entries(states)) {
      const login = await startLogin(service);
      await polledAs(service, login);
      await reach(login);
      if (state === 'expired') await poll(service, login.deviceCode);
      const answered = await poll(service, login.deviceCode);
      expect([state, answered.status, answered.text]).toEqual([state, 429, '{"status":"slow_down","interval":10}']);
      expect(answered.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
      await passSeconds(store, login, 5);
      expect(await polledAs(service, login)).toEqual([429, { status: 'slow_down', interval: 15 }]);
      await passSeconds(store, login, 15);
      const [status, body] = await polledAs(service, login);
      if (state === 'pending') expect([status, body]).toEqual([200, { status: 'pending', interval: 15 }]);
      expect([state, status]).toEqual([state, state === 'expired' ? 410 : 200]);
    }
    expect(Object.keys(states)).toHaveLength(5);
  });

  it('is invalid for whatever is no device code of ours, alike for all [SPEC-S7]', async () => {
    const { deviceCode, userCode } = await startLogin(service);
    const other = deviceCode.endsWith('0') ? '1' : '0';
    const sent = [
      undefined,
      'Bearer',
      `Basic ${deviceCode}`,
      deviceCode,
      `Bearer ${deviceCode.slice(0, -1)}${other}`,
      `Bearer ${deviceCode}x`,
      `Bearer ri_dc_${'a'.repeat(49)}`,
      `Bearer ${userCode}`,
      'Bearer \u00ff',
    ];
    for (const authorization of sent) {
      const headers = authorization === undefined ? {} : { authorization };
      const answered = await service.ask('/api/auth/cli/poll', { headers });
      expect([answered.status, answered.text]).toEqual([401, '{"status":"invalid"}']);
      expect(answered.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
      expect(answered.headers['www-authenticate']).toMatch(/^Bearer realm="research"(, error="invalid_token")?$/);
    }
    expect(sent).toHaveLength(9);
  });

  it('knows a login for 24 hours past its expiry, and then as little as any other, tidied away or not [SPEC-S7]', async () => {
    const logins = [await startLogin(service), await startLogin(service)];
    const [kept, gone] = logins;
    if (kept === undefined || gone === undefined) throw new Error('two logins were started');
    for (const login of logins) keyOf([await approve(login), await polledAs(service, login)][1] as [number, unknown]);
    await passSeconds(store, kept, 900 + 24 * 3_600 - 60);
    await passSeconds(store, gone, 900 + 24 * 3_600);
    expect(await polledAs(service, kept)).toEqual([200, { status: 'authorized' }]);
    expect(await polledAs(service, gone)).toEqual([401, { status: 'invalid' }]);
    expect(await tidy(store.db)).toMatchObject({ device_grants: 1 });
    await passSeconds(store, kept, 5);
    expect(await polledAs(service, kept)).toEqual([200, { status: 'authorized' }]);
    expect(await polledAs(service, gone)).toEqual([401, { status: 'invalid' }]);
  });

  it('is told of an unknown code before a fault of the request, and of a fault before anything moves', async () => {
    const login = await startLogin(service);
    await approve(login);
    const faulty = (authorization: string) =>
      service.ask('/api/auth/cli/poll?colour=red', { headers: { authorization } });
    expect(codeOf(await faulty(`Bearer ri_dc_${'a'.repeat(49)}`))).toBe('401');
    expect(codeOf(await faulty(`Bearer ${login.deviceCode}`))).toBe('invalid-request');
    keyOf(await polledAs(service, login));
  });

  it('is no HEAD request, which would deliver a key to nobody', async () => {
    const login = await startLogin(service);
    await approve(login);
    const headers = { authorization: `Bearer ${login.deviceCode}` };
    const head = await service.ask('/api/auth/cli/poll', { method: 'HEAD', headers });
    expect([head.status, head.headers.allow]).toEqual([405, 'GET']);
    keyOf(await polledAs(service, login));
  });
});

describe('an approval', () => {
  it('is an admin’s of the workspace that pays, whatever else the person is [SPEC-A7]', async () => {
    const login = await startLogin(service);
    const { userId: member } = await makeDecider(store, admin.workspaceId, 'member');
    const stranger = await makeTestAdmin(store);
    const by = (userId: string) => decide(store, login, { ...admin, userId, decision: 'approve' });
    expect([await by(member), await by(stranger.userId), await by('usr_none')]).toEqual(Array(3).fill('not-an-admin'));
    expect(await polledAs(service, login)).toEqual([200, { status: 'pending', interval: 5 }]);
    expect(await approve(login)).toBe('decided');
  });

  it('is worth nothing when the admin is one no longer at the delivery: denied, and no key', async () => {
    const login = await startLogin(service);
    const { userId } = await makeDecider(store, admin.workspaceId, 'admin');
    expect(await decide(store, login, { ...admin, userId, decision: 'approve' })).toBe('decided');
    const now = '2026-01-03T00:00:00.000Z';
    await setMembership(store.db, { workspaceId: admin.workspaceId, userId, role: 'member', now });
    const keys = (await listKeys(store.db)).length;
    expect(await polledAs(service, login)).toEqual([200, { status: 'denied' }]);
    await setMembership(store.db, { workspaceId: admin.workspaceId, userId, role: 'admin', now });
    expect(await patientPoll(login)).toEqual([200, { status: 'denied' }]);
    expect((await listKeys(store.db)).length).toBe(keys);
  });
});
