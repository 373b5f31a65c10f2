// A legal removal by another process: a server that has not noticed it delivers and charges nothing removed.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BeliefsPage } from '../../generated/api.ts';
import { removeLegally } from '../ingest/withdrawal/remove-legally.ts';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { databaseNow } from '../store/known/clock.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../testing/service.ts';

const PREPAID = 100;
const asOf = '2020-03-09T00:00:00.000Z';

let bench: LoadingBench;
let service: TestService;
let workspaceId: string;
let ask: (path: string) => Promise<HttpAnswer>;

beforeEach(async () => {
  bench = await openLetters();
  workspaceId = await makeTestWorkspace(bench.store, { prepaid: PREPAID });
  const { key } = await makeTestKey(bench.store, workspaceId);
  service = await startTestService({ store: bench.store, now: await databaseNow(bench.store.db) });
  ask = (path) => service.ask(path, { headers: { authorization: `Bearer ${key}` } });
});
afterEach(async () => {
  await service.close();
  await bench.close();
});

async function spent(): Promise<number> {
  return PREPAID - ((await readBalance(bench.store.db, workspaceId))?.prepaid ?? 0);
}

it('builds anew what it remembers and what it would build from what it remembers, and answers 451 for the record', async () => {
  // From the second question on, a list comes from the cache.
  const pages = [1, 2, 3].map((limit) => `/v1/beliefs?limit=${limit}&as_of=${asOf}`);
  const first = await ask(`/v1/beliefs?limit=10&as_of=${asOf}`);
  const [removed, ...others] = (JSON.parse(first.text) as BeliefsPage).data.beliefs.map(({ belief_id: id }) => id);
  const record = `/v1/beliefs/${removed}?as_of=${asOf}`;
  const before = await Promise.all([...pages, record].map(ask));
  expect(before.map(({ status, text }) => [status, text.includes(removed ?? 'none')])).toEqual(
    before.map(() => [200, true]),
  );
  expect(others.length).toBeGreaterThan(0);
  const paid = await spent();
  expect(paid).toBe(5);

  await removeLegally(bench.store.db, { collection: 'live', id: removed ?? '', reason: 'court order', dryRun: false });

  const gone = await ask(record);
  expect([gone.status, codeOf(gone)]).toEqual([451, 'removed-legally']);
  expect(await spent()).toBe(paid);
});

it.each([
  ['what it remembers', 2],
  ['what it has not been asked before', 4],
])('lists what is left: %s', async (_, limit) => {
  const page = (size: number): string => `/v1/beliefs?limit=${size}&as_of=${asOf}`;
  const first = JSON.parse((await ask(page(10))).text) as BeliefsPage;
  await ask(page(3));
  await ask(page(2));
  const [removed = '', ...left] = first.data.beliefs.map(({ belief_id: id }) => id);
  const paid = await spent();

  await removeLegally(bench.store.db, { collection: 'live', id: removed, reason: 'court order', dryRun: false });

  const { status, text } = await ask(page(limit));
  expect(status).toBe(200);
  expect(text).not.toContain(removed);
  const listed = (JSON.parse(text) as BeliefsPage).data.beliefs.map(({ belief_id: id }) => id);
  expect(listed).toEqual(left.slice(0, limit));
  expect(await spent()).toBe(paid + 1);
});
