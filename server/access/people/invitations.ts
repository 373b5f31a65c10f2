// Invitations: the offer of a workspace to an address, and its acceptance.

// 1. An admin invites any address and learns nothing of its owner: `invite`. The mail goes to the address alone.
// 2. The operator invites too, and may hand over a link: `inviteAsOperator`. A member's role changes at once.
// 3. A signed-in person with a proved address sees the invitation, and accepts or declines it: `answerInvitation`.
// An invitation stands while its maker is an admin of the workspace; the operator's always does.
import { holdRole } from '../../store/ledger/account-changes.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool, Trx } from '../../store/engine/db.ts';
import {
  countInvitations,
  deleteInvitation,
  holdInvitation,
  upsertInvitation,
} from '../../store/people/invitations.ts';
import { dropLinksTo } from '../../store/people/links.ts';
import { type Person, findPersonByEmail, lockPerson } from '../../store/people/people.ts';
import { lockWorkspace } from '../../store/people/workspace-data.ts';
import { type Role, holdWorkspace, roleOf, setMembership } from '../../store/people/workspaces.ts';
import { type MadeLink, makeLink } from './links.ts';
import { requestInvitation } from './mail-requests.ts';
import { invitedUntil, newInvitationId } from './proved-address.ts';
import type { RandomBytes } from '../secrets.ts';

/** Open invitations of a workspace: more than its admins can look after are refused. */
export const invitations_max = 100;

export type Invite = {
  email: string;
  workspaceId: string;
  role: Role;
  /** The admin who invites, or null for the operator. */
  invitedBy: string | null;
  /** The user id of an operator at the desk, in the trail alone. */
  actor?: string;
  /** True if the service sends mail. */
  mails: boolean;
  now: Instant;
  randomBytes: RandomBytes;
};

/**
 * Null if the workspace has too many open invitations, or was just deleted. The same statements run for every address.
 */
export async function invite(trx: Trx, asked: Invite): Promise<{ invitationId: string } | null> {
  const { email, workspaceId, role, invitedBy, mails, now, randomBytes } = asked;
  // Invitations of one workspace are counted by one transaction at a time.
  if ((await lockWorkspace(trx, workspaceId)) === null) return null;
  if ((await countInvitations(trx, { workspaceId, besides: email, now })) >= invitations_max) return null;
  const invitation = { invitationId: newInvitationId(randomBytes), workspaceId, email, role, invitedBy };
  const invitationId = await upsertInvitation(trx, { ...invitation, now, expiresAt: invitedUntil(now) });
  const { actor = invitedBy ?? OPERATOR } = asked;
  await recordEvent(trx, { action: 'user-invited', actor, workspaceId, subject: invitationId, detail: { role } });
  if (mails) await requestInvitation(trx, { invitedBy, email, workspaceId, now, randomBytes });
  return { invitationId };
}

export type OperatorInvite = Omit<Invite, 'invitedBy'> & {
  /** A link to hand over, also for a person who can sign in. */
  newLink: boolean;
  baseUrl: string;
};

export type OperatorInvitation = {
  kind: 'role-set' | 'invited';
  email: string;
  invitationId: string | null;
  /** Null without an account. */
  userId: string | null;
  /** The way in of a person with a proved address, or null. */
  signsInBy: 'password' | 'provider' | null;
  isMailed: boolean;
  link: MadeLink | null;
};

/** The operator vouches for the recipient of a link, and may have made too many of them: the last one works. */
export async function inviteAsOperator(
  db: Pool,
  asked: OperatorInvite,
): Promise<OperatorInvitation | { kind: 'full' }> {
  const { email, workspaceId, mails, newLink } = asked;
  return retrying(db, async (trx) => {
    const person = await findPersonByEmail(trx, email);
    const userId = person?.user_id ?? null;
    const before = userId === null ? null : await holdRole(trx, workspaceId, userId);
    const isMember = userId !== null && before !== null;
    if (isMember) await changeRole(trx, { ...asked, userId, before });
    const isMailed = mails && !newLink && !isMember;
    const invited = isMember ? null : await invite(trx, { ...asked, invitedBy: null, mails: isMailed });
    if (!isMember && invited === null) return { kind: 'full' };
    const signsInBy = provedWayIn(person);
    const needsLink = newLink || (!isMailed && signsInBy === null);
    const subject = isMember ? userId : (invited?.invitationId ?? null);
    return {
      kind: isMember ? 'role-set' : 'invited',
      email: person?.email ?? email,
      invitationId: invited?.invitationId ?? null,
      userId,
      signsInBy,
      isMailed,
      link: needsLink ? await handedOver(trx, asked, subject) : null,
    };
  });
}

type RoleChange = { workspaceId: string; userId: string; role: Role; before: Role; now: Instant; actor?: string };

async function changeRole(trx: Trx, change: RoleChange): Promise<void> {
  const { workspaceId, userId: subject, role, before, now, actor = OPERATOR } = change;
  await setMembership(trx, { workspaceId, userId: subject, role, now });
  if (role !== before)
    await recordEvent(trx, { action: 'role-changed', actor, workspaceId, subject, detail: { role, before } });
}

/** Its event names a member, else the invitation: a workspace must not learn which addresses have an account. */
async function handedOver(trx: Trx, asked: OperatorInvite, subject: string | null): Promise<MadeLink> {
  const { email, workspaceId, now, randomBytes, baseUrl, actor = OPERATOR } = asked;
  await dropLinksTo(trx, email, 'operator');
  await recordEvent(trx, { action: 'link-made', actor, workspaceId, subject });
  return makeLink(trx, { email, proves: 'operator', now, randomBytes, baseUrl });
}

/** A person's way to sign in; null until their address is proved, because another person may have set the password. */
export function provedWayIn(person: Person | null): 'password' | 'provider' | null {
  if (person === null || person.email_proved_at === null) return null;
  if (person.password_hash !== null) return 'password';
  return person.issuer === null ? null : 'provider';
}

export type Answer = { userId: string; invitationId: string; answer: 'accept' | 'decline'; now: Instant };

/** The joined or declined workspace; null if no invitation stands for the person under this id. */
export async function answerInvitation(
  db: Pool,
  { userId, invitationId, answer, now }: Answer,
): Promise<{ workspaceId: string; role: Role } | null> {
  return retrying(db, async (trx) => {
    // A proof that is being made turns memberships into invitations: it comes before or after this.
    await lockPerson(trx, userId);
    const held = await holdInvitation(trx, { invitationId, userId, now });
    if (held === null) return null;
    const { workspace_id: workspaceId, role, invited_by: maker } = held;
    // An admin who is being demoted or removed at this moment takes the invitation along.
    if (maker !== null && (await holdRole(trx, workspaceId, maker)) !== 'admin') return null;
    // A workspace that is being deleted accepts no members.
    if (!(await holdWorkspace(trx, workspaceId))) return null;
    await deleteInvitation(trx, invitationId);
    if (answer === 'decline') return { workspaceId, role };
    if ((await roleOf(trx, workspaceId, userId)) === null) await setMembership(trx, { workspaceId, userId, role, now });
    const event = { action: 'invitation-accepted', actor: userId, workspaceId, subject: invitationId } as const;
    await recordEvent(trx, { ...event, detail: { role } });
    return { workspaceId, role };
  });
}
