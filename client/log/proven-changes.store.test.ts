// Changes of a running service against its public log: each is the row that its release opened or closed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoadingBench } from '../../server/ingest/testing/loading.ts';
import { openLetters, take } from '../../server/ingest/testing/withdrawal.ts';
import { databaseNow } from '../../server/store/known/clock.ts';
import { derivedId } from '../../server/store/engine/ids.ts';
import { makeTestKey, makeTestWorkspace } from '../../server/testing/accounts.ts';
import { type ServedStore, serveStoreAt } from '../../server/testing/served-store.ts';
import {
  type ChangeItem,
  type ChangesPage,
  type Check,
  ResearchClient,
  logKeys,
  logSource,
  readLog,
  verify,
} from '../index.ts';

let bench: LoadingBench;
let service: ServedStore;
let client: ResearchClient;
let beforeWithdrawal: string;

beforeAll(async () => {
  bench = await openLetters('logged');
  beforeWithdrawal = await databaseNow(bench.store.db);
  await take(bench, derivedId('evidence', 'e:1'));
  service = await serveStoreAt(bench.store, new Date(Date.now() + 60_000).toISOString());
  const { key } = await makeTestKey(bench.store, await makeTestWorkspace(bench.store, { prepaid: 100 }));
  client = new ResearchClient({ baseUrl: service.address, apiKey: key });
});
afterAll(async () => {
  await service.close();
  await bench.close();
});

async function checked(since: string, change: (page: ChangesPage) => void = () => undefined) {
  for await (const result of client.changes({ since, limit: 50 }).pages()) {
    const page = structuredClone(result.data);
    change(page);
    const log = await readLog(logSource(service.address), { keys: await logKeys(service.address) });
    const { openings } = (await client.openings(result.requestId)).data;
    const { checks } = await verify(page, { log: { log, openings } });
    const ofChanges = checks.filter(({ name, of }) => name === 'log-row' && of.includes(' in release '));
    return { changes: page.data.changes, checks: ofChanges };
  }
  throw new Error('there is no page of changes');
}

const outcomes = (checks: readonly Check[]): string[] => [...new Set(checks.map(({ outcome }) => outcome))];

it('are proven by the rows that were opened: views, claims, conditions and targets', async () => {
  const { changes, checks } = await checked('2020-02-01T00:00:00Z');
  expect(checks.length).toBe(changes.filter(({ release }) => release !== null).length);
  expect(outcomes(checks)).toEqual(['passed']);
  const proven = changes.filter(({ release }) => release !== null).map(({ object }) => object);
  expect(new Set(proven)).toEqual(new Set(['view', 'claim', 'condition', 'target', 'evidence']));
});

it('are proven by the rows that a withdrawal closed, and by the checkpoint of its release', async () => {
  const { changes, checks } = await checked(beforeWithdrawal);
  const withdrawn = changes.filter(({ kind }) => kind.endsWith('_withdrawn'));
  expect(new Set(withdrawn.map(({ kind }) => kind))).toEqual(
    new Set(['statement_withdrawn', 'claim_withdrawn', 'target_withdrawn', 'evidence_withdrawn']),
  );
  expect(outcomes(checks)).toEqual(['passed']);
  const addresses = new Set(withdrawn.map(({ checkpoint }) => checkpoint));
  expect([...addresses]).toEqual([`${service.address}/log/checkpoint?release=3`]);
  expect((await fetch(`${service.address}/log/checkpoint?release=3`)).status).toBe(200);
});

it.each<[what: string, object: ChangeItem['object'], change: object]>([
  ['words', 'view', { statement: { text: 'Never said.', truncated: false } }],
  ['a revision', 'view', { revision: 9 }],
  ['a release', 'target', { release: 2 }],
  ['a status', 'condition', { after: 'met' }],
])('that differ from the log are found: %s', async (_what, object, change) => {
  const { checks } = await checked('2020-02-01T00:00:00Z', (page) => Object.assign(firstOf(page, object), change));
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
});

it('that the log does not have are found: an invented withdrawal', async () => {
  const { checks } = await checked(beforeWithdrawal, (page) =>
    Object.assign(firstOf(page, 'evidence'), { object_id: derivedId('evidence', 'e:2') }),
  );
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
});

function firstOf(page: ChangesPage, object: ChangeItem['object']): ChangeItem {
  const found = page.data.changes.find((one) => one.object === object);
  if (found === undefined) throw new Error(`no ${object} has changed`);
  return found;
}
