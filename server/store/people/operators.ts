// Operators of the desk. Only the command line grants and ends the role.
import type { Db, Instant, Trx } from '../engine/db.ts';

export type Operator = { user_id: string; email: string; operator_since: Instant };

export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.raw(
    'select 1 from user_account where user_id = ? and operator_since is not null and forgotten_at is null',
    [userId],
  );
  return rows.length === 1;
}

export async function listOperators(db: Db): Promise<Operator[]> {
  const { rows } = await db.raw(
    `select user_id, email, operator_since from user_account
      where operator_since is not null and forgotten_at is null order by operator_since, user_id`,
  );
  return rows as Operator[];
}

/** Returns false if the user has the role already. */
export async function grantOperator(trx: Trx, userId: string, now: Instant): Promise<boolean> {
  const { rowCount } = await trx.raw(
    'update user_account set operator_since = ? where user_id = ? and operator_since is null',
    [now, userId],
  );
  return rowCount === 1;
}

/** Returns false if the user does not have the role. */
export async function endOperator(trx: Trx, userId: string): Promise<boolean> {
  const { rowCount } = await trx.raw(
    'update user_account set operator_since = null where user_id = ? and operator_since is not null',
    [userId],
  );
  return rowCount === 1;
}
