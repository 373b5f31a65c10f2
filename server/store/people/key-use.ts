// Last uses of keys and of chats' grants, for the people who look after them.
import type { Db } from '../engine/db.ts';
import { GRANT_PREFIX } from './grant-payer.ts';
import { runPrepared } from '../engine/named-statement.ts';

/** Notes that these are in use, each at most once in ten minutes; a chat is named by its grant. */
export async function noteUses(db: Db, keyIds: readonly string[]): Promise<void> {
  const grantIds = keyIds.filter((id) => id.startsWith(GRANT_PREFIX)).map((id) => id.slice(GRANT_PREFIX.length));
  const keys = keyIds.filter((id) => !id.startsWith(GRANT_PREFIX));
  if (keys.length > 0) await noted(db, { table: 'api_key', column: 'key_id' }, keys);
  if (grantIds.length > 0) await noted(db, { table: 'oauth_grant', column: 'grant_id' }, grantIds);
}

/** Locked in the order of their ids: two servers that note the same ones do not wait for each other in a circle. */
async function noted(
  db: Db,
  { table, column }: { table: string; column: string },
  ids: readonly string[],
): Promise<void> {
  await runPrepared(db, {
    sql: `with due as (
        select ${column} from ${table}
         where ${column} = any(?::text[]) and (last_used_at is null or last_used_at < now() - interval '10 minutes')
         order by ${column} for update)
      update ${table} set last_used_at = date_trunc('milliseconds', now()) from due where ${table}.${column} = due.${column}`,
    bindings: [ids],
  });
}
