// Proof that an address belongs to the person who signs in with it.

// An earlier account may have been set up by another person, so the first proof revokes every grant until then.
// Memberships become invitations, which the proved person accepts or declines. Its callers end passwords and sessions
// in the same transaction.
import { recordEvent } from '../../store/people/admin-events.ts';
import type { Instant, Trx } from '../../store/engine/db.ts';
import { firstOtherAdmin, upsertInvitation } from '../../store/people/invitations.ts';
import { removeMember } from '../../store/ledger/account-changes.ts';
import { INVITATION_DAYS } from '../../store/engine/lifetimes.ts';
import { type Person, type ProvedBy, noteProved, workspacesOf } from '../../store/people/people.ts';
import { roleOf } from '../../store/people/workspaces.ts';
import type { RandomBytes } from '../secrets.ts';
import { secondsFrom } from '../sign-in/sessions.ts';

export type Proof = { by: ProvedBy; now: Instant; randomBytes: RandomBytes };

export async function proveAddress(
  trx: Trx,
  { user_id: userId, email }: Pick<Person, 'user_id' | 'email'>,
  { by, now, randomBytes }: Proof,
): Promise<void> {
  if (!(await noteProved(trx, { userId, by, now }))) return;
  for (const workspaceId of await workspacesOf(trx, userId)) {
    const role = await roleOf(trx, workspaceId, userId);
    if (role === null) continue;
    const subject = await upsertInvitation(trx, {
      invitationId: newInvitationId(randomBytes),
      workspaceId,
      email,
      role,
      invitedBy: await firstOtherAdmin(trx, workspaceId, userId),
      now,
      expiresAt: invitedUntil(now),
    });
    await removeMember(trx, workspaceId, userId);
    await recordEvent(trx, { action: 'membership-offered', actor: userId, workspaceId, subject, detail: { role } });
  }
}

export function newInvitationId(randomBytes: RandomBytes): string {
  return `inv_${Buffer.from(randomBytes(12)).toString('hex')}`;
}

export function invitedUntil(now: Instant): Instant {
  return secondsFrom(now, INVITATION_DAYS * 86_400);
}
