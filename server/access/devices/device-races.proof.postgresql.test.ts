// Races in device logins: decisions, polls, guesses and initiations, over two servers on one database.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type TestAdmin, type TestLogin, decide, initiate, makeTestAdmin, poll } from '../../testing/device.ts';
import { type TestService, codeOf, startTestService } from '../../testing/service.ts';
import { makeUserCode } from './device-codes.ts';
import { lookUpUserCode, wrongCodes } from './user-code-guesses.ts';

let store: Store;
let services: TestService[];
let admin: TestAdmin;

beforeAll(async () => {
  store = await openTestStore();
  const rateLimits = { ...noRateLimits, proxies: 1, device_initiation: { name: 'hour', quota: 50, seconds: 3_600 } };
  services = [await startTestService({ store, rateLimits }), await startTestService({ store, rateLimits })];
  admin = await makeTestAdmin(store);
});
afterAll(async () => {
  for (const service of services) await service.close();
  await store.close();
});

const service = (number: number): TestService => {
  const one = services[number % services.length];
  if (one === undefined) throw new Error('two services were started');
  return one;
};
const started = (number: number) =>
  initiate(service(number), undefined, `192.0.2.${number}`).then(({ text }) => JSON.parse(text) as TestLogin);

const counted = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(values)].toSorted().map((one) => [one, values.filter((other) => other === one).length]),
  );

describe('at once', () => {
  it('of three approvals and three denials one is decided, and the login is what that one says [SPEC-S2] [SPEC-S3]', async () => {
    for (let number = 0; number < 40; number += 1) {
      const login = await started(number);
      const decisions = (['approve', 'deny', 'approve', 'deny', 'approve', 'deny'] as const).map((decision) =>
        decide(store, login, { ...admin, decision }).then((outcome) => ({ decision, outcome })),
      );
      const decided = await Promise.all(decisions);
      const [winner, ...others] = decided.filter(({ outcome }) => outcome === 'decided');
      expect(others).toEqual([]);
      expect(decided.filter(({ outcome }) => outcome === 'too-late')).toHaveLength(5);
      const body = JSON.parse((await poll(service(number), login.deviceCode)).text) as { status: string };
      expect(body.status).toBe(winner?.decision === 'approve' ? 'authorized' : 'denied');
    }
  });

  it('of eight polls of an approved login one is given the key, and the others wait [SPEC-S2] [SPEC-S6]', async () => {
    for (let number = 50; number < 70; number += 1) {
      const login = await started(number);
      await decide(store, login, { ...admin, decision: 'approve' });
      const polls = Array.from({ length: 8 }, (_, index) => poll(service(index), login.deviceCode));
      const told = (await Promise.all(polls)).map(({ text }) => JSON.parse(text) as Record<string, unknown>);
      expect(told.filter((body) => 'apiKey' in body)).toHaveLength(1);
      const intervals = told.flatMap(({ status, interval }) => (status === 'slow_down' ? [Number(interval)] : []));
      expect(intervals.toSorted((a, b) => a - b)).toEqual([10, 15, 20, 25, 30, 35, 40]);
      const { rows } = await store.db.raw('select 1 from api_key where acquisition_id = ?', [login.acquisitionId]);
      expect(rows).toHaveLength(1);
    }
  });

  it('of thirty wrong codes of an account five are looked for', async () => {
    const guesses = Array.from({ length: 30 }, () =>
      lookUpUserCode(store.db, { userCode: makeUserCode(randomBytes), userId: 'usr_guessing' }),
    );
    const outcomes = (await Promise.all(guesses)).map((one) => {
      if (one.found !== null) return 'found';
      return one.retryAfter === null ? 'wrong' : 'refused';
    });
    expect(counted(outcomes)).toEqual({ refused: 30 - wrongCodes.account.quota, wrong: wrongCodes.account.quota });
  });

  it('of a hundred initiations of an address over two servers exactly as many as allowed [SPEC-E7]', async () => {
    const codes: string[] = [];
    // Few at a time: none waits for a connection as long as it may. The limit lies in the midst of some.
    for (const count of [4, ...Array.from({ length: 8 }, () => 12)]) {
      const asked = Array.from({ length: count }, (_, index) => initiate(service(index), undefined, '203.0.113.5'));
      codes.push(...(await Promise.all(asked)).map(codeOf));
    }
    expect(counted(codes)).toEqual({ 200: 50, 'rate-limited': 50 });
  });
});
