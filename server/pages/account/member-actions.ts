/** Inviting people, changing roles, and removing people, by admins alone; the last admin stays. */
import type { Request, Response } from 'express';
import { type Invited, invite } from '../../access/invitations.ts';
import { isAddress } from '../../access/sign-in.ts';
import { type HeldMember, removeMember, setRole } from '../../store/account-changes.ts';
import { recordEvent } from '../../store/admin-events.ts';
import { listMembers } from '../../store/account-views.ts';
import { findPerson, findPersonByEmail } from '../../store/people.ts';
import type { Role } from '../../store/workspaces.ts';
import type { PageContext } from '../context.ts';
import { html } from '../html.ts';
import { note } from '../noted.ts';
import { page, sendPage } from '../page.ts';
import { time } from '../times.ts';
import { type AdminForm, adminPage, asAdminOfAll, backToAccount, refuseNonAdmin, workspaceForm } from './admin-form.ts';

const roleIn = (form: URLSearchParams): Role => (form.get('role') === 'admin' ? 'admin' : 'member');

/** Like a key, a link is shown in the answer itself: it is kept nowhere that another page could find it. */
export async function invitePerson(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const email = (sent.form.get('email') ?? '').trim();
  const done = await asAdminOfAll(context, sent, async (trx, members) => {
    if (!isAddress(email)) return 'email-invalid';
    const known = await findPersonByEmail(trx, email);
    // An invitation sets a role: for a member it would be a way around what guards the last admin.
    if (known !== null && roleOf(members, known.user_id) !== null) return 'already-member';
    return linkFor(context, sent, { pool: trx, email, role: roleIn(sent.form), newLink: false });
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (typeof done.result === 'string') return backToAccount(response, { workspaceId, notice: done.result });
  const { userId: subject, link } = done.result;
  const how = link === null ? 'added' : 'link';
  note(context, request, { event: 'person-invited', userId: sent.viewer.userId, workspaceId, subject, how });
  showLink(response, sent, done.result);
}

/** A fresh link for a member who lost the last one, or forgot the password; the role stays what it is. */
export async function renewLink(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const done = await asAdminOfAll(context, sent, async (trx, members) => {
    const userId = String(request.params['user']);
    const role = roleOf(members, userId);
    const person = role === null ? null : await findPerson(trx, userId);
    if (role === null || person === null) return 'no-such-member';
    return linkFor(context, sent, { pool: trx, email: person.email, role, newLink: true });
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (typeof done.result === 'string') return backToAccount(response, { workspaceId, notice: done.result });
  const { userId: subject } = done.result;
  note(context, request, {
    event: 'person-invited',
    userId: sent.viewer.userId,
    workspaceId,
    subject,
    how: 'new-link',
  });
  showLink(response, sent, done.result);
}

type LinkFor = { pool: Parameters<typeof invite>[0]; email: string; role: Role; newLink: boolean };

async function linkFor(
  { now, randomBytes, baseUrl }: PageContext,
  { viewer, workspace }: AdminForm,
  { pool, email, role, newLink }: LinkFor,
): Promise<Invited | 'email-elsewhere'> {
  const { workspaceId } = workspace;
  const asked = { email, workspaceId, role, madeBy: viewer.userId, newLink, now: now(), randomBytes, baseUrl };
  const invited = await invite(pool, asked);
  return invited.kind === 'elsewhere' ? 'email-elsewhere' : invited;
}

function roleOf(members: readonly HeldMember[], userId: string): Role | null {
  return members.find(({ user_id: id }) => id === userId)?.role ?? null;
}

function showLink(response: Response, { viewer, workspace }: AdminForm, { email, link, expiresAt }: Invited): void {
  const main = html`<div class="narrow broad">
    <h1>${link === null ? 'Added' : 'A link for'} ${email}</h1>
    <div class="card">
      ${
        link === null || expiresAt === null
          ? html`<p>${email} can sign in already, and sees <strong>${workspace.workspaceName}</strong> from now on.</p>`
          : html`<p>This is the only time it is shown. Whoever opens it sets the password of ${email}, so hand it to nobody else.</p>
            <p><label for="new-link">Sign-in link</label></p>
            <output class="code secret" id="new-link">${link}</output>
            <p>It works once, until ${time(expiresAt)}. Links made before for this person no longer work.</p>`
      }
    </div>
    <p><a class="button" href="/account?workspace=${workspace.workspaceId}#members">Back to the members</a></p>
  </div>`;
  sendPage(response, page({ title: 'Sign-in link', viewer, current: 'account', main }));
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
    note(context, request, { event: 'person-removed', userId: sent.viewer.userId, workspaceId, subject: userId });
  }
  backToAccount(response, { workspaceId, notice: done.result });
}

/** Why a member cannot get this role, or be removed where it is null. */
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
        <a class="button quiet" href="/account?workspace=${workspaceId}#members">Keep them</a>
        <button class="danger">Remove from the workspace</button>
      </form>
    </div>
  </div>`;
  sendPage(response, page({ title: 'Remove a person', viewer, current: 'account', main }));
}
