// Migrations of a store: once, in order, whole or not at all.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { SchemaTooNew } from '../engine/failures.ts';
import { openTestStore } from '../testing/store.ts';
import { migrate } from './migrate.ts';
import { migrations, type Migration } from './migrations.ts';

describe('migrations', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.close());

  const extra = (over: Partial<Migration> = {}): Migration => ({
    name: '900-extra',
    breaking: false,
    statements: ['create table extra (n integer)', 'insert into extra values (1)'],
    ...over,
  });
  const applied = (): Promise<string[]> => store.db('schema_migration').orderBy('name').pluck('name');

  it('are applied once, however often a store is opened', async () => {
    const before = await store.db('schema_migration').select().orderBy('name');
    await migrate(store.db);
    await migrate(store.db);
    expect(await store.db('schema_migration').select().orderBy('name')).toEqual(before);
    expect(before.map(({ name }: { name: string }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('go forward in order, whole or not at all', async () => {
    const broken = extra({ name: '901-broken', statements: ['create table half (n integer)', 'select 1/0'] });
    await expect(migrate(store.db, [...migrations, extra(), broken])).rejects.toMatchObject({ code: '22012' });
    expect((await applied()).slice(-1)).toEqual(['900-extra']);
    expect(await store.db('pg_class').where({ relname: 'half' }).first()).toBeUndefined();
    await migrate(store.db, [...migrations, extra(), { ...broken, statements: ['create table half (n integer)'] }]);
    expect((await applied()).slice(-1)).toEqual(['901-broken']);
    expect(await store.db('extra').pluck('n')).toEqual([1]);
  });

  it('go without what only makes the store cheaper where the server does not know it, and not without anything else', async () => {
    const better = 'alter table extra alter column said set compression lz4';
    const statements = ['create table extra (said text)'];
    await migrate(store.db, [
      ...migrations,
      extra({ statements, betterments: ['alter table extra go faster', better] }),
    ]);
    expect((await applied()).slice(-1)).toEqual(['900-extra']);
    const { rows } = await store.db.raw(
      `select attcompression as method from pg_attribute where attrelid = 'extra'::regclass and attname = 'said'`,
    );
    // Empty: built without it, so that PostgreSQL's own method is used.
    expect(['l', '']).toContain((rows as { method: string }[])[0]?.method);
    const wrong = extra({
      name: '901-wrong',
      statements: [],
      betterments: ['alter table no_such_table add n integer'],
    });
    await expect(migrate(store.db, [...migrations, extra(), wrong])).rejects.toMatchObject({ code: '42P01' });
    expect((await applied()).slice(-1)).toEqual(['900-extra']);
  });

  it('of a newer version that break this one are refused by name; others are no obstacle', async () => {
    await migrate(store.db, [...migrations, extra()]);
    await migrate(store.db);
    await migrate(store.db, [...migrations, extra(), extra({ name: '902-breaking', breaking: true, statements: [] })]);
    await expect(migrate(store.db)).rejects.toThrow(SchemaTooNew);
    await expect(migrate(store.db)).rejects.toThrow('902-breaking');
  });
});
