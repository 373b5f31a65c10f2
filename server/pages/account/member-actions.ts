/** Invitations, roles and removals of members, for admins; the last admin stays. */
import type { Request, Response } from 'express';
import { isAddress } from '../../access/people/addresses.ts';
import { invite } from '../../access/people/invitations.ts';
import { type HeldMember, removeMember, setRole } from '../../store/ledger/account-changes.ts';
import { recordEvent } from '../../store/people/admin-events.ts';
import { isMemberAddress, listMembers } from '../../store/ledger/account-views.ts';
import { withdrawInvitation } from '../../store/people/invitations.ts';
import type { Role } from '../../store/people/workspaces.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId } from '../shell/form.ts';
import { html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { adminPage, asAdminOfAll, backToAccount, refuseNonAdmin, workspaceForm } from './admin-form.ts';

const roleIn = (form: URLSearchParams): Role => (form.get('role') === 'admin' ? 'admin' : 'member');

/** Answers alike for every address of a non-member, because it must not reveal who has an account. */
export async function invitePerson(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const email = (sent.form.get('email') ?? '').trim();
  const mails = context.wakeMail !== null;
  const done = await asAdminOfAll(context, sent, async (trx) => {
    if (!isAddress(email)) return 'email-invalid';
    // An invitation offers a role: for a member it would bypass the protection of the last admin.
    if (await isMemberAddress(trx, workspaceId, email)) return 'already-member';
    const { userId: invitedBy } = sent.viewer;
    const { randomBytes, now } = context;
    const asked = { email, workspaceId, role: roleIn(sent.form), invitedBy, mails, now: now(), randomBytes };
    return (await invite(trx, asked)) ?? 'invitations-full';
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (typeof done.result === 'string') return backToAccount(response, { workspaceId, notice: done.result });
  const { invitationId: subject } = done.result;
  note(context, request, { event: 'user-invited', userId: sent.viewer.userId, workspaceId, subject });
  backToAccount(response, { workspaceId, notice: mails ? 'invited' : 'invited-unmailed' });
  context.wakeMail?.();
}

/** Withdraws an invitation that is not accepted yet. */
export async function withdrawOwnInvitation(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const invitationId = String(request.params['invitation']);
  const done = await asAdminOfAll(context, sent, async (trx) => {
    const isOwn = isOwnId('inv', invitationId) && (await withdrawInvitation(trx, { workspaceId, invitationId }));
    if (!isOwn) return 'no-such-invitation';
    const { userId: actor } = sent.viewer;
    await recordEvent(trx, { action: 'invitation-withdrawn', actor, workspaceId, subject: invitationId });
    return 'invitation-withdrawn';
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (done.result === 'invitation-withdrawn') {
    const { userId } = sent.viewer;
    note(context, request, { event: 'invitation-withdrawn', userId, workspaceId, subject: invitationId });
  }
  backToAccount(response, { workspaceId, notice: done.result });
}

function roleOf(members: readonly HeldMember[], userId: string): Role | null {
  return members.find(({ user_id: id }) => id === userId)?.role ?? null;
}

export async function changeRole(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const [userId, role] = [String(request.params['user']), roleIn(sent.form)];
  const done = await asAdminOfAll(context, sent, async (trx, members) => {
    const fault = memberFault(members, userId, role);
    if (fault !== null) return fault;
    await setRole(trx, { workspaceId, userId, role });
    const event = { action: 'role-changed', actor: sent.viewer.userId, workspaceId, subject: userId } as const;
    await recordEvent(trx, { ...event, detail: { role, before: roleOf(members, userId) } });
    return 'role-changed';
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (done.result === 'role-changed') {
    note(context, request, {
      event: 'role-changed',
      userId: sent.viewer.userId,
      workspaceId,
      subject: userId,
      how: role,
    });
  }
  backToAccount(response, { workspaceId, notice: done.result });
}

export async function removePerson(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const userId = String(request.params['user']);
  const done = await asAdminOfAll(context, sent, async (trx, members) => {
    const fault = memberFault(members, userId, null);
    if (fault !== null) return fault;
    await removeMember(trx, workspaceId, userId);
    await recordEvent(trx, { action: 'user-removed', actor: sent.viewer.userId, workspaceId, subject: userId });
    return 'member-removed';
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (done.result === 'member-removed') {
    note(context, request, { event: 'user-removed', userId: sent.viewer.userId, workspaceId, subject: userId });
  }
  backToAccount(response, { workspaceId, notice: done.result });
}

/** Reason why a member cannot get this role, or be removed if the role is null. */
function memberFault(
  members: readonly HeldMember[],
  userId: string,
  role: Role | null,
): 'no-such-member' | 'last-admin' | null {
  const before = roleOf(members, userId);
  if (before === null) return 'no-such-member';
  const admins = members.filter((member) => member.role === 'admin').length;
  return before === 'admin' && role !== 'admin' && admins === 1 ? 'last-admin' : null;
}

export async function confirmRemoval(context: PageContext, request: Request, response: Response): Promise<void> {
  const asked = await adminPage(context, request, response);
  if (asked === null) return;
  const { viewer, workspace } = asked;
  const { workspaceId } = workspace;
  const members = await listMembers(context.db, workspaceId);
  const member = members.find(({ user_id: id }) => id === request.params['user']);
  if (member === undefined) return backToAccount(response, { workspaceId, notice: 'no-such-member' });
  const main = html`<div class="narrow">
    <h1>Remove ${member.email}?</h1>
    <div class="card">
      <p>
        This ${member.role} of <strong>${workspace.workspaceName}</strong> will no longer see its keys, receipts and usage. The AI
        chats that they connected at its expense end. Keys that they made go on working until somebody revokes them.
      </p>
      <form class="row" method="post" action="/account/members/${member.user_id}/remove">
        <input type="hidden" name="workspace" value="${workspaceId}" />
        <a class="button quiet" href="/account/members?workspace=${workspaceId}">Keep them</a>
        <button class="danger">Remove from the workspace</button>
      </form>
    </div>
  </div>`;
  sendPage(response, page({ title: 'Remove a person', viewer, current: 'account', main }));
}
