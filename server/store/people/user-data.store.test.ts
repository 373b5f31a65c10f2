// Stored data of users and workspaces: no table is missing, and erased values are gone everywhere.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { storeTables } from '../migrations/schema-tables.ts';
import { openTestStore } from '../testing/store.ts';
import { forgetUserData, userTables } from './user-data.ts';
import { workspaceTables } from './workspace-data.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Row = { table: string; column: string };

/** Columns that can tie a row to a person, with or without a foreign key. */
const namesUser = /^(user_id|email|email_folded|actor|recipient|to_address|[a-z]+_by)$/;
/** Digests of secrets and of texts, and columns that repeat the row's owner. */
const unreported =
  /^(user_id|email_folded|account_id|decided_by|created_by|password_hash|fingerprint|digest|.*_sha256)$/;
const namesWorkspace = /^(workspace_id|account_id)$/;

async function tablesWith(pattern: RegExp, parent: string): Promise<string[]> {
  const columns = await rowsOf<Row>(
    store.db,
    `select table_name as "table", column_name as "column" from information_schema.columns c
      where table_schema = current_schema()
        and exists (select 1 from pg_tables t where t.schemaname = c.table_schema and t.tablename = c.table_name)`,
  );
  const referring = await rowsOf<Row>(
    store.db,
    `select child.relname as "table", '' as "column" from pg_constraint r
       join pg_class child on child.oid = r.conrelid join pg_class parent on parent.oid = r.confrelid
      where r.contype = 'f' and parent.relname = '${parent}'
        and r.connamespace = current_schema()::regnamespace`,
  );
  const named = columns.filter(({ column }) => pattern.test(column));
  return [...new Set([...named, ...referring].map(({ table }) => table))].toSorted();
}

describe('every table', () => {
  it('that names users is in the list of what a user may ask for', async () => {
    const known = userTables.map(({ table }) => table);
    // made_by of a key is a word, and its user stands in created_by.
    expect((await tablesWith(namesUser, 'user_account')).filter((table) => !known.includes(table))).toEqual([]);
    const all = (await storeTables(store.db)).map(({ name }) => name);
    expect(known.filter((table) => !all.includes(table))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });

  it('that names workspaces is in the list of what is deleted or kept', async () => {
    const known = workspaceTables.map(({ table }) => table);
    expect((await tablesWith(namesWorkspace, 'workspace')).filter((table) => !known.includes(table))).toEqual([]);
  });

  it('is reported whole but for secrets: a column that a migration adds to it is in the report, too', async () => {
    const missing: Row[] = [];
    const undone = store.db.transaction(async (trx) => {
      for (const { table, report } of userTables) {
        if (report === null) continue;
        // The columns of a query without a row are those of a view of it.
        await trx.raw(`create view "of ${table}" as ${report.replaceAll(/:(userId|email)\b/g, `''`)}`);
        missing.push(
          ...(await rowsOf<Row>(
            trx,
            `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
              where c.table_schema = current_schema() and c.table_name = ?
                and not exists (select 1 from information_schema.columns r where r.table_schema = c.table_schema
                                   and r.table_name = 'of ' || c.table_name and r.column_name = c.column_name)
              order by c.ordinal_position`,
            [table],
          )),
        );
      }
      await trx.rollback(new Error('undone'));
    });
    await expect(undone).rejects.toThrow('undone');
    expect(missing.filter(({ column }) => !unreported.test(column))).toEqual([]);
  });

  it('that is kept of users holds no column with an address or a name of theirs', async () => {
    const kept = userTables.filter(({ forget }) => forget === null).map(({ table }) => table);
    const columns = await rowsOf<Row>(
      store.db,
      `select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = current_schema() and column_name ~ 'email|address|browser|asked_from'`,
    );
    expect(columns.filter(({ table }) => kept.includes(table))).toEqual([]);
  });
});

describe('a forgotten user', () => {
  it('is in no column of any table, and no other user is touched', async () => {
    const { db } = store;
    const [one, other] = ['ada.lovelake@example.com', 'other.user@example.com'];
    await db.raw(`insert into workspace (workspace_id, name, created_at) values ('ws_1', 'Desk', now())`);
    for (const [id, email] of [
      ['usr_1', one],
      ['usr_2', other],
    ] as const) {
      await db.raw(
        `insert into user_account (user_id, email, email_folded, created_at, password_hash, issuer, subject)
         values (?, ?, ?, now(), 'secret of ' || ?, 'https://issuer.test', 'subject of ' || ?)`,
        [id, email, email, id, id],
      );
      await db.raw(`insert into membership values ('ws_1', ?, 'member', now())`, [id]);
      await db.raw(
        `insert into browser_session (token_sha256, session_id, user_id, browser, created_at, seen_at, expires_at)
         values (?, 'ses_' || ?, ?, 'Firefox', now(), now(), now())`,
        [randomBytes(32), id, id],
      );
      await db.raw(
        `insert into device_grant (acquisition_id, device_code_sha256, user_code_sha256, device_name, acquisition,
           asked_from, status, poll_interval, created_at, expires_at, decided_by, decided_at)
         values (gen_random_uuid(), ?, ?, 'laptop of ' || ?, '{}', '192.0.2.' || right(?, 1), 'denied', 5, now(), now(), ?, now())`,
        [randomBytes(32), randomBytes(32), id, id, id],
      );
    }
    const erased = await db.transaction((trx) => forgetUserData(trx, { userId: 'usr_1', email: one }));
    expect(erased).toEqual({ membership: 1, browser_session: 1, device_grant: 1, user_account: 1 });
    const texts: string[] = [];
    for (const { name } of await storeTables(db)) {
      const { rows } = await db.raw(`select t::text as row from "${name}" t`);
      texts.push(...(rows as { row: string }[]).map(({ row }) => row));
    }
    const all = texts.join('\n');
    for (const gone of [one, 'ada.lovelake', 'secret of usr_1', 'subject of usr_1', 'laptop of usr_1', '192.0.2.1'])
      expect([gone, all.includes(gone)]).toEqual([gone, false]);
    for (const left of [other, 'secret of usr_2', 'subject of usr_2', 'laptop of usr_2', '192.0.2.2'])
      expect([left, all.includes(left)]).toEqual([left, true]);
  });
});
