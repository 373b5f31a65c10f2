// The audit trail on PostgreSQL: the role that the service runs as cannot change what it has recorded.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR, listEvents, recordEvent } from './admin-events.ts';
import type { Store } from '../engine/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('takes events from its owner, and refuses to change, delete or truncate them', async () => {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  const trx = await store.db.transaction();
  try {
    await trx.raw(`create role ${role}`);
    await trx.raw(`create schema ${role} authorization ${role}`);
    await trx.raw(`set local role ${role}`);
    await trx.raw(`set local search_path to ${role}`);
    // The failure to read it would end this transaction.
    await trx.raw('create table schema_migration (name text primary key, breaking boolean, applied_at timestamptz(3))');
    await migrate(trx);
    await recordEvent(trx, { action: 'cursor-key-rotated', actor: OPERATOR });
    for (const statement of [
      `update admin_event set actor = 'usr_other'`,
      'delete from admin_event',
      'truncate admin_event',
    ]) {
      const refused = trx.transaction((inside) => inside.raw(statement));
      await expect(refused).rejects.toMatchObject({ code: '42501' });
    }
    expect(await listEvents(trx, { limit: 10 })).toHaveLength(1);
  } finally {
    await trx.rollback();
  }
});
