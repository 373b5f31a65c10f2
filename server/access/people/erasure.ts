// Erasure of users and workspaces, each in the transaction that records it.

// An erased user cannot sign in, is in no workspace, and has no name or address anywhere. A deleted workspace has no
// members, keys or connections, and its users without another workspace are erased too. Money entries, receipts and
// events stay under anonymous ids.
import { holdMembers } from '../../store/ledger/account-changes.ts';
import { recordEvent } from '../../store/people/admin-events.ts';
import type { Trx } from '../../store/engine/db.ts';
import { lockPerson, workspacesOf } from '../../store/people/people.ts';
import { type UserNames, forgetUserData, withoutAdmin } from '../../store/people/user-data.ts';
import { deleteWorkspaceData, lockWorkspace, usersOfNoOther } from '../../store/people/workspace-data.ts';

export type ErasedCounts = { readonly [table: string]: number };

export type ForgottenUser = {
  /** Null for an address that had no account. */
  user_id: string | null;
  /** Rows that were erased, by table. */
  erased: ErasedCounts;
  /** Workspaces of the user that have no admin any more. */
  workspaces_without_admin: readonly string[];
};

export async function forgetUser(trx: Trx, { userId, email }: UserNames, actor: string): Promise<ForgottenUser> {
  if (userId !== '') await lockPerson(trx, userId);
  const workspaces = userId === '' ? [] : await workspacesOf(trx, userId);
  const erased = await forgetUserData(trx, { userId, email });
  const subject = userId === '' ? null : userId;
  if (Object.keys(erased).length > 0)
    for (const workspaceId of workspaces.length === 0 ? [null] : workspaces)
      await recordEvent(trx, { action: 'user-forgotten', actor, workspaceId, subject });
  return { user_id: subject, erased, workspaces_without_admin: await withoutAdmin(trx, workspaces) };
}

export type DeletedWorkspace = {
  workspace_id: string;
  /** Rows that were deleted or emptied, by table. */
  erased: ErasedCounts;
  /** Users who were in no other workspace. */
  forgotten_users: readonly string[];
};

/** Reasons to keep a workspace: it does not exist, or its subscription would go on billing. */
export type DeletionRefusal = { refused: 'no-such-workspace' } | { refused: 'subscription'; subscription: string };

export async function deleteWorkspace(
  trx: Trx,
  workspaceId: string,
  { actor, abandonSubscription }: { actor: string; abandonSubscription: boolean },
): Promise<DeletedWorkspace | DeletionRefusal> {
  // In the order of the account pages, which hold a role and then the workspace.
  await holdMembers(trx, workspaceId);
  const held = await lockWorkspace(trx, workspaceId);
  if (held === null) return { refused: 'no-such-workspace' };
  const { provider_subscription: subscription } = held;
  if (subscription !== null && !abandonSubscription) return { refused: 'subscription', subscription };
  const users = await usersOfNoOther(trx, workspaceId);
  const erased = await deleteWorkspaceData(trx, workspaceId);
  for (const { user_id: userId, email } of users) await forgetUser(trx, { userId, email }, actor);
  await recordEvent(trx, { action: 'workspace-deleted', actor, workspaceId, subject: workspaceId });
  return { workspace_id: workspaceId, erased, forgotten_users: users.map(({ user_id: id }) => id) };
}
