// A store from before addresses were proved: the kept rights of its people, and those to accept again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { addressSchema } from '../migrations/001-020/015-addresses.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const undone = [
  'drop table mail_outbox, invitation, sign_in_link',
  `alter table user_account drop column email_proved_at, drop column email_proved_by`,
  `create table sign_in_link (
     token_sha256 bytea primary key, user_id text collate "C" not null references user_account, made_by text,
     created_at timestamptz(3) not null, expires_at timestamptz(3) not null, used_at timestamptz(3))`,
];
const filled = [
  `insert into workspace (workspace_id, name, practice, created_at) values ('ws_a', 'A', false, now()), ('ws_b', 'B', false, now())`,
  `insert into user_account (user_id, email, email_folded, created_at, password_hash, issuer, subject) values
     ('admin', 'Admin@a.test', 'admin@a.test', now(), 'x', null, null), ('tied', 'tied@a.test', 'tied@a.test', now(), null, 'i', 's'),
     ('pending', 'Pending@a.test', 'pending@a.test', now(), null, null, null), ('set', 'set@a.test', 'set@a.test', now(), 'x', null, null)`,
  `insert into membership (workspace_id, user_id, role, created_at) values ('ws_a', 'admin', 'admin', now()),
     ('ws_a', 'tied', 'member', now()), ('ws_a', 'pending', 'admin', now()), ('ws_b', 'pending', 'member', now()), ('ws_a', 'set', 'member', now())`,
  `insert into sign_in_link (token_sha256, user_id, made_by, created_at, expires_at, used_at) values
     ('\\x01', 'admin', null, now(), now(), now()), ('\\x02', 'set', 'admin', now(), now(), now()),
     ('\\x03', 'pending', 'admin', now(), now() + interval '1 hour', null), ('\\x04', 'pending', null, now(), now() + interval '1 hour', null)`,
];

it('keeps what people signed in to, proves what the operator or the provider vouched for, and offers the rest', async () => {
  const rowsOf = async (sql: string): Promise<unknown[]> => (await store.db.raw(sql)).rows as unknown[];
  await store.db.transaction(async (trx) => {
    for (const sql of [...undone, ...filled, ...addressSchema.statements]) await trx.raw(sql.replaceAll('?', '\\?'));
  });
  expect(await rowsOf('select user_id, email_proved_by as by from user_account order by user_id')).toEqual([
    { user_id: 'admin', by: 'operator' },
    { user_id: 'pending', by: null },
    { user_id: 'set', by: null },
    { user_id: 'tied', by: 'provider' },
  ]);
  expect(await rowsOf('select workspace_id, user_id from membership order by user_id')).toEqual(
    ['admin', 'set', 'tied'].map((id) => ({ workspace_id: 'ws_a', user_id: id })),
  );
  expect(await rowsOf('select workspace_id, email, role, invited_by from invitation order by workspace_id')).toEqual([
    { workspace_id: 'ws_a', email: 'Pending@a.test', role: 'admin', invited_by: 'admin' },
    { workspace_id: 'ws_b', email: 'Pending@a.test', role: 'member', invited_by: null },
  ]);
  // A link of an admin may be in the hands of that admin.
  expect(await rowsOf('select email, proves from sign_in_link order by token_sha256')).toEqual([
    { email: 'Admin@a.test', proves: 'operator' },
    { email: 'Pending@a.test', proves: 'operator' },
  ]);
});
