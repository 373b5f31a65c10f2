// Plans made on an empty ledger and kept: ids use their own index, and only queries by time use the other one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { chargesOn } from '../../testing/charges.ts';
import { chargedByKey, usageByDay, usageByKey } from './account-views.ts';
import { charge, type Charge } from './charge.ts';
import { statementOf } from './charge-statement.ts';
import type { Store } from '../engine/engine.ts';
import { runNamed } from '../engine/named-statement.ts';
import { openTestStore } from '../testing/store.ts';
import { listReceipts } from './usage.ts';

let store: Store;
beforeAll(async () => void (store = await openTestStore()));
afterAll(() => store.close());

type PreparedText = { text: string; count: number };

/** The indexes in the plan that a connection for charges would keep. */
async function indexesOf({ text, count }: PreparedText): Promise<string[]> {
  return store.db.transaction(async (trx) => {
    await trx.raw('set local plan_cache_mode = force_generic_plan');
    await trx.raw('set local enable_seqscan = off');
    await trx.raw(`prepare planned as ${text}`);
    const nulls = Array.from({ length: count }, () => 'null').join(', ');
    const { rows } = await trx.raw(`explain (format json) execute planned(${nulls})`);
    await trx.raw('deallocate planned');
    return indexesIn(rows);
  });
}

function indexesIn(plan: unknown): string[] {
  const named = JSON.stringify(plan).matchAll(/"Index Name":"(usage_entry_\w+)"/g);
  return [...new Set(Array.from(named, ([, name]) => name ?? ''))];
}

it.each<Charge['payer']>([
  { kind: 'key', sha256: Buffer.alloc(32) },
  { kind: 'grant', tokenSha256: Buffer.alloc(32), resource: 'https://research.test/mcp' },
  { kind: 'session', sessionId: 'ses_1', workspaceId: 'ws_1' },
])('a $kind that charges before there is an entry keeps no plan that reads all of an account', async (payer) => {
  const charges = [(await chargesOn(store))('key', 'id', { payer })];
  const { text, bind } = statementOf(charges);
  expect(await indexesOf({ text, count: bind(charges).length })).toEqual(['usage_entry_pkey']);
});

it('a charge that is planned anew, as behind a transaction pooler, reads no ledger whole that has grown unseen', async () => {
  const workspaceId = await makeTestWorkspace(store, { prepaid: 5 });
  const { key } = await makeTestKey(store, workspaceId);
  const made = await chargesOn(store);
  await charge(store.db, [made(key, 'first')]);
  await store.db.raw(
    `insert into usage_entry
     select account_id, 'id-' || i, fingerprint, operation, request, collection, key_id, units, paid_from, period_id, month,
            charged_at, as_of, digest
       from usage_entry, generate_series(1, 20000) i where account_id = ?`,
    [workspaceId],
  );
  for (const count of [1, 48]) {
    const charges = Array.from({ length: count }, (_, n) => made(key, `new-${n}`));
    const { text, bind } = statementOf(charges);
    const plan = await runNamed(store.db, { name: '', text: `explain (format json) ${text}` }, bind(charges));
    expect(indexesIn(plan)).toEqual(['usage_entry_pkey']);
    expect(JSON.stringify(plan)).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"usage_entry"/);
  }
});

const longAgo = '2020-01-01T00:00:00.000Z';
const question = { accountId: 'ws_1', since: longAgo, until: '2999-01-01T00:00:00.000Z', limit: 21 };

it.each([
  ['a page of receipts', () => listReceipts(store.db, { ...question, after: null })],
  [
    'a later page of receipts',
    () => listReceipts(store.db, { ...question, after: { chargedAt: longAgo, requestId: 'r' } }),
  ],
  ['the use by day', () => usageByDay(store.db, 'ws_1', { days: 90 })],
  ['the use of a key by day', () => usageByDay(store.db, 'ws_1', { days: 90, keyId: 'key_1' })],
  ['the use by keys', () => usageByKey(store.db, 'ws_1', 90)],
  ['the use by key', () => chargedByKey(store.db, 'ws_1')],
])('%s are read by the index of who asks by time', async (_what, read) => {
  const statements: string[] = [];
  store.db.on('query', ({ sql }: { sql: string }) => void statements.push(sql));
  await read();
  store.db.removeAllListeners('query');
  const [text = ''] = statements;
  expect(await indexesOf({ text, count: text.match(/\$\d+/g)?.length ?? 0 })).toEqual(['usage_entry_day']);
});
