// Device login beyond HTTP: a disconnected client gets no key, and taken codes are drawn again.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type TestAdmin, makeTestAdmin } from '../../testing/device.ts';
import { createDeviceLogin, decideLogin } from './device-login.ts';
import { sha256 } from '../secrets.ts';

let store: Store;
let admin: TestAdmin;
beforeAll(async () => {
  store = await openTestStore();
  admin = await makeTestAdmin(store);
});
afterAll(() => store.close());

const asked = { deviceName: 'laptop', acquisition: {}, askedFrom: '192.0.2.1' };

it('delivers nothing to a client that has gone away, and the key to its next poll', async () => {
  const logins = createDeviceLogin({ db: store.db, randomBytes });
  const { deviceCode, userCode } = await logins.start(asked);
  expect(await decideLogin(store.db, { ...admin, userCode, decision: 'approve' })).toBe('decided');
  const poll = (isListening: boolean) => logins.poll(sha256(deviceCode), () => isListening);
  expect(await poll(false)).toEqual({ answer: 'pending', interval: 5, apiKey: null });
  // The client was not asked to wait: an unheard poll does not count.
  expect(await poll(true)).toMatchObject({ answer: 'deliver', apiKey: expect.stringMatching(/^ri_live_/) });
});

it('draws codes again that another login has, and gives up on randomness that repeats itself', async () => {
  let drawn = 0;
  const stuck = (size: number): Uint8Array => new Uint8Array(size).fill(7);
  const stuckTwice = (size: number): Uint8Array => ((drawn += 1) <= 3 ? stuck(size) : randomBytes(size));
  const first = await createDeviceLogin({ db: store.db, randomBytes: stuck }).start(asked);
  const second = await createDeviceLogin({ db: store.db, randomBytes: stuckTwice }).start(asked);
  expect([second.userCode === first.userCode, second.deviceCode === first.deviceCode]).toEqual([false, false]);
  await expect(createDeviceLogin({ db: store.db, randomBytes: stuck }).start(asked)).rejects.toThrow('all taken');
});
