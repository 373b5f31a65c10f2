/** Checks of forms and pages for admins: from this site, with a session, and an admin within the transaction. */
import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problems.ts';
import { holdMembers, holdRole } from '../../store/ledger/account-changes.ts';
import { type WorkspaceKey, findKeyOf, listAdmins } from '../../store/ledger/account-views.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Trx } from '../../store/engine/db.ts';
import type { Membership } from '../../store/people/sessions.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId, readForm, readQuery, refuseForeignForm } from '../shell/form.ts';
import { html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { type SignedIn, redirect, requireSignedIn } from '../shell/signed-in.ts';
import { type NoticeName, partOf } from './notices.ts';
import { partPath } from './sections.ts';
import { adminsAre, ownWorkspace } from './workspace-choice.ts';

export type SentForm = { viewer: SignedIn; form: URLSearchParams };

/** The form and its sender, or null after a redirect to the sign-in page. */
export async function ownForm(context: PageContext, request: Request, response: Response): Promise<SentForm | null> {
  refuseForeignForm(context, request);
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return null;
  return { viewer, form: await readForm(request) };
}

export type AdminForm = SentForm & { workspace: Membership };

/** As ownForm, for a form about one of the person's workspaces. `asAdmin` checks the role. */
export async function workspaceForm(
  context: PageContext,
  request: Request,
  response: Response,
): Promise<AdminForm | null> {
  const sent = await ownForm(context, request, response);
  if (sent === null) return null;
  const workspace = ownWorkspace(sent.viewer, sent.form.get('workspace'));
  if (workspace === null) throw new ProblemError('not-found', { detail: 'You are in no such workspace.' });
  return { ...sent, workspace };
}

/** The person and workspace of the page before such a form, or null after a refusal. */
export async function adminPage(
  context: PageContext,
  request: Request,
  response: Response,
): Promise<Omit<AdminForm, 'form'> | null> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return null;
  const workspace = ownWorkspace(viewer, readQuery(request).get('workspace'));
  if (workspace === null) throw new ProblemError('not-found', { detail: 'You are in no such workspace.' });
  if (workspace.role === 'admin') return { viewer, workspace };
  await refuseNonAdmin(context, response, { viewer, workspace });
  return null;
}

/** The working key that a page is about, or null after a redirect with the reason. */
export async function keyPage(
  context: PageContext,
  request: Request,
  response: Response,
): Promise<(Omit<AdminForm, 'form'> & { key: WorkspaceKey }) | null> {
  const asked = await adminPage(context, request, response);
  if (asked === null) return null;
  const { workspaceId } = asked.workspace;
  const keyId = String(request.params['key']);
  const key = isOwnId('key', keyId) ? await findKeyOf(context.db, workspaceId, keyId) : null;
  if (key !== null && key.revoked_at === null && !key.is_expired) return { ...asked, key };
  backToAccount(response, { workspaceId, notice: 'key-not-active' });
  return null;
}

export type AdminChange<T> = { allowed: true; result: T } | { allowed: false };

/** Locks the role first, so that a person who loses it meanwhile changes nothing. */
export async function asAdmin<T>(
  { db }: PageContext,
  { viewer, workspace }: Pick<AdminForm, 'viewer' | 'workspace'>,
  change: (trx: Trx) => Promise<T>,
): Promise<AdminChange<T>> {
  return retrying(db, async (trx) => {
    const role = await holdRole(trx, workspace.workspaceId, viewer.userId);
    return role === 'admin' ? { allowed: true, result: await change(trx) } : { allowed: false };
  });
}

/** The same for changes of members: locks all of them, so that two admins cannot remove each other. */
export async function asAdminOfAll<T>(
  { db }: PageContext,
  { viewer, workspace }: Pick<AdminForm, 'viewer' | 'workspace'>,
  change: (trx: Trx, members: Awaited<ReturnType<typeof holdMembers>>) => Promise<T>,
): Promise<AdminChange<T>> {
  return retrying(db, async (trx) => {
    const members = await holdMembers(trx, workspace.workspaceId);
    const isAdmin = members.some(({ user_id: id, role }) => id === viewer.userId && role === 'admin');
    return isAdmin ? { allowed: true, result: await change(trx, members) } : { allowed: false };
  });
}

/** The refusal names the admins. */
export async function refuseNonAdmin(
  context: PageContext,
  response: Response,
  { viewer, workspace }: { viewer: SignedIn; workspace: Pick<Membership, 'workspaceId' | 'workspaceName'> },
): Promise<void> {
  const { workspaceId } = workspace;
  note(context, response.req, { event: 'refused', userId: viewer.userId, workspaceId, how: 'not-an-admin' });
  const admins = await listAdmins(context.db, workspaceId);
  const main = html`<div class="narrow">
    <h1>Only admins can do this</h1>
    <div class="note bad" role="alert">
      <p>Nothing was changed in <strong>${workspace.workspaceName}</strong>. ${adminsAre(admins)}</p>
    </div>
    <p><a href="/account?workspace=${workspace.workspaceId}">Back to the account</a></p>
  </div>`;
  sendPage(response, page({ title: 'Only admins can do this', viewer, current: 'account', main }), { status: 403 });
}

/** To the section that shows the notice. */
export function backToAccount(
  response: Response,
  { workspaceId, notice }: { workspaceId?: string; notice: NoticeName },
): void {
  const query = new URLSearchParams({ ...(workspaceId !== undefined && { workspace: workspaceId }), notice });
  redirect(response, `${partPath(partOf(notice))}?${query}#notice`);
}
