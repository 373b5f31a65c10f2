// The default limits over HTTP on a real store, by a clock that the test moves.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../generated/api.ts';
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import type { Store } from '../../store/engine/engine.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import { publishTold } from '../../store/testing/research.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import type { HttpAnswer } from '../../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../../testing/service.ts';
import { readRateLimits } from './read-rate-limits.ts';

let store: Store;
let service: TestService;
const clock = { ms: 0 };

beforeAll(async () => {
  store = await openTestStore();
  await publishTold(store.db, {
    told: [{ belief: 'b1', observedAt: '2029-01-01T00:00:00.000Z' }],
    now: '2029-01-09T00:00:00.000Z',
  });
  // As a server without RATE_LIMITS reads them.
  service = await startTestService({ store, rateLimits: readRateLimits(undefined, []), elapsed: () => clock.ms });
});
// Every bucket is full again, so that tests do not affect each other.
beforeEach(() => {
  clock.ms += 3_600_000;
});
afterAll(async () => {
  await service.close();
  await store.close();
});

async function caller(prepaid = 1_000) {
  const workspaceId = await makeTestWorkspace(store, { prepaid });
  const { key } = await makeTestKey(store, workspaceId);
  return {
    ask: (path = '/v1/beliefs', headers: Record<string, string> = {}): Promise<HttpAnswer> =>
      service.ask(path, { headers: { authorization: `Bearer ${key}`, ...headers } }),
    prepaid: async () => (await readBalance(store.db, workspaceId))?.prepaid,
    workspaceId,
  };
}

/** Sends this many requests in sequence at this instant; returns the number of answers. */
async function burstOf(count: number, ask: () => Promise<HttpAnswer>): Promise<number> {
  let answered = 0;
  for (let one = 0; one < count; one += 1) answered += (await ask()).status === 200 ? 1 : 0;
  return answered;
}

const limitsOf = ({ headers }: HttpAnswer) => [
  headers['ratelimit-policy'],
  headers['ratelimit'],
  headers['retry-after'],
];
const keyedPolicy = '"burst";q=10;w=1, "minute";q=120;w=60';

describe('a key', () => {
  it('is answered ten times at once, then 429 with the time to wait, then ten times a second later [SPEC-E7]', async () => {
    const { ask } = await caller();
    expect(await burstOf(15, ask)).toBe(10);
    const refused = await ask();
    validateDocument('Problem', JSON.parse(refused.text));
    expect(JSON.parse(refused.text) as Problem).toMatchObject({
      status: 429,
      code: 'rate-limited',
      charged: false,
      retryable: true,
    });
    expect(limitsOf(refused)).toEqual([keyedPolicy, '"burst";r=0;t=1, "minute";r=110;t=5', '1']);
    clock.ms += 999;
    expect(await burstOf(15, ask)).toBe(9);
    clock.ms += 1;
    expect(await burstOf(15, ask)).toBe(1);
  });

  it('is answered 120 times in a minute and no more, and then twice a second [SPEC-E7]', async () => {
    const { ask } = await caller();
    let answered = 0;
    // Ten at a time, a second apart: two a second are restored.
    for (let second = 0; second < 20; second += 1) {
      answered += await burstOf(10, ask);
      clock.ms += 1_000;
    }
    expect(answered).toBe(120 + 38);
    const before = await ask();
    expect(before.status).toBe(200);
    await burstOf(10, ask);
    const refused = await ask();
    expect(limitsOf(refused)).toEqual([keyedPolicy, expect.stringMatching(/"minute";r=0;t=60$/) as string, '1']);
    clock.ms += 500;
    expect(await burstOf(10, ask)).toBe(1);
  });

  it('is told with every answer what is left, also with a 304 and with what costs nothing', async () => {
    const { ask } = await caller();
    expect(limitsOf(await ask())).toEqual([keyedPolicy, '"burst";r=9;t=1, "minute";r=119;t=1', undefined]);
    const others = [await ask('/v1/status'), await ask('/v1/beliefs', { 'if-none-match': '*' })];
    expect(others.map((one) => [one.status, one.headers['ratelimit']])).toEqual([
      // The status has separate limits: a client above its rate can still ask for its balance.
      [200, '"burst";r=9;t=1, "minute";r=119;t=1'],
      [304, '"burst";r=8;t=1, "minute";r=118;t=1'],
    ]);
  });

  it('pays for what was answered and never for a 429, whose request id stays unused', async () => {
    const { ask, prepaid, workspaceId } = await caller(100);
    const told = [];
    for (let one = 0; one < 30; one += 1) told.push(await ask('/v1/beliefs', { 'x-request-id': `id-${one}` }));
    expect(told.map(codeOf)).toEqual([...Array<string>(10).fill('200'), ...Array<string>(20).fill('rate-limited')]);
    expect(told.map(({ headers }) => headers['usage-charge'])).toEqual([
      ...Array<string>(10).fill('1'),
      ...Array<undefined>(20).fill(undefined),
    ]);
    expect(await prepaid()).toBe(90);
    const { rows } = await store.db.raw('select request_id from usage_entry where account_id = ?', [workspaceId]);
    expect(rows).toHaveLength(10);
    clock.ms += 1_000;
    const again = await ask('/v1/sources', { 'x-request-id': 'id-29' });
    expect([again.status, again.headers['usage-charge'], again.headers['idempotent-replayed']]).toEqual([
      200,
      '1',
      undefined,
    ]);
  });

  it('shares its limits with every other key of its workspace, and leaves everybody else alone', async () => {
    const one = await caller();
    const { key } = await makeTestKey(store, one.workspaceId);
    const other = await caller();
    expect(await burstOf(20, one.ask)).toBe(10);
    expect(await burstOf(20, other.ask)).toBe(10);
    const same = { headers: { authorization: `Bearer ${key}` } };
    expect(await burstOf(20, () => service.ask('/v1/beliefs', same))).toBe(0);
    expect(await burstOf(20, () => service.ask('/v1/status', same))).toBe(10);
    expect((await service.ask('/v1/tickers')).status).toBe(200);
  });
});

describe('an address without a key', () => {
  const tickers = (headers: Record<string, string> = {}) => service.ask('/v1/tickers', { headers });

  it('is answered sixty times a minute, then 429, then once a second [SPEC-C1] [SPEC-E7]', async () => {
    // A public answer may be stored by a cache between, so it says nothing of one caller's limits.
    expect(limitsOf(await tickers())).toEqual([undefined, undefined, undefined]);
    expect(await burstOf(70, tickers)).toBe(59);
    const refused = await tickers();
    expect([codeOf(refused), ...limitsOf(refused)]).toEqual([
      'rate-limited',
      '"minute";q=60;w=60',
      '"minute";r=0;t=60',
      '1',
    ]);
    clock.ms += 999;
    expect((await tickers()).status).toBe(429);
    clock.ms += 1;
    expect(await burstOf(5, tickers)).toBe(1);
  });

  it('cannot have more by naming other addresses or keys', async () => {
    expect(await burstOf(60, tickers)).toBe(60);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'authorization']) {
      expect([header, (await tickers({ [header]: '203.0.113.9' })).status]).toEqual([header, 429]);
    }
  });

  it('takes nothing from those who send a key', async () => {
    expect(await burstOf(61, tickers)).toBe(60);
    const { ask } = await caller();
    expect(await burstOf(5, ask)).toBe(5);
  });
});

describe('behind a proxy', () => {
  it('each client has its own limit, by the address that the proxy saw', async () => {
    const rateLimits = readRateLimits('{"unkeyed":{"minute":2},"proxies":1}', []);
    const proxied = await startTestService({ store, rateLimits, elapsed: () => clock.ms });
    const from = (forwarded: string) => () => proxied.ask('/v1/tickers', { headers: { 'x-forwarded-for': forwarded } });
    expect(await burstOf(3, from('203.0.113.1'))).toBe(2);
    expect(await burstOf(3, from('203.0.113.2'))).toBe(2);
    expect(await burstOf(3, from('198.51.100.7, 203.0.113.1'))).toBe(0);
    expect(await burstOf(3, from('2001:db8::1'))).toBe(2);
    expect(await burstOf(3, from('2001:db8::2'))).toBe(0);
    await proxied.close();
  });
});
