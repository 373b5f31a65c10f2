// A call waits while its own request id is running, and gets a problem only after too long.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type TestService, startTestService } from '../testing/service.ts';

let store: Store;
let service: TestService;

beforeAll(async () => {
  store = await openTestStore();
  await publishTold(store.db, {
    told: [{ belief: 'b1', observedAt: '2029-01-01T00:00:00.000Z' }],
    now: '2029-01-09T00:00:00.000Z',
  });
  service = await startTestService({ store });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

async function account() {
  const workspaceId = await makeTestWorkspace(store, { prepaid: 5 });
  const { key } = await makeTestKey(store, workspaceId);
  const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'same' };
  const ask = () => service.ask('/v1/brief?ticker=NWTB', { headers });
  const askAnother = (minute: number) => {
    const asOf = new Date(Date.UTC(2029, 0, 8, 0, minute)).toISOString();
    return service.ask(`/v1/beliefs?as_of=${asOf}`, { headers: { authorization: headers.authorization } });
  };
  /** Holds the balance as a charge in progress does, until released. */
  const hold = async () => {
    const trx = await store.db.transaction();
    await trx.raw('select 1 from account where account_id = ? for update', [workspaceId]);
    return () => trx.rollback();
  };
  const entries = async () => {
    const { rows } = await store.db.raw('select count(*) as n from usage_entry where account_id = ?', [workspaceId]);
    return (rows as { n: number }[])[0]?.n;
  };
  return { ask, askAnother, hold, entries };
}

it('waits for a balance that another call holds, longer than one try may, and is then charged once', async () => {
  const { ask, hold, entries } = await account();
  const letGo = await hold();
  const [answered] = await Promise.all([Promise.all([ask(), ask()]), sleep(2_500).then(letGo)]);
  expect(answered.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
  expect(answered.map(({ headers }) => headers['usage-charge']).toSorted()).toEqual(['0', '1']);
  expect(await entries()).toBe(1);
});

it('is 409 with Retry-After after ten seconds, charged nothing, and answered when it asks again', async () => {
  const { ask, hold, entries } = await account();
  const letGo = await hold();
  const told = await ask();
  const problem = JSON.parse(told.text) as { code: string; charged: boolean; retryable: boolean };
  expect([told.status, told.headers['retry-after']]).toEqual([409, '1']);
  expect(problem).toMatchObject({ code: 'request-running', charged: false, retryable: true });
  await letGo();
  expect(await entries()).toBe(0);
  expect((await ask()).status).toBe(200);
}, 60_000);

it('keeps nobody else from a new answer, however many wait with it', async () => {
  const [waiting, other] = [await account(), await account()];
  const letGo = await waiting.hold();
  /** Repeats until a slot is free. Waiting calls return theirs at their first try, long before they give up. */
  const untilPlaced = async (): Promise<number> => {
    for (let minute = 100; ; minute += 1) {
      const { status } = await other.askAnother(minute);
      if (status !== 503 || minute === 400) return status;
      await sleep(100);
    }
  };
  const [asked, meanwhile] = await Promise.all([
    Promise.all(Array.from({ length: 80 }, (_, minute) => waiting.askAnother(minute))),
    untilPlaced().finally(letGo),
  ]);
  expect(meanwhile).toBe(200);
  const statuses = asked.map(({ status }) => status);
  // Five could pay; the last may have found all slots taken, and none waited until the limit.
  expect(statuses.filter((status) => ![200, 402, 503].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(await waiting.entries()).toBe(5);
}, 60_000);
