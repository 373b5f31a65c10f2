// Exports of other schemas: one from before the newest migrations, and one with an unknown table.
import { describe, expect, it } from 'vitest';
import { migrations } from '../migrations/migrations.ts';
import { becomeSchema } from './restore-schema.ts';
import { contentOf, exportedLines, restoreLines } from '../testing/export.ts';
import { openTestStore } from '../testing/store.ts';

const headerOf = (lines: readonly string[]) => JSON.parse(lines[0] ?? '') as { migrations: string[]; rows: object };

describe('an older export', () => {
  it('is restored with the schema of its time, and brought forward as the store would have been', async () => {
    const [old, fresh] = [await openTestStore(), await openTestStore()];
    try {
      const names = migrations.slice(0, 3).map(({ name }) => name);
      await old.db.transaction((trx) => becomeSchema(trx, names));
      await old.db.raw(`insert into cursor_key values (3, '\\x01', '2026-01-01Z', null)`);
      await old.db.raw(`insert into api_key (key_id, collection, key_sha256, hint, name, made_by, created_at)
                        values ('key_1', 'live', '\\x02', 'h', 'old', 'operator', '2026-01-01Z')`);
      const written = await exportedLines(old);
      expect(headerOf(written).migrations).toEqual(names);
      await restoreLines(fresh, written);
      const restored = await exportedLines(fresh);
      expect(headerOf(restored).migrations).toEqual(migrations.map(({ name }) => name));
      // The fourth migration's effect on a live key from before workspaces.
      expect(headerOf(restored).rows).toMatchObject({ workspace: 1, account: 1, ledger_entry: 1, cursor_key: 1 });
    } finally {
      await Promise.all([old.close(), fresh.close()]);
    }
  });
});

describe('a table that a later migration adds', () => {
  const table = `create table later (
    id bigint generated always as identity primary key, parent text references workspace, doubled bigint generated always as (id * 2) stored,
    amount numeric, moment timestamptz, day date, flags text[], ratio double precision, big bigint, raw bytea, told jsonb, is_true boolean)`;

  it('is exported and restored without being named, with exact values, and counts on', async () => {
    const [one, other] = [await openTestStore(), await openTestStore()];
    try {
      for (const { db } of [one, other]) await db.raw(table);
      await one.db.raw(
        `insert into later (amount, moment, day, flags, ratio, big, raw, told, is_true) values
           (12345678901234567890.000100, '2026-01-01 00:00:00.123Z', '2026-02-28', array['a"b', null, '\\c'], 0.1, 9007199254740993,
            '\\x00ff', '{"a": 1.10, "b": "\\u00fc"}', true),
           ('NaN', 'infinity', '0044-03-15 BC', '{}', 'Infinity', -1, '', 'null', false), (null, null, null, null, null, null, null, null, null)`,
      );
      const written = await exportedLines(one);
      await restoreLines(other, written);
      expect(contentOf(await exportedLines(other))).toEqual(contentOf(written));
      const { rows } = await other.db.raw(
        `select doubled, amount::text, moment, flags, told::text, big::text from later order by id`,
      );
      expect(rows).toEqual(
        (await one.db.raw(`select doubled, amount::text, moment, flags, told::text, big::text from later order by id`))
          .rows,
      );
      expect((rows as object[])[0]).toMatchObject({
        doubled: 2,
        amount: '12345678901234567890.000100',
        big: '9007199254740993',
      });
      const next = await other.db.raw('insert into later (big) values (1) returning id');
      expect(next.rows).toEqual([{ id: 4 }]);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});
