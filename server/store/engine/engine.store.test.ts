// Behaviour that both engines share: values, errors, migrations, isolation of stores.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Store } from './engine.ts';
import { SchemaTooNew } from './failures.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations, type Migration } from '../migrations/migrations.ts';
import { openTestStore } from '../testing/store.ts';

// These tests are independent of each other's rows, except the migrations, which open their own stores.
let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function value(sql: string, bindings: string[] = []): Promise<unknown> {
  const { rows } = await store.db.raw(`select ${sql} as value`, bindings);
  return (rows as { value: unknown }[])[0]?.value;
}

describe('values', () => {
  const cases: [string, unknown][] = [
    [`timestamptz '2014-06-30 23:59:59Z'`, '2014-06-30T23:59:59.000Z'],
    [`timestamptz '2014-06-30 23:59:59.12Z'`, '2014-06-30T23:59:59.120Z'],
    [`timestamptz '2014-06-30 23:59:59.999999Z'`, '2014-06-30T23:59:59.999Z'],
    [`timestamptz '2014-06-30 23:59:59.9999Z'::timestamptz(3)`, '2014-07-01T00:00:00.000Z'],
    [`timestamptz '2014-03-30 02:30:00+05:45'`, '2014-03-29T20:45:00.000Z'],
    [`timestamp '2014-06-30 23:59:59.1'`, '2014-06-30T23:59:59.100Z'],
    [`date '2016-02-29'`, '2016-02-29'],
    [`date '2014-03-30'`, '2014-03-30'],
    [`9007199254740991::int8`, 9007199254740991],
    [`9007199254740993::int8`, '9007199254740993'],
    [`count(*)`, 1],
    [`74.50000000000001::numeric`, '74.50000000000001'],
    [`1.50::numeric`, '1.50'],
    [`0.1::float8 + 0.2::float8`, 0.30000000000000004],
    [`array[1.10, null]::numeric[]`, ['1.10', null]],
    [`array['2014-06-30 23:59:59.5Z']::timestamptz[]`, ['2014-06-30T23:59:59.500Z']],
    [`array['2016-02-29']::date[]`, ['2016-02-29']],
    [`array[1, 9007199254740993]::int8[]`, [1, '9007199254740993']],
    [`array['a,b', '"', null]`, ['a,b', '"', null]],
    [`'{"b": 1.50, "a": [null]}'::jsonb`, { a: [null], b: 1.5 }],
    [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [`true`, true],
    [`null::timestamptz`, null],
    [`current_setting('timezone')`, 'UTC'],
    [`timestamptz '2014-06-30 23:30:00Z'::date`, '2014-06-30'],
  ];
  it.each(cases)('%s', async (sql, expected) => {
    expect(await value(sql)).toEqual(expected);
  });

  it('an instant comes back as it was written, also through a column', async () => {
    const instants = ['1970-01-01T00:00:00.000Z', '2014-06-30T23:59:59.001Z', '2026-10-05T10:00:00.990Z'];
    for (const instant of instants) {
      await store.db('head').where({ collection: 'live' }).update({ watermark: instant });
      expect(await store.db('head').where({ collection: 'live' }).pluck('watermark')).toEqual([instant]);
    }
  });

  it('text sorts by code point, whatever the locale', async () => {
    const { rows } = await store.db.raw(
      `select k from unnest(array['b', 'A', 'a', 'é', '~', 'Z']) k order by k collate "C"`,
    );
    expect((rows as { k: string }[]).map(({ k }) => k)).toEqual(['A', 'Z', 'a', 'b', '~', 'é']);
  });
});

describe('errors', () => {
  it('carry the code of the database and never a value', async () => {
    const error = await store.db
      .raw('select 1 from nowhere where a = ?', ['a secret'])
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '42P01' });
    expect(String(error)).not.toContain('a secret');
  });

  it('do not spoil the connection for what comes next', async () => {
    await expect(store.db.transaction((trx) => trx.raw('select 1/0'))).rejects.toMatchObject({ code: '22012' });
    expect(await value('1')).toBe(1);
  });
});

describe('two stores of one test', () => {
  it('do not see each other', async () => {
    const other = await openTestStore();
    try {
      await store.db('head').update({ version: 7 });
      expect(await store.db('head').pluck('version')).toEqual([7, 7]);
      expect(await other.db('head').pluck('version')).toEqual([0, 0]);
      expect(other.engine).toBe(inject('engine'));
    } finally {
      await other.close();
    }
  });
});

describe('statements that are prepared once', () => {
  it('work under their name again and again', async () => {
    const ask = async (n: number): Promise<unknown> =>
      (await store.db.raw('select ?::int + 1 as n', [n]).options({ name: 'plus-one' })).rows;
    expect([await ask(1), await ask(2)]).toEqual([[{ n: 2 }], [{ n: 3 }]]);
  });
});

describe('after an import', () => {
  it('the planner knows how many rows there are', async () => {
    await store.db.raw(
      `insert into session (collection, session_date, early_close, from_version)
       select 'live', date '2000-01-01' + n, false, 1 from generate_series(1, 5000) n`,
    );
    await store.afterImport();
    const estimate = await value(`(select reltuples from pg_class where relname = 'session')`);
    expect(estimate).toBe(5000);
  });
});

describe('migrations', () => {
  let fresh: Store;
  beforeEach(async () => {
    fresh = await openTestStore();
  });
  afterEach(() => fresh.close());

  const extra = (over: Partial<Migration> = {}): Migration => ({
    name: '900-extra',
    breaking: false,
    statements: ['create table extra (n integer)', 'insert into extra values (1)'],
    ...over,
  });
  const applied = (): Promise<string[]> => fresh.db('schema_migration').orderBy('name').pluck('name');

  it('are applied once, however often a store is opened', async () => {
    const before = await fresh.db('schema_migration').select().orderBy('name');
    await migrate(fresh.db);
    await migrate(fresh.db);
    expect(await fresh.db('schema_migration').select().orderBy('name')).toEqual(before);
    expect(before.map(({ name }: { name: string }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('go forward in order, whole or not at all', async () => {
    const broken = extra({ name: '901-broken', statements: ['create table half (n integer)', 'select 1/0'] });
    await expect(migrate(fresh.db, [...migrations, extra(), broken])).rejects.toMatchObject({ code: '22012' });
    expect((await applied()).slice(-1)).toEqual(['900-extra']);
    expect(await fresh.db('pg_class').where({ relname: 'half' }).first()).toBeUndefined();
    await migrate(fresh.db, [...migrations, extra(), { ...broken, statements: ['create table half (n integer)'] }]);
    expect((await applied()).slice(-1)).toEqual(['901-broken']);
    expect(await fresh.db('extra').pluck('n')).toEqual([1]);
  });

  it('go without what only makes the store cheaper where the server does not know it, and not without anything else', async () => {
    const better = 'alter table extra alter column said set compression lz4';
    const statements = ['create table extra (said text)'];
    await migrate(fresh.db, [
      ...migrations,
      extra({ statements, betterments: ['alter table extra go faster', better] }),
    ]);
    expect((await applied()).slice(-1)).toEqual(['900-extra']);
    const { rows } = await fresh.db.raw(
      `select attcompression as method from pg_attribute where attrelid = 'extra'::regclass and attname = 'said'`,
    );
    // Empty: built without it, so that PostgreSQL's own method is used.
    expect(['l', '']).toContain((rows as { method: string }[])[0]?.method);
    const wrong = extra({
      name: '901-wrong',
      statements: [],
      betterments: ['alter table no_such_table add n integer'],
    });
    await expect(migrate(fresh.db, [...migrations, extra(), wrong])).rejects.toMatchObject({ code: '42P01' });
    expect((await applied()).slice(-1)).toEqual(['900-extra']);
  });

  it('of a newer version that break this one are refused by name; others are no obstacle', async () => {
    await migrate(fresh.db, [...migrations, extra()]);
    await migrate(fresh.db);
    await migrate(fresh.db, [...migrations, extra(), extra({ name: '902-breaking', breaking: true, statements: [] })]);
    await expect(migrate(fresh.db)).rejects.toThrow(SchemaTooNew);
    await expect(migrate(fresh.db)).rejects.toThrow('902-breaking');
  });
});
