// Two servers behind a transaction pooler with too few connections: each call is answered, and charged once.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openStore, type Store } from '../store/engine/engine.ts';
import { audit } from '../store/keeping/audit.ts';
import type { MissingRoleSettings } from '../store/engine/failures.ts';
import { databaseOf } from '../store/testing/address.ts';
import { type Pooler, startPooler } from '../store/testing/pooler.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type TestService, startTestService } from '../testing/service.ts';

const CALLS = 300;
/** Twice as many per server as the pooler has in total, and each gets a connection in time. */
const AT_ONCE = 16;
const paths = [
  '/v1/brief?ticker=NWTB',
  '/v1/brief?ticker=NWTB&detail=full&as_of=2026-01-20T00:00:00Z',
  '/v1/beliefs?limit=3',
  '/v1/beliefs?status=active&ticker=NWTB',
  '/v1/sources',
];

let direct: Store;
let pooler: Pooler;
const stores: Store[] = [];
const services: TestService[] = [];

beforeAll(async () => {
  direct = await openTestStore();
  const told = [1, 2, 3, 4, 5].map((number) => ({
    belief: `b${number}`,
    observedAt: `2026-01-0${number}T00:00:00.000Z`,
  }));
  await publishTold(direct.db, { told, now: '2026-01-10T00:00:00.000Z' });
  pooler = await startPooler({
    databaseUrl: await databaseOf(direct, inject('databaseUrl')),
    mode: 'transaction',
    size: 4,
    startUp: 'dropped',
  });
  // With the SQL from its message, as an operator would.
  const refused = await openStore({ databaseUrl: pooler.url }).catch((error: unknown) => error);
  for (const statement of (refused as MissingRoleSettings).statements) await direct.db.raw(statement);
  pooler.reconnect();
  for (const _ of [1, 2]) {
    const store = await openStore({ databaseUrl: pooler.url, statementTimeoutMs: 2_500 });
    stores.push(store);
    services.push(await startTestService({ store }));
  }
  services.push(await startTestService({ store: direct }));
});
afterAll(async () => {
  for (const service of services) await service.close();
  for (const store of stores) await store.close();
  pooler?.close();
  await direct.close();
});

it(`${CALLS} calls of two servers at once are answered as a server without a pooler answers, each for one unit`, async () => {
  const workspaceId = await makeTestWorkspace(direct, { prepaid: CALLS });
  const { key } = await makeTestKey(direct, workspaceId);
  const ask = (server: number, n: number) =>
    services[server]?.ask(paths[n % paths.length] ?? '', {
      headers: { authorization: `Bearer ${key}`, 'x-request-id': `call-${n}` },
    });
  const askAll = async (serverOf: (n: number) => number) => {
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let from = 0; from < CALLS; from += AT_ONCE) {
      const turn = Array.from({ length: Math.min(AT_ONCE, CALLS - from) }, (_, n) => from + n);
      answers.push(...(await Promise.all(turn.map((n) => ask(serverOf(n), n)))));
    }
    return answers;
  };
  const first = await askAll((n) => n % 2);
  expect(first.map((answer) => [answer?.status, answer?.headers['usage-charge']])).toEqual(
    Array.from({ length: CALLS }, () => [200, '1']),
  );
  // Again at the other server, and at the one without a pooler.
  for (const server of [(n: number) => 1 - (n % 2), () => 2]) {
    const again = await askAll(server);
    expect(again.map((answer) => answer?.text)).toEqual(first.map((answer) => answer?.text));
    expect(new Set(again.map((answer) => answer?.headers['usage-charge']))).toEqual(new Set(['0']));
  }
  expect(await direct.db('usage_entry').count()).toEqual([{ count: CALLS }]);
  expect(await direct.db('account').where('account_id', workspaceId).pluck('prepaid')).toEqual([0]);
  expect((await audit(direct.db)).drifts).toEqual([]);
  expect([pooler.named, pooler.sessionChanges]).toEqual([[], []]);
});
