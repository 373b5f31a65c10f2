// Tables of the store in a schema that other roles use too.
import { expect, it } from 'vitest';
import { openTestStore } from '../testing/store.ts';
import { storeTables } from './schema-tables.ts';

it('are those that the role of the service may read', async () => {
  const store = await openTestStore();
  const trx = await store.db.transaction();
  try {
    const role = `reader_of_head_${process.pid}`;
    await trx.raw(`create role ${role}`);
    await trx.raw(`grant select on head to ${role}`);
    await trx.raw('create table notes_of_another (n integer)');
    await trx.raw(`set local role ${role}`);
    expect((await storeTables(trx)).map(({ name }) => name)).toEqual(['head']);
  } finally {
    await trx.rollback();
    await store.close();
  }
});
