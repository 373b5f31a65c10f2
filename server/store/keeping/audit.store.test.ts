// The audit: no drift after any history, and each manual change of a single column is reported and named.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditCommands } from '../../admin/keeping/audit-command.ts';
import { type CommandOutput, runCommand } from '../../admin/run-command.ts';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { chargesOn, inShort } from '../../testing/charges.ts';
import { type Audit, audit } from './audit.ts';
import { charge } from '../ledger/charge.ts';
import type { Instant } from '../engine/db.ts';
import type { Store } from '../engine/engine.ts';
import { record } from '../ledger/ledger.ts';
import { tidy } from './retention.ts';
import { type Corruption, corruptions, refused, saidOnce } from '../testing/corruptions.ts';
import { sqlState } from '../engine/failures.ts';
import { bodyInParts } from '../../testing/bodies.ts';
import { publishTold } from '../testing/research.ts';
import { openTestStore } from '../testing/store.ts';
import { keepBodies } from '../ledger/usage.ts';

let store: Store;
const ids = { workspace: '', other: '', key: '' };
beforeAll(async () => {
  store = await openTestStore();
  await history();
});
afterAll(() => store.close());

/** A release; two workspaces that were given and spent of everything; previews; entries of long ago. */
async function history(): Promise<void> {
  for (const day of [1, 2]) {
    const told = [{ belief: `b${day}`, observedAt: `2026-01-0${day}T00:00:00.000Z` }];
    await publishTold(store.db, { told, now: `2026-02-0${day}T00:00:00.000Z` });
  }
  ids.workspace = await makeTestWorkspace(store, { plan: 'monthly', allowance: 2, endsAt: '2999-01-01T00:00:00.000Z' });
  ids.other = await makeTestWorkspace(store, { prepaid: 3 });
  const { key, keyId } = await makeTestKey(store, ids.workspace);
  ids.key = keyId;
  const given = (days: number, what: Parameters<typeof record>[2], entryId = `led_${days}`) =>
    store.db.transaction((trx) =>
      record(trx, { entryId, accountId: ids.workspace, origin: 'test', reference: entryId, now: onDay(days) }, what),
    );
  await given(2, { kind: 'prepaid', units: 20 });
  await given(3, { kind: 'spend_limit', units: 4 });
  const [live, preview] = [await chargesOn(store), await chargesOn(store, 'preview')];
  const beside = await makeTestKey(store, ids.workspace, 'preview');
  const debit = async (...requestIds: string[]): Promise<string[]> => {
    const charges = requestIds.map((id) => (id.startsWith('p') ? preview(beside.key, id) : live(key, id)));
    return (await charge(store.db, charges)).map(inShort);
  };
  expect(await debit('a1', 'a2', 'a3', 'p1')).toEqual(['subscription', 'subscription', 'prepaid', 'none']);
  // Answers until now are old enough to be summed up.
  await store.db.raw(`update usage_entry set charged_at = now() - interval '100 days'`);
  await store.db.raw(
    `update usage_entry set month = date_trunc('month', now() - interval '100 days')::date where month is not null`,
  );
  await store.db.raw(
    `update account set spend_month = date_trunc('month', now() - interval '100 days')::date
      where account_id = ? and spend_used > 0`,
    [ids.workspace],
  );
  expect((await tidy(store.db)).request_ids).toBe(4);
  await given(4, { kind: 'period', plan: 'annual', units: 1, startsAt: onDay(4), endsAt: '2998-01-01T00:00:00.000Z' });
  await given(5, { kind: 'spend_limit', units: 3 });
  await given(6, { kind: 'prepaid', units: 2 });
  await given(7, { kind: 'take_back', units: 2, from: { entry_id: 'led_6', kind: 'prepaid' } });
  expect(await debit('b1', 'b2', 'b3', 'p2')).toEqual(['subscription', 'prepaid', 'prepaid', 'none']);
  const { kept, records } = bodyInParts(onDay(5), ['{}']);
  await keepBodies(store.db, [kept], records);
}

function onDay(day: number): Instant {
  return `2026-01-0${day}T00:00:00.000Z`;
}

const run = (argv: string[] = []): Promise<CommandOutput> => {
  const [command] = auditCommands;
  if (command === undefined) throw new Error('there is an audit command');
  return runCommand(command, argv, {
    store,
    now: () => onDay(9),
    randomBytes,
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
  });
};

describe('the audit', () => {
  it('finds no drift after a varied history, and that what was granted was spent or is left', async () => {
    const found = await audit(store.db);
    expect(found).toEqual({
      accounts: 2,
      entries: 4,
      prepaid: { granted: 25, spent: 3, taken_back: 2, left: 20 },
      drifts: [],
    });
    expect(await run()).toEqual({
      exit: 0,
      stdout: '2 accounts, 4 entries: 25 prepaid requests granted = 3 spent + 2 taken back + 20 left\nno drift\n',
      stderr: '',
    });
    expect(JSON.parse((await run(['--json'])).stdout)).toEqual(found);
  });

  it('adds up more than a number can hold, of one workspace and of several', async () => {
    const rich = await openTestStore();
    const units = Number.MAX_SAFE_INTEGER;
    for (const times of [2, 1]) {
      const accountId = await makeTestWorkspace(rich);
      for (let time = 0; time < times; time++) {
        const entry = { entryId: `led_${times}_${time}`, accountId, origin: 'test', reference: null, now: onDay(1) };
        await rich.db.transaction((trx) => record(trx, entry, { kind: 'prepaid', units }));
      }
    }
    const sum = Number(3n * BigInt(units));
    expect(await audit(rich.db)).toMatchObject({
      prepaid: { granted: sum, spent: 0, taken_back: 0, left: sum },
      drifts: [],
    });
    await rich.close();
  });

  it('of an empty store finds nothing to say', async () => {
    const empty = await openTestStore();
    expect(await audit(empty.db)).toEqual({
      accounts: 0,
      entries: 0,
      prepaid: { granted: 0, spent: 0, taken_back: 0, left: 0 },
      drifts: [],
    });
    await empty.close();
  });
});

/** Rows as they are now, to be put back. */
async function rowsOf(table: string): Promise<string> {
  const { rows } = await store.db.raw(`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`);
  return (rows as { rows: string }[])[0]?.rows ?? '[]';
}

/** With the references between tables left alone: what a person with a prompt, or a broken disk, could do. */
async function unguarded(...statements: [sql: string, bindings?: readonly string[]][]): Promise<void> {
  await store.db.transaction(async (trx) => {
    await trx.raw(`set local session_replication_role = 'replica'`);
    for (const [sql, bindings = []] of statements) await trx.raw(sql, [...bindings]);
  });
}

/** Names of this store's own rows in place of the words in capitals. */
const named = (sql: string): string =>
  sql.replace('WORKSPACE', ids.workspace).replace('OTHER', ids.other).replace('KEY', ids.key);

const changeOf = ({ table, column, to, where }: Corruption): string =>
  named(`update ${table} set ${column} = ${to} where ${where}`);

/** The output of the command after these statements, which are then rolled back. */
async function printedAfter(table: string, statement: string, argv: string[] = []): Promise<CommandOutput> {
  const before = await rowsOf(table);
  await unguarded([statement]);
  const printed = await run(argv);
  await unguarded(
    [`delete from ${table}`],
    [`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ?::jsonb)`, [before]],
  );
  return printed;
}

describe('one column of one row that is changed by hand', () => {
  it.each(corruptions)('$column of $table exits with 1 and is named', async (corruption) => {
    const { exit, stdout, stderr } = await printedAfter(corruption.table, changeOf(corruption));
    expect([exit, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(corruption.names);
    expect(stderr).toMatch(/\d+ disagreements?\n$/);
  });

  it('is tried for every column that anything else in the store says too', async () => {
    const { rows } = await store.db.raw(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and table_name = any(?::text[])`,
      [Object.keys(saidOnce)],
    );
    const all = (rows as { table_name: string; column_name: string }[]).map(
      (row) => `${row.table_name}.${row.column_name}`,
    );
    const tried = corruptions.map(({ table, column }) => `${table}.${column}`);
    const once = Object.entries(saidOnce).flatMap(([table, columns]) =>
      columns
        .split(' ')
        .filter((column) => column !== '')
        .map((column) => `${table}.${column}`),
    );
    const kept = refused.map(({ table, column }) => `${table}.${column}`);
    expect([...tried, ...once, ...kept].toSorted()).toEqual(all.toSorted());
    expect([tried.length, once.length, kept.length]).toEqual([60, 23, 2]);
    expect((await audit(store.db)).drifts).toEqual([]);
  });

  it.each(refused)('$column of $table is refused by the store itself', async (corruption) => {
    const error: unknown = await unguarded([changeOf(corruption)]).catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toMatch(corruption.names);
  });

  it('that takes an entry away, or adds one, is found too', async () => {
    const rows: [table: string, statement: string, names: RegExp][] = [
      [
        'usage_entry',
        `delete from usage_entry where request_id = 'b3'`,
        /prepaid requests left: expected 18, found 17/,
      ],
      [
        'usage_entry',
        `insert into usage_entry select account_id, 'b4', fingerprint, operation, request, collection, key_id, units,
         paid_from, period_id, month, charged_at, as_of, digest from usage_entry where request_id = 'b3'`,
        /prepaid requests left: expected 16, found 17/,
      ],
      [
        'usage_day',
        `delete from usage_day where paid_from = 'prepaid'`,
        /prepaid requests left: expected 18, found 17/,
      ],
      [
        'ledger_entry',
        `delete from ledger_entry where entry_id = 'led_2'`,
        /prepaid requests left: expected -3, found 17/,
      ],
      [
        'account',
        `delete from account where account_id = '${ids.workspace}'`,
        /an entry of an account that does not exist/,
      ],
      ['kept_body', `delete from kept_body`, /the bytes of a replayable entry/],
      ['release', `delete from release where version = 1`, /releases up to the head: expected 2, found 1/],
    ];
    for (const [table, statement, names] of rows) {
      const { exit, stderr } = await printedAfter(table, statement);
      expect([table, exit]).toEqual([table, 1]);
      expect(stderr).toMatch(names);
    }
    expect([rows.length, (await audit(store.db)).drifts]).toEqual([7, []]);
  });

  it('shows fifty disagreements and counts the others', async () => {
    const more = `insert into usage_entry select account_id, 'more-' || i, fingerprint, operation, request, collection, 'none', units,
      paid_from, period_id, month, charged_at, as_of, digest from usage_entry, generate_series(1, 60) as i where request_id = 'p2'`;
    const { exit, stderr } = await printedAfter('usage_entry', more);
    const { drifts } = JSON.parse((await printedAfter('usage_entry', more, ['--json'])).stdout) as Audit;
    expect([exit, stderr.match(/^DRIFT /gm)?.length, drifts.length]).toEqual([1, 50, 60]);
    expect(stderr).toMatch(/\nand 10 more\n60 disagreements\n$/);
  });
});
