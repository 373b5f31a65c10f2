// Changes by people on the account page, each in a transaction that has locked the required role.
import type { Instant, Trx } from '../engine/db.ts';
import { type NewKey, isExpired, limitValues } from '../people/keys.ts';
import { endGrants } from '../people/oauth-grants.ts';
import type { Role } from '../people/workspaces.ts';

/** Locks the role until this transaction ends; null for a person outside the workspace. */
export async function holdRole(trx: Trx, workspaceId: string, userId: string): Promise<Role | null> {
  const { rows } = await trx.raw('select role from membership where workspace_id = ? and user_id = ? for share', [
    workspaceId,
    userId,
  ]);
  return (rows as { role: Role }[])[0]?.role ?? null;
}

export type HeldMember = { user_id: string; role: Role };

/** Everyone in the workspace, locked in one order: who is the last admin cannot change before this transaction ends. */
export async function holdMembers(trx: Trx, workspaceId: string): Promise<HeldMember[]> {
  const { rows } = await trx.raw(
    'select user_id, role from membership where workspace_id = ? order by user_id for update',
    [workspaceId],
  );
  return rows as HeldMember[];
}

/** False when the id is taken: the form that carried it was sent before. */
export async function insertKeyOfPerson(
  trx: Trx,
  key: Omit<NewKey, 'madeBy' | 'workspaceId'> & { workspaceId: string; userId: string },
): Promise<boolean> {
  const inserted = await trx.raw(
    `insert into api_key (key_id, collection, key_sha256, hint, name, made_by, workspace_id, created_by, created_at,
       expires_at, operations, minute_max)
     values (?, ?, ?, ?, ?, 'admin', ?, ?, ?, ?, ?, ?) on conflict (key_id) do nothing`,
    [
      key.keyId,
      key.collection,
      key.sha256,
      key.hint,
      key.name,
      key.workspaceId,
      key.userId,
      key.now,
      ...limitValues(key.limits),
    ],
  );
  return inserted.rowCount === 1;
}

/** False when the workspace has no such key, or it was revoked before. */
export async function revokeKeyOf(
  trx: Trx,
  { workspaceId, keyId, now }: { workspaceId: string; keyId: string; now: Instant },
): Promise<boolean> {
  const revoked = await trx.raw(
    'update api_key set revoked_at = ? where workspace_id = ? and key_id = ? and revoked_at is null',
    [now, workspaceId, keyId],
  );
  return revoked.rowCount === 1;
}

export async function setRole(
  trx: Trx,
  { workspaceId, userId, role }: { workspaceId: string; userId: string; role: Role },
): Promise<void> {
  await trx.raw('update membership set role = ? where workspace_id = ? and user_id = ?', [role, workspaceId, userId]);
}

/**
 * The keys that the person made stay: they belong to the workspace. The person's chats at its expense end for good, so
 * that a return does not revive them.
 */
export async function removeMember(trx: Trx, workspaceId: string, userId: string): Promise<void> {
  await trx.raw('delete from membership where workspace_id = ? and user_id = ?', [workspaceId, userId]);
  await endGrants(trx, { userId, workspaceId }, 'left');
}

/**
 * Active keys of the workspace: more than a person can look after are not made. The workspace is locked first, so that keys
 * which are made at once are counted one after the other.
 */
export async function lockAndCountKeys(trx: Trx, workspaceId: string): Promise<number> {
  await trx.raw('select 1 from workspace where workspace_id = ? for no key update', [workspaceId]);
  const { rows } = await trx.raw(
    `select count(*) as active from api_key where workspace_id = ? and revoked_at is null and not ${isExpired}`,
    [workspaceId],
  );
  return (rows as { active: number }[])[0]?.active ?? 0;
}
