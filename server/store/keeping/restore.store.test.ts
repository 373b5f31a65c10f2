// Refusals of a restore, each with the line and the reason, and an empty store afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { chargesOn } from '../../testing/charges.ts';
import { charge } from '../ledger/charge.ts';
import type { Store } from '../engine/engine.ts';
import { ExportRefusal, StoreNotEmpty } from './export-format.ts';
import { migrations } from '../migrations/migrations.ts';
import { restore } from './restore.ts';
import { bytesOf, contentOf, exportedLines, restoreLines, sealed } from '../testing/export.ts';
import { publishTold } from '../testing/research.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let lines: string[];
let target: Store;
let empty: ReturnType<typeof contentOf>;
let nothing: Json | undefined;

beforeAll(async () => {
  [store, target] = [await openTestStore(), await openTestStore()];
  const told = [1, 2].map((day) => ({ belief: `b${day}`, observedAt: `2026-01-0${day}T00:00:00.000Z` }));
  await publishTold(store.db, { told, now: '2026-02-01T00:00:00.000Z' });
  const { key } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: 3 }));
  await charge(store.db, [(await chargesOn(store))(key, 'a1')]);
  lines = await exportedLines(store);
  [empty, nothing] = [contentOf(await exportedLines(target)), await held(target)];
});
afterAll(() => Promise.all([store.close(), target.close()]));

type Json = { [name: string]: unknown };
const parsed = (line = ''): Json => JSON.parse(line) as Json;
const section = (table: string): number => lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
const firstRow = (table: string): number => section(table) + 1;
/** The lines with one of them changed. */
const withLine = (at: number, change: (line: string) => string): string[] =>
  lines.map((line, index) => (index === at ? change(line) : line));
const withHeader = (change: (header: Json) => Json): string[] =>
  withLine(0, (line) => JSON.stringify(change(parsed(line))));
const withoutLines = (from: number, count: number): string[] => lines.toSpliced(from, count);
const inRow = (table: string, column: string, value: unknown) => (): string[] => {
  const columns = parsed(lines[section(table)])['columns'] as string[];
  return withLine(firstRow(table), (line) => {
    const row = JSON.parse(line) as unknown[];
    return JSON.stringify(row.with(columns.indexOf(column), value));
  });
};
const rowsWith = (counts: Json) => (header: Json) => ({ ...header, rows: { ...(header['rows'] as Json), ...counts } });

type Case = [what: string, make: () => readonly string[], line: () => number | null, message: RegExp];

const last = (): number => lines.length;
const cases: readonly Case[] = [
  ['nothing', () => [], () => null, /^it is empty$/],
  ['something else', () => ['{"ticker":"NWTB"}', ...lines.slice(1)], () => 1, /no export of a store/],
  ['a newer format', () => withHeader((header) => ({ ...header, format_version: 2 })), () => 1, /format 2 by a newer/],
  [
    'a newer schema',
    () => withHeader((header) => ({ ...header, migrations: [...migrations.map(({ name }) => name), '099-later'] })),
    () => 1,
    /newer version of this service, with the schema 099-later/,
  ],
  [
    'a schema that never was',
    () => withHeader((header) => ({ ...header, migrations: ['001-research', '003-removals'] })),
    () => 1,
    /not the ones that this service goes through/,
  ],
  ['no schema', () => withHeader((header) => ({ ...header, migrations: [] })), () => 1, /not the ones/],
  ['half a header', () => withHeader((header) => ({ ...header, rows: 3 })), () => 1, /header is not whole/],
  [
    'balances left out',
    () => withHeader((header) => ({ ...header, left_out: { account: 'not needed' } })),
    () => 1,
    /leaves out the table account/,
  ],
  [
    'a table less in the header',
    () =>
      withHeader((header) => {
        const { account, ...rows } = header['rows'] as Json;
        return account === undefined ? header : { ...header, rows };
      }),
    () => 1,
    /the table account is missing/,
  ],
  ['a table of another store', () => withHeader(rowsWith({ later: 0 })), () => 1, /this store has no table later/],
  ['a table less', () => withoutLines(section('belief'), 3), () => last() - 3, /the table belief is missing/],
  [
    'a table twice',
    () => lines.toSpliced(section('account'), 0, lines[section('account')] ?? ''),
    () => section('account') + 2,
    /the table account is there twice/,
  ],
  [
    'an unknown column',
    () => withLine(section('account'), (line) => line.replace('"plan"', '"plan","colour"')),
    () => section('account') + 1,
    /no column of account colour/,
  ],
  [
    'a column less',
    () => withLine(section('account'), (line) => line.replace('"plan",', '')),
    () => section('account') + 1,
    /the column of account plan is missing/,
  ],
  [
    'a column twice',
    () => withLine(section('account'), (line) => line.replace('"plan",', '"plan","plan",')),
    () => section('account') + 1,
    /named twice/,
  ],
  ['a row of no table', () => lines.toSpliced(1, 0, '[1]'), () => 2, /before the name of its table/],
  [
    'a short row',
    () => withLine(firstRow('account'), () => '["ws_1"]'),
    () => firstRow('account') + 1,
    /no row of account with/,
  ],
  [
    'a row that is no JSON',
    () => withLine(firstRow('account'), () => '[1,'),
    () => firstRow('account') + 1,
    /no row of account/,
  ],
  ['an object in a row', inRow('account', 'plan', { a: 1 }), () => firstRow('account') + 1, /no row of account/],
  ['another line', () => lines.toSpliced(5, 0, '{"tables":1}'), () => 6, /neither a row, nor the name of a table/],
  ['an empty line', () => lines.toSpliced(5, 0, ''), () => 6, /neither a row/],
  [
    'a word for a number',
    inRow('account', 'prepaid', 'many'),
    () => firstRow('account') + 1,
    /does not take .* \(SQLSTATE 22P02\)/,
  ],
  [
    'less than nothing',
    inRow('account', 'prepaid', -1),
    () => firstRow('account') + 1,
    /does not take .*account_prepaid_check/,
  ],
  [
    'an account of nobody',
    inRow('account', 'account_id', 'ws_9'),
    () => firstRow('account') + 1,
    /account_account_id_fkey/,
  ],
  ['no text', inRow('workspace', 'name', 'a\u0000b'), () => firstRow('workspace') + 1, /does not take/],
  [
    'a row twice',
    () => lines.toSpliced(firstRow('belief'), 0, lines[firstRow('belief')] ?? ''),
    () => firstRow('belief') + 1,
    /does not take .*belief_pkey/,
  ],
  [
    'a row less',
    () => withoutLines(firstRow('belief'), 1),
    () => last() - 1,
    /the table belief has 1 rows, and should have 2/,
  ],
  [
    'another count at the end',
    () => withLine(last() - 1, (line) => JSON.stringify(rowsWith({ belief: 3 })(parsed(line)))),
    last,
    /belief has 2 rows, and should have 3/,
  ],
  ['more behind the end', () => [...lines, lines[1] ?? ''], () => last() + 1, /nothing may stand behind the last line/],
  ['no end', () => lines.slice(0, -1), () => null, /last line is missing: the export is truncated/],
  [
    'a balance that does not follow',
    inRow('account', 'prepaid', 3),
    () => null,
    /^its balances do not follow from its entries: 1 disagreements, such as ws_/,
  ],
];

/** A little of everything that a restore would have put in, or replaced. */
async function held({ db }: Store): Promise<Json | undefined> {
  const { rows } = await db.raw(
    `select (select max(version) from head) as version, (select count(*) from workspace) as workspaces,
            (select count(*) from ledger_entry) as entries, (select count(*) from kept_body) as bodies,
            (select count(*) from belief) as beliefs, (select encode(secret, 'hex') from cursor_key) as secret`,
  );
  return (rows as Json[])[0];
}

async function refusal(work: Promise<unknown>): Promise<{ line: number | null; message: string }> {
  const refused = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refused instanceof ExportRefusal)) throw new Error('it was not refused', { cause: refused });
  return refused;
}

describe('a restore', () => {
  it.each(cases)('refuses %s, and leaves the store empty', async (_what, make, line, message) => {
    const made = make();
    // All but the hash is as the change would have it: what is refused is refused for what it is.
    const isWhole = made.length > 0 && made.at(-1)?.startsWith('{"end"') === true;
    const refused = await refusal(restoreLines(target, isWhole ? sealed(made) : made));
    expect([refused.line, refused.message]).toEqual([line(), expect.stringMatching(message)]);
    expect(await held(target)).toEqual(nothing);
  });

  it('refuses one changed letter anywhere', async () => {
    const evidence = firstRow('evidence');
    const changed = withLine(evidence, (line) => line.replace('https', 'httpz'));
    expect(changed[evidence]).not.toBe(lines[evidence]);
    expect(await refusal(restoreLines(target, changed))).toMatchObject({
      line: last(),
      message: 'the lines before it were changed: their SHA-256 is another one',
    });
    expect(contentOf(await exportedLines(target))).toEqual(empty);
  });

  it('refuses what breaks off within a line, and bytes that are no text', async () => {
    const whole = Buffer.from(lines.join('\n'));
    const cut = async function* () {
      yield whole.subarray(0, whole.indexOf('"table":"belief"'));
    };
    expect(await refusal(restore(target.db, cut()))).toMatchObject({
      line: section('belief') + 1,
      message: 'it is broken off: the export is truncated',
    });
    const torn = async function* () {
      yield Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from([0x5b, 0xff, 0x5d, 0x0a])]);
    };
    expect(await refusal(restore(target.db, torn()))).toMatchObject({ line: 2, message: 'it is not UTF-8' });
    expect(contentOf(await exportedLines(target))).toEqual(empty);
  });

  it('refuses a store that holds anything, says what, and changes nothing', async () => {
    const before = contentOf(lines);
    const refused = await restoreLines(store, lines).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreNotEmpty);
    expect((refused as StoreNotEmpty).rows).toMatchObject({ head: 1, belief: 2, account: 1, api_key: 1, kept_body: 1 });
    expect(contentOf(await exportedLines(store))).toEqual(before);
  });

  it('checks everything and keeps nothing in a dry run, and then keeps all of it', async () => {
    const shares: number[] = [];
    await restoreLines(target, lines, { dryRun: true, onShare: (share) => void shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(contentOf(await exportedLines(target))).toEqual(empty);
    const other = await openTestStore();
    try {
      const { header } = await restoreLines(other, lines);
      expect(header.rows).toMatchObject({ belief: 2, usage_entry: 1 });
      expect(contentOf(await exportedLines(other))).toEqual(contentOf(lines));
    } finally {
      await other.close();
    }
  });
});

it('a restore takes an export in pieces of any size', async () => {
  for (const pieceBytes of [1, 7, 65_536]) {
    const restored = await restore(target.db, bytesOf(lines, pieceBytes), { dryRun: true });
    expect(restored.sha256).toBe(parsed(lines.at(-1))['sha256']);
  }
});
