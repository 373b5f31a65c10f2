// Keys with fewer rights than their workspace: an end, a set of operations, a lower limit.

// Each request checks them, also one whose answer is in memory and whose key was valid a moment ago.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem, KeyStatus } from '../../generated/api.ts';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import { defaultRateLimits } from '../metering/limits/rate-limit.ts';
import type { Store } from '../store/engine/engine.ts';
import { setKeyLimits } from '../store/people/key-limits.ts';
import { type KeyLimits, noKeyLimits } from '../store/people/keys.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { setLimits } from '../store/ledger/workspace-limits.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../testing/service.ts';

let store: Store;
let service: TestService;
const clock = { ms: 0 };

beforeAll(async () => {
  store = await openTestStore();
  await publishTold(store.db, {
    told: [{ belief: 'b1', observedAt: '2029-01-01T00:00:00.000Z' }],
    now: '2029-01-09T00:00:00.000Z',
  });
  service = await startTestService({ store, rateLimits: defaultRateLimits, elapsed: () => clock.ms });
});
beforeEach(() => {
  clock.ms += 3_600_000;
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const later = '2999-01-01T00:00:00.000Z';

async function caller(limits: Partial<KeyLimits> = {}) {
  const workspaceId = await makeTestWorkspace(store, { prepaid: 1_000 });
  const { key, keyId } = await makeTestKey(store, workspaceId, 'live', limits);
  const ask = (path = '/v1/beliefs', headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    service.ask(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const change = (changed: Partial<KeyLimits>) =>
    store.db.transaction((trx) => setKeyLimits(trx, keyId, { ...noKeyLimits, ...changed }));
  const expire = () =>
    store.db.raw(`update api_key set expires_at = now() - interval '1 millisecond' where key_id = ?`, [keyId]);
  return {
    ask,
    change,
    expire,
    keyId,
    workspaceId,
    left: async () => (await readBalance(store.db, workspaceId))?.prepaid,
  };
}

const statusOf = async (ask: (path: string) => Promise<HttpAnswer>) =>
  JSON.parse((await ask('/v1/status')).text) as KeyStatus;

describe('a key with an end', () => {
  it('works until then, says when that is, and is then refused like one that nobody has made', async () => {
    const { ask, expire, left } = await caller({ expires_at: later });
    expect(await statusOf(ask)).toMatchObject({ keyExpiresAt: later, scopes: ['research:read'] });
    expect((await ask()).status).toBe(200);
    await expire();
    const unknown = await service.ask('/v1/beliefs', {
      headers: { authorization: `Bearer ri_live_${'A'.repeat(43)}0` },
    });
    const problemOf = ({ status, headers, text }: HttpAnswer) => {
      const { instance: _instance, request_id: _id, ...same } = JSON.parse(text) as Problem;
      return [status, headers['www-authenticate'], same];
    };
    for (const path of ['/v1/beliefs', '/v1/status', '/v1/brief?ticker=NONE', '/v1/beliefs?limit=0', '/v1/receipts/x'])
      expect([path, problemOf(await ask(path))]).toEqual([path, problemOf(unknown)]);
    expect(await left()).toBe(999);
  });

  it('is refused by the charge itself, where the answer is in memory and the key was good a moment ago', async () => {
    const { ask, expire, left } = await caller();
    for (let one = 0; one < 3; one += 1) expect((await ask()).status).toBe(200);
    await expire();
    expect([codeOf(await ask()), codeOf(await ask('/v1/beliefs', { 'if-none-match': '*' }))]).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
    expect(await left()).toBe(997);
  });

  it('is not told its own answers again after it, and nothing is charged', async () => {
    const { ask, expire, left } = await caller();
    expect((await ask('/v1/beliefs', { 'x-request-id': 'before' })).status).toBe(200);
    await expire();
    expect(codeOf(await ask('/v1/beliefs', { 'x-request-id': 'before' }))).toBe('unauthorized');
    expect(await left()).toBe(999);
  });
});

describe('a key with a set of operations', () => {
  const briefs = { operations: ['getBrief'] };
  const others = [
    '/v1/beliefs',
    '/v1/sources',
    '/v1/beliefs/none',
    '/v1/sources/none',
    '/v1/evidence/none',
    '/v1/receipts/none',
  ];

  it('is answered for these and for its status, whose scopes say so', async () => {
    const { ask, left } = await caller(briefs);
    const found = await statusOf(ask);
    validateDocument('KeyStatus', found);
    expect(found).toMatchObject({ status: 'ready', scopes: ['research:getBrief'], keyExpiresAt: null });
    expect(codeOf(await ask('/v1/brief?ticker=NONE'))).toBe('not-covered');
    expect(await left()).toBe(1_000);
  });

  it('is refused everything else with 403 and what to do, whether it exists or not, and nothing is charged', async () => {
    const { ask, left } = await caller(briefs);
    for (const path of others) {
      const refused = await ask(path);
      const problem = JSON.parse(refused.text) as Problem;
      validateDocument('Problem', problem);
      expect([path, refused.status, problem.code, problem.charged, problem.retryable]).toEqual([
        path,
        403,
        'operation-not-allowed',
        false,
        false,
      ]);
      expect(problem.detail).toMatch(
        /^This key may not call (get|list)\w+\. .* an admin of the workspace can change that\.$/,
      );
    }
    expect(await left()).toBe(1_000);
  });

  it('is refused where the answer is in memory, is held already, or was paid for under this id by another key', async () => {
    const { ask, change, left } = await caller();
    const [paid] = [await ask('/v1/beliefs', { 'x-request-id': 'paid' }), await ask(), await ask()];
    await change(briefs);
    const etag = paid?.headers.etag ?? '';
    for (const headers of [{}, { 'if-none-match': etag }, { 'x-request-id': 'paid' }, { 'x-request-id': 'new' }])
      expect(codeOf(await ask('/v1/beliefs', headers as Record<string, string>))).toBe('operation-not-allowed');
    await change({});
    const again = await ask('/v1/beliefs', { 'x-request-id': 'paid' });
    expect([again.status, again.headers['idempotent-replayed'], await left()]).toEqual([200, 'true', 997]);
  });

  it('is told so before its faults and before its limit, and after what is wrong with the key', async () => {
    const { ask, expire } = await caller(briefs);
    expect(codeOf(await ask('/v1/beliefs?limit=0'))).toBe('operation-not-allowed');
    for (let one = 0; one < 12; one += 1) await ask('/v1/brief?ticker=NONE');
    expect(codeOf(await ask('/v1/beliefs'))).toBe('operation-not-allowed');
    expect(codeOf(await ask('/v1/brief?ticker=NONE'))).toBe('rate-limited');
    await expire();
    expect(codeOf(await ask('/v1/beliefs'))).toBe('unauthorized');
  });

  it('pays like any other for what it may, and another key of the workspace is not held to it', async () => {
    const { ask, workspaceId, left } = await caller({ operations: ['getReceipt', 'listBeliefs'] });
    expect((await ask('/v1/beliefs', { 'x-request-id': 'mine' })).headers['usage-charge']).toBe('1');
    expect((await ask('/v1/receipts/mine')).status).toBe(200);
    const { key } = await makeTestKey(store, workspaceId);
    const free = await service.ask('/v1/sources', { headers: { authorization: `Bearer ${key}` } });
    expect([free.status, await left()]).toEqual([200, 998]);
  });
});

describe('a key with a lower limit', () => {
  it('is refused beyond it while its workspace is not, and both are in the headers', async () => {
    const { ask, workspaceId } = await caller({ minute_max: 2 });
    const { key } = await makeTestKey(store, workspaceId);
    const told = [await ask(), await ask(), await ask()];
    expect(told.map(codeOf)).toEqual(['200', '200', 'rate-limited']);
    expect([told[2]?.headers['ratelimit-policy'], told[2]?.headers['retry-after']]).toEqual([
      '"burst";q=10;w=1, "minute";q=120;w=60, "key";q=2;w=60',
      '30',
    ]);
    const other = await service.ask('/v1/beliefs', { headers: { authorization: `Bearer ${key}` } });
    expect([other.status, other.headers['ratelimit']]).toEqual([200, '"burst";r=7;t=1, "minute";r=117;t=2']);
    clock.ms += 30_000;
    expect(codeOf(await ask())).toBe('200');
  });

  it('follows a change within ten seconds, and no request waits for it', async () => {
    const { ask, change } = await caller();
    expect((await ask()).headers['ratelimit-policy']).not.toContain('key');
    await change({ minute_max: 7 });
    clock.ms += 10_000;
    await ask();
    await expect.poll(async () => (await ask('/v1/status')).headers['ratelimit-policy']).toContain('"key";q=7;w=60');
  });
});

describe('a workspace with limits of its own', () => {
  it('is held to them over all of its keys', async () => {
    const { ask, workspaceId } = await caller();
    await store.db.transaction((trx) => setLimits(trx, workspaceId, { burst_max: 3, minute_max: 5, weight: null }));
    const { key } = await makeTestKey(store, workspaceId);
    const asks = [ask, () => service.ask('/v1/beliefs', { headers: { authorization: `Bearer ${key}` } })];
    const told: string[] = [];
    for (let one = 0; one < 4; one += 1) told.push(codeOf((await asks[one % 2]?.()) ?? (await ask())));
    expect(told).toEqual(['200', '200', '200', 'rate-limited']);
    expect((await ask()).headers['ratelimit-policy']).toBe('"burst";q=3;w=1, "minute";q=5;w=60');
  });

  it('may be faster than the server’s usual ones', async () => {
    const { ask, workspaceId } = await caller();
    await store.db.transaction((trx) => setLimits(trx, workspaceId, { burst_max: 40, minute_max: 400, weight: 2 }));
    const told = await Promise.all(Array.from({ length: 30 }, () => ask()));
    expect(told.map(({ status }) => status)).toEqual(Array<number>(30).fill(200));
  });
});
