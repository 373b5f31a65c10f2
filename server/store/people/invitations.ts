// Invitations: a workspace's offers to an address, until its proved person accepts or declines.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';
import type { Role } from './workspaces.ts';

export type NewInvitation = {
  invitationId: string;
  workspaceId: string;
  email: string;
  role: Role;
  /** An admin of the workspace, or null for the operator. */
  invitedBy: string | null;
  now: Instant;
  expiresAt: Instant;
};

/** An invitation `i` stands while its maker is an admin of the workspace; the operator's always does. */
const stands = `(i.invited_by is null or exists (
  select 1 from membership maker
   where maker.workspace_id = i.workspace_id and maker.user_id = i.invited_by and maker.role = 'admin'))`;

/** Makes an invitation, or renews the one that the address has; returns its id. */
export async function upsertInvitation(trx: Trx, invitation: NewInvitation): Promise<string> {
  const { invitationId, workspaceId, email, role, invitedBy, now, expiresAt } = invitation;
  const { rows } = await trx.raw(
    `insert into invitation (invitation_id, workspace_id, email, email_folded, role, invited_by, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, email_folded) do update
        set role = excluded.role, invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
     returning invitation_id`,
    [invitationId, workspaceId, email, email.toLowerCase(), role, invitedBy, now, expiresAt],
  );
  const [row] = rows as { invitation_id: string }[];
  if (row === undefined) throw new Error('an upsert returned no row');
  return row.invitation_id;
}

/** Invitations of a workspace to other addresses than this one. */
export async function countInvitations(
  trx: Trx,
  { workspaceId, besides, now }: { workspaceId: string; besides: string; now: Instant },
): Promise<number> {
  const { rows } = await trx.raw(
    'select count(*) as open from invitation where workspace_id = ? and email_folded <> ? and expires_at > ?',
    [workspaceId, besides.toLowerCase(), now],
  );
  return (rows as { open: number }[])[0]?.open ?? 0;
}

export type OwnInvitation = {
  invitation_id: string;
  workspace_id: string;
  workspace_name: string;
  role: Role;
  /** Null for the operator. */
  invited_by: string | null;
  /** Null for the operator, and for an admin whose own address is not proved. */
  invited_by_email: string | null;
  expires_at: Instant;
};

const ownColumns = `i.invitation_id, i.workspace_id, w.name as workspace_name, i.role, i.invited_by,
  case when m.email_proved_at is not null then m.email end as invited_by_email, i.expires_at`;
const ownTables = `invitation i join workspace w on w.workspace_id = i.workspace_id
  left join user_account m on m.user_id = i.invited_by`;

/** The open invitations of the person; empty until their address is proved. */
export async function listInvitationsFor(db: Db, userId: string, now: Instant): Promise<OwnInvitation[]> {
  const { rows } = await db.raw(
    `select ${ownColumns} from ${ownTables} join user_account u on u.email_folded = i.email_folded
      where u.user_id = ? and u.email_proved_at is not null and i.expires_at > ? and ${stands}
      order by i.created_at, i.invitation_id`,
    [userId, now],
  );
  return rows as OwnInvitation[];
}

/** An open invitation of an address, with or without an account: of one workspace, or of any. */
export async function findInvitationTo(
  db: Db,
  { email, workspaceId = null, now }: { email: string; workspaceId?: string | null; now: Instant },
): Promise<OwnInvitation | null> {
  const { rows } = await db.raw(
    `select ${ownColumns} from ${ownTables}
      where i.email_folded = ? and (?::text is null or i.workspace_id = ?) and i.expires_at > ? and ${stands}
      order by i.created_at, i.invitation_id limit 1`,
    [email.toLowerCase(), workspaceId, workspaceId, now],
  );
  return (rows as OwnInvitation[])[0] ?? null;
}

/** The person's invitation, held until the transaction ends; null unless it stands and their address is proved. */
export async function holdInvitation(
  trx: Trx,
  { invitationId, userId, now }: { invitationId: string; userId: string; now: Instant },
): Promise<{ workspace_id: string; role: Role; invited_by: string | null } | null> {
  const { rows } = await trx.raw(
    `select i.workspace_id, i.role, i.invited_by
       from invitation i join user_account u on u.email_folded = i.email_folded
      where i.invitation_id = ? and u.user_id = ? and u.email_proved_at is not null and i.expires_at > ? and ${stands}
        for update of i`,
    [invitationId, userId, now],
  );
  return (rows as { workspace_id: string; role: Role; invited_by: string | null }[])[0] ?? null;
}

export async function deleteInvitation(trx: Trx, invitationId: string): Promise<void> {
  await trx.raw('delete from invitation where invitation_id = ?', [invitationId]);
}

/** False when the workspace has no such invitation any more. */
export async function withdrawInvitation(
  trx: Trx,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<boolean> {
  const { rowCount } = await trx.raw('delete from invitation where workspace_id = ? and invitation_id = ?', [
    workspaceId,
    invitationId,
  ]);
  return rowCount === 1;
}

export type OpenInvitation = {
  invitation_id: string;
  email: string;
  role: Role;
  created_at: Instant;
  expires_at: Instant;
  /** False if its maker is no longer an admin. */
  stands: boolean;
};

/** The invitations as the admins of a workspace see them: the same for addresses with and without an account. */
export async function listInvitationsOf(db: Db, workspaceId: string, now: Instant): Promise<OpenInvitation[]> {
  const { rows } = await db.raw(
    `select i.invitation_id, i.email, i.role, i.created_at, i.expires_at, ${stands} as stands
       from invitation i where i.workspace_id = ? and i.expires_at > ? order by i.email_folded`,
    [workspaceId, now],
  );
  return rows as OpenInvitation[];
}

/** The first admin of a workspace besides a person, as the maker of rows without one. Null if there is none. */
export async function firstOtherAdmin(trx: Trx, workspaceId: string, userId: string): Promise<string | null> {
  const { rows } = await trx.raw(
    `select user_id from membership where workspace_id = ? and role = 'admin' and user_id <> ?
      order by created_at, user_id limit 1`,
    [workspaceId, userId],
  );
  return (rows as { user_id: string }[])[0]?.user_id ?? null;
}

/** Drops invitations that expired before an instant; returns how many. */
export async function forgetInvitations(db: Db, before: Instant): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from invitation i using (
       select invitation_id from invitation where expires_at <= ? limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where i.invitation_id = o.invitation_id`,
    [before],
  );
  return rowCount ?? 0;
}
