// Workspaces, and the people in them.
import type { Db, Instant, Trx } from '../engine/db.ts';

export type Role = 'admin' | 'member';

export type Workspace = { workspace_id: string; name: string; practice: boolean; created_at: Instant };

/** Makes a workspace with an empty balance. */
export async function insertWorkspace(
  trx: Trx,
  { workspaceId, name, practice, now }: { workspaceId: string; name: string; practice: boolean; now: Instant },
): Promise<void> {
  await trx.raw('insert into workspace (workspace_id, name, practice, created_at) values (?, ?, ?, ?)', [
    workspaceId,
    name,
    practice,
    now,
  ]);
  await trx.raw('insert into account (account_id) values (?)', [workspaceId]);
}

/** False for one that was deleted, too. */
export async function workspaceExists(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await db.raw('select 1 from workspace where workspace_id = ? and deleted_at is null', [workspaceId]);
  return rows.length > 0;
}

/** Like workspaceExists, with a lock against deletion until this transaction ends. */
export async function holdWorkspace(trx: Trx, workspaceId: string): Promise<boolean> {
  const { rows } = await trx.raw('select 1 from workspace where workspace_id = ? and deleted_at is null for share', [
    workspaceId,
  ]);
  return rows.length > 0;
}

export type WorkspaceRow = Workspace & { admins: number; members: number; invitations: number; active_keys: number };

export async function listWorkspaces(db: Db): Promise<WorkspaceRow[]> {
  const { rows } = await db.raw(
    `select w.workspace_id, w.name, w.practice, w.created_at,
            (select count(*) from membership m where m.workspace_id = w.workspace_id and m.role = 'admin') as admins,
            (select count(*) from membership m where m.workspace_id = w.workspace_id and m.role = 'member') as members,
            (select count(*) from invitation i where i.workspace_id = w.workspace_id) as invitations,
            (select count(*) from api_key k where k.workspace_id = w.workspace_id and k.revoked_at is null) as active_keys
       from workspace w where w.deleted_at is null order by w.created_at, w.workspace_id`,
  );
  return rows as WorkspaceRow[];
}

export type User = { user_id: string; email: string };

/** The person with this address, made with `userId` when the address is new. Addresses are compared without case. */
export async function findOrInsertUser(
  db: Db,
  { userId, email, now }: { userId: string; email: string; now: Instant },
): Promise<User> {
  const { rows } = await db.raw(
    `insert into user_account (user_id, email, email_folded, created_at) values (?, ?, ?, ?)
     on conflict (email_folded) do update set email = user_account.email returning user_id, email`,
    [userId, email, email.toLowerCase(), now],
  );
  const [user] = rows as User[];
  if (!user) throw new Error('an upsert returned no row');
  return user;
}

/** Sets the role of a person in a workspace; true when the person was not in it before. */
export async function setMembership(
  db: Db,
  { workspaceId, userId, role, now }: { workspaceId: string; userId: string; role: Role; now: Instant },
): Promise<boolean> {
  const { rows } = await db.raw(
    `insert into membership (workspace_id, user_id, role, created_at) values (?, ?, ?, ?)
     on conflict (workspace_id, user_id) do update set role = excluded.role
     returning created_at = ?::timestamptz as is_new`,
    [workspaceId, userId, role, now, now],
  );
  return (rows as { is_new: boolean }[])[0]?.is_new === true;
}

/** The role of a person in a workspace; null for a person outside it. */
export async function roleOf(db: Db, workspaceId: string, userId: string): Promise<Role | null> {
  const { rows } = await db.raw('select role from membership where workspace_id = ? and user_id = ?', [
    workspaceId,
    userId,
  ]);
  return (rows as { role: Role }[])[0]?.role ?? null;
}
