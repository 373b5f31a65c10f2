/** /cli-auth?code=…: a signed-in person approves a device, or cancels. */
import type { Application, Request, Response } from 'express';
import { readUserCode } from '../../access/devices/device-codes.ts';
import { phaseOf } from '../../access/devices/device-grant.ts';
import { type DecisionResult, decideLogin } from '../../access/devices/device-login.ts';
import { safeReturnTo } from '../../access/sign-in/return-to.ts';
import { lookUpUserCode } from '../../access/devices/user-code-guesses.ts';
import { ProblemError } from '../../contract/problems.ts';
import { listAdmins } from '../../store/ledger/account-views.ts';
import type { SeenGrant } from '../../store/people/device-grants.ts';
import { noKeyLimits } from '../../store/people/keys.ts';
import { workspaceOffer } from '../account/invitations-section.ts';
import { ownWorkspace } from '../account/workspace-choice.ts';
import { readKeyLimits } from '../account/key-limit-form.ts';
import { type CodePage, endedLogin, enterCode, malformedCode, wrongCode } from './code-pages.ts';
import { type DecisionProblem, decisionPage, isDecisionProblem } from './decision-page.ts';
import type { PageContext } from '../shell/context.ts';
import { readForm, readQuery, refuseForeignForm } from '../shell/form.ts';
import { mountPage } from '../shell/handle.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { returnCookie, wayToWorkspace } from '../sign-in/landing.ts';
import { type SignedIn, redirect, requireSignedIn } from '../shell/signed-in.ts';

export function mountCliAuth(app: Application, context: PageContext): void {
  mountPage(app, context, {
    path: '/cli-auth',
    get: (request, response) => show(context, request, response),
    post: (request, response) => decide(context, request, response),
  });
}

/** The code stays in the address, as specified; without an admin's session it opens nothing. */
async function show(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const way = viewer.memberships.length > 0 ? null : await wayToWorkspace(context, viewer.userId);
  if (way !== null) return redirect(response, way, returnHere(context, request));
  const { title, status, main } = await told(context, request, viewer);
  sendPage(response, page({ title, viewer, main }), { status });
}

/** A person without a workspace opens one first, then returns to the code. */
function returnHere({ baseUrl }: PageContext, request: Request): readonly string[] {
  const here = safeReturnTo(request.originalUrl, baseUrl);
  return here === null ? [] : [returnCookie(baseUrl, here)];
}

async function told(context: PageContext, request: Request, viewer: SignedIn): Promise<CodePage> {
  const query = readQuery(request);
  const typed = query.get('code');
  // A form with a wrong code redirects here, and was counted there.
  if (typed === null || typed.trim() === '') return query.has('wrong') ? wrongCode() : enterCode();
  const code = readUserCode(typed);
  if (code === null) return malformedCode();
  const grant = await known(context, request, { viewer, code });
  if (grant === null) return wrongCode();
  const phase = phaseOf(grant, { now: grant.now, approverIsAdmin: grant.approver_is_admin });
  if (phase !== 'pending') return endedLogin(phase, { code, deviceName: grant.device_name });
  const asked = query.get('problem');
  const { memberships } = viewer;
  return decisionPage({
    code,
    grant,
    memberships,
    admins: await adminsOf(context, viewer),
    problem: isDecisionProblem(asked) ? asked : null,
    offer: memberships.length === 0 ? await workspaceOffer(context, viewer) : null,
  });
}

/** Admins to ask, only for a person who can approve nothing. */
async function adminsOf({ db }: PageContext, { memberships }: SignedIn): Promise<Map<string, readonly string[]>> {
  if (memberships.some(({ role }) => role === 'admin')) return new Map();
  const ids = memberships.map(({ workspaceId }) => workspaceId);
  return new Map(await Promise.all(ids.map(async (id) => [id, await listAdmins(db, id)] as const)));
}

/** The login with this code, or null. A person with too many wrong codes does not learn which codes are right. */
async function known(
  context: PageContext,
  request: Request,
  { viewer, code }: { viewer: SignedIn; code: string },
): Promise<SeenGrant | null> {
  const { userId } = viewer;
  const lookedUp = await lookUpUserCode(context.db, { userCode: code, userId });
  if (lookedUp.found !== null) return lookedUp.found;
  if (lookedUp.isAlarm) note(context, request, { event: 'guessing-alarm', userId: null, how: 'user-codes' });
  if (lookedUp.retryAfter !== null) {
    throw new ProblemError('rate-limited', {
      detail:
        'Too many codes were wrong. Wait as long as a code lives, a quarter of an hour, and start again in the terminal.',
      headers: { 'Retry-After': String(lookedUp.retryAfter) },
    });
  }
  note(context, request, { event: 'refused', userId, how: 'wrong-user-code' });
  return null;
}

async function decide(context: PageContext, request: Request, response: Response): Promise<void> {
  refuseForeignForm(context, request);
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const form = await readForm(request);
  const code = readUserCode(form.get('code') ?? '');
  const { userId } = viewer;
  if (code === null || (await known(context, request, { viewer, code })) === null)
    return redirect(response, '/cli-auth?wrong');
  const back = (problem?: DecisionProblem): void =>
    redirect(response, `/cli-auth?${new URLSearchParams({ code, ...(problem !== undefined && { problem }) })}`);
  const decision = form.get('decision');
  if (decision === 'deny') {
    const done = await decideLogin(context.db, { userCode: code, decision, userId, workspaceId: null });
    // If another decision came first, nothing was denied, and the log must not claim it.
    if (done === 'decided') note(context, request, { event: 'device-denied', userId });
    return back();
  }
  if (decision !== 'approve') throw new ProblemError('invalid-request', { detail: 'Use the form on the page.' });
  if (form.get('same') !== 'yes') return back('compare');
  const workspaceId = form.get('workspace');
  if (workspaceId === null || workspaceId === '') return back('workspace');
  const limits = readKeyLimits(form, noKeyLimits, context.now());
  if (typeof limits === 'string') return back(limits);
  const isOwn = ownWorkspace(viewer, workspaceId) !== null;
  const decided: DecisionResult = isOwn
    ? await decideLogin(context.db, { userCode: code, decision, userId, workspaceId, limits })
    : 'not-an-admin';
  if (decided === 'decided') note(context, request, { event: 'device-approved', userId, workspaceId });
  if (decided === 'not-an-admin')
    note(context, request, { event: 'refused', userId, how: decided, ...(isOwn && { workspaceId }) });
  // If another decision came first, or the time is over, the page shows it.
  back(decided === 'not-an-admin' ? 'role' : undefined);
}
