// Answers after the last session of the calendar, and while sessions close, on a database with a set clock.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BriefOverview } from '../../generated/api.ts';
import { importSessions } from '../ingest/records/import-sessions.ts';
import { removeLegally } from '../ingest/withdrawal/remove-legally.ts';
import { LoadingBench, statement } from '../ingest/testing/loading.ts';
import { readHead } from '../store/known/clock.ts';
import { type ClockedStore, openClockedStore } from '../store/testing/clock.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { assertNoDrift } from '../testing/charges.ts';
import { type TestService, startTestService } from '../testing/service.ts';

const lastBoundary = '2027-12-31T22:00:00.000Z';

let now = '';
let store: ClockedStore;
let bench: LoadingBench;
let services: TestService[];
let key: string;

async function setClock(at: string): Promise<void> {
  await store.setClock(at);
  now = at;
}

beforeEach(async () => {
  store = await openClockedStore('2027-12-28T11:00:00.000Z');
  bench = await LoadingBench.open(store);
  const days = ['2027-12-20', '2027-12-21', '2027-12-22', '2027-12-23', '2027-12-27'];
  const rows = days.map((day, index) => `${day},${40 + index}\n`).join('');
  await bench.statements(statement('s:1', { observed_at: '2027-12-20T15:00:00Z' }));
  await bench.release();
  await setClock('2027-12-28T12:00:00.000Z');
  for (const ticker of ['ZQRX', 'SPY']) await bench.prices(`${ticker}.csv`, `date,adj_close\n${rows}`);
  await bench.release();
  ({ key } = await makeTestKey(store, await makeTestWorkspace(store, { plan: 'unlimited' })));
  services = await Promise.all([1, 2].map(() => startTestService({ store, now: () => now })));
});
afterEach(async () => {
  await assertNoDrift(store);
  for (const service of services) await service.close();
  await bench.close();
});

async function get(path: string, which = 0) {
  const answered = await services[which]?.ask(path, { headers: { authorization: `Bearer ${key}` } });
  if (answered === undefined) throw new Error('there is no such service');
  return answered;
}
const documentOf = ({ text }: { text: string }): BriefOverview => JSON.parse(text) as BriefOverview;
async function brief(query = ''): Promise<BriefOverview> {
  const answered = await get(`/v1/brief?ticker=ZQRX${query}`);
  expect([query, answered.status]).toEqual([query, 200]);
  return documentOf(answered);
}
const told = ({ as_of, market_price, data_status }: BriefOverview) => [
  as_of,
  market_price.status,
  data_status.market_freshness?.expected_session,
  data_status.freshness,
];
const sessions = async (rows: string): Promise<void> => {
  const file = await bench.file('sessions.csv', `session_date,close_at,early_close\n${rows}`);
  await importSessions(bench.loading(), file);
  await bench.release();
};

it('a server that slept while several sessions closed is at the last of them at once, and settles what lies between', async () => {
  expect(told(await brief())).toEqual([now, 'current', '2027-12-27', 'current']);
  await setClock('2027-12-30T22:30:00.000Z');
  expect(told(await brief('&as_of=2027-12-29T22:30:00Z')).slice(1)).toEqual(['stale', '2027-12-29', 'stale']);
  expect(told(await brief())).toEqual(['2027-12-30T22:00:00.000Z', 'stale', '2027-12-30', 'stale']);
  const between = await get('/v1/brief?ticker=ZQRX&as_of=2027-12-28T22:30:00Z');
  expect(told(documentOf(between))).toEqual(['2027-12-28T22:30:00.000Z', 'stale', '2027-12-28', 'delayed']);
  expect((await get('/v1/brief?ticker=ZQRX&as_of=2027-12-28T22:30:00Z', 1)).text).toBe(between.text);
});

it('after the last session that it knows calls every price unverified and moves no further, for years, until it is told more', async () => {
  await setClock('2027-12-31T21:59:59.999Z');
  expect(told(await brief())).toEqual(['2027-12-30T22:00:00.000Z', 'stale', '2027-12-30', 'stale']);
  let last = '';
  for (const at of [lastBoundary, '2028-01-03T22:00:00.000Z', '2028-06-01T12:00:00.000Z', '2035-01-01T00:00:00.000Z']) {
    await setClock(at);
    for (const which of [0, 1]) {
      const answered = await get('/v1/brief?ticker=ZQRX', which);
      expect([at, told(documentOf(answered))]).toEqual([at, [lastBoundary, 'unverified', '2027-12-31', 'stale']]);
      expect(documentOf(answered).data_status.market_freshness).toMatchObject({
        status: 'unverified',
        reason: expect.stringContaining('knows no later session') as string,
      });
      last ||= answered.text;
      expect(answered.text).toBe(last);
    }
    for (const path of ['/v1/tickers', '/v1/status', '/v1/beliefs?ticker=ZQRX', '/v1/brief?ticker=ZQRX&detail=full']) {
      expect([at, path, (await get(path)).status]).toEqual([at, path, 200]);
    }
    expect((await readHead(store.db, 'live')).watermark).toBe(lastBoundary);
  }
  expect(told(await brief('&as_of=2027-12-28T12:00:00Z')).slice(1)).toEqual(['current', '2027-12-27', 'current']);
});

it('goes on by the sessions that an operator adds, a past one and one to come, and ends after the last of those', async () => {
  await setClock('2028-01-05T12:00:00.000Z');
  expect(told(await brief())).toEqual([lastBoundary, 'unverified', '2027-12-31', 'stale']);
  await sessions('2028-01-04,2028-01-04T21:00:00Z,false\n2028-01-05,2028-01-05T21:00:00Z,false\n');
  expect(told(await brief())).toEqual([now, 'stale', '2028-01-04', 'stale']);
  expect(told(await brief('&as_of=2028-01-04T22:30:00Z'))).toEqual([
    '2028-01-04T22:30:00.000Z',
    'unverified',
    '2027-12-31',
    'stale',
  ]);
  await setClock('2028-03-01T00:00:00.000Z');
  expect(told(await brief())).toEqual(['2028-01-05T22:00:00.000Z', 'unverified', '2028-01-05', 'stale']);
  await bench.statements(statement('s:2', { observed_at: '2028-02-01T15:00:00Z', pair_seq: 2 }));
  await bench.release();
  expect(told(await brief())).toEqual([now, 'unverified', '2028-01-05', 'stale']);
});

it('servers that notice a close while research is released and removed answer one history, and nothing that is removed', async () => {
  const closes = ['2027-12-28', '2027-12-29', '2027-12-30', '2027-12-31'];
  const seen = new Map<string, string>();
  for (const [round, day] of closes.entries()) {
    const other = `s:other-${round}`;
    const security = { ticker: 'QRZM', name: 'Quarzum', cik: null, sic: null, sic_title: null, gics_sector: null };
    const said = { observed_at: `${day}T10:00:00Z`, security, pair_id: `p:${round}|QRZM`, pair_seq: 1 };
    const person = { id: `p:${round}`, name: 'Ada Quill', handle: null, kind: 'pseudonym' };
    await setClock(`${day}T11:00:00.000Z`);
    await bench.statements(statement(other, { ...said, person }));
    await bench.release();
    const [{ belief_id: id = '' } = {}] = await bench.rows<{ belief_id: string }>(
      `select belief_id from revision where record_key = ?`,
      [other],
    );
    await bench.statements(statement(`s:more-${round}`, { observed_at: `${day}T10:00:00Z`, pair_seq: round + 2 }));
    await setClock(`${day}T22:00:00.000Z`);
    const asked = [0, 1, 0, 1, 0, 1].map((which) => get('/v1/brief?ticker=ZQRX', which));
    const taken = removeLegally(store.db, { collection: 'live', id, reason: 'court order', dryRun: false });
    const [answers] = await Promise.all([Promise.all(asked), bench.release(), taken]);
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      const asOf = documentOf({ text }).as_of;
      expect(seen.get(asOf) ?? text).toBe(text);
      seen.set(asOf, text);
    }
    expect((await readHead(store.db, 'live')).watermark >= `${day}T22:00:00.000Z`).toBe(true);
    for (const which of [0, 1]) expect((await get(`/v1/beliefs/${id}`, which)).status).toBe(451);
  }
  for (const [asOf, text] of seen) {
    for (const which of [0, 1]) expect((await get(`/v1/brief?ticker=ZQRX&as_of=${asOf}`, which)).text).toBe(text);
  }
  const releases = await bench.rows<{ version: number; effective_at: string }>(
    'select * from release where collection = ? order by version',
    ['live'],
  );
  expect(releases.map(({ version }) => version)).toEqual(releases.map((_, index) => index + 1));
  const moments = releases.map(({ effective_at: at }) => at);
  expect([...new Set(moments)].toSorted()).toEqual(moments);
});
