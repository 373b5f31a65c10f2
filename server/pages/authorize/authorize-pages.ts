/** /oauth/authorize: an AI chat sends a person here, who signs in, reads the request, and allows it or not. */
import type { Application, Request, Response } from 'express';
import {
  type AuthorizationRequest,
  answerAddress,
  authorizePath,
  checkAuthorization,
} from '../../access/chats/authorization-request.ts';
import { approveChat } from '../../access/chats/chat-login.ts';
import { policySourceOf } from '../../access/chats/redirect-uris.ts';
import { ProblemError } from '../../contract/problems.ts';
import { type OAuthClient, findRegisteredClient } from '../../store/people/oauth-clients.ts';
import { listGrantsOf } from '../../store/people/oauth-connections.ts';
import { workspaceOffer } from '../account/invitations-section.ts';
import { ownWorkspace } from '../account/workspace-choice.ts';
import { type ConsentProblem, consentPage, isConsentProblem } from './consent-page.ts';
import { unusablePage } from './unusable-page.ts';
import type { PageContext } from '../shell/context.ts';
import { readForm, readQuery, refuseForeignForm } from '../shell/form.ts';
import { mountPage } from '../shell/handle.ts';
import { note } from '../shell/noted.ts';
import { keepsOpener, page, sendPage } from '../shell/page.ts';
import { type SignedIn, redirect, requireSignedIn, signedIn } from '../shell/signed-in.ts';

export function mountAuthorize(app: Application, context: PageContext): void {
  mountPage(app, context, {
    path: authorizePath,
    get: (request, response) => show(context, request, response),
    post: (request, response) => decide(context, request, response),
  });
}

async function show(context: PageContext, request: Request, response: Response): Promise<void> {
  const asked = await usable(context, request, response);
  if (asked === null) return;
  const { client, viewer } = asked;
  const problem = readQuery(request).get('problem');
  const standing = (await listGrantsOf(context.db, viewer.userId)).find(
    ({ client_id: clientId }) => clientId === client.client_id,
  );
  const { title, main } = consentPage({
    clientName: client.name,
    request: asked.request,
    viewer,
    standing: standing ?? null,
    problem: isConsentProblem(problem) ? problem : null,
    offer: viewer.memberships.length === 0 ? await workspaceOffer(context, viewer) : null,
  });
  sendPage(response, page({ title, viewer, main }), {
    formAction: formActionOf(client, asked.request),
    headers: keepsOpener,
  });
}

/**
 * Form targets of the page. A browser follows a redirect after a form only to these: the requested address, and the
 * client's other addresses.
 */
function formActionOf(client: OAuthClient, { redirectUri }: AuthorizationRequest): readonly string[] {
  return [...new Set([redirectUri, ...client.redirect_uris].map(policySourceOf))];
}

type ConsentRequest = { client: OAuthClient; request: AuthorizationRequest; viewer: SignedIn };

/** The request after all checks, and the signed-in person; null if it was answered already. */
async function usable(context: PageContext, request: Request, response: Response): Promise<ConsentRequest | null> {
  const { db, baseUrl } = context;
  const client = await findRegisteredClient(db);
  const checked = checkAuthorization(readQuery(request), client, { baseUrl });
  if (client === null || checked.kind === 'unusable') {
    const { title, main } = unusablePage(checked.kind === 'unusable' ? checked.why : 'no-client');
    const viewer = await signedIn(context, request);
    sendPage(response, page({ title, viewer, main }), { status: 400, headers: keepsOpener });
    return null;
  }
  if (checked.kind === 'refused') {
    const { error, description } = checked;
    redirect(response, answerAddress(checked, { error, error_description: description }, baseUrl));
    return null;
  }
  const viewer = await requireSignedIn(context, request, response, checked.request.path);
  return viewer === null ? null : { client, request: checked.request, viewer };
}

/** Repeats all checks: since the page was shown, anything may have changed, and the form may be forged. */
async function decide(context: PageContext, request: Request, response: Response): Promise<void> {
  refuseForeignForm(context, request);
  const asked = await usable(context, request, response);
  if (asked === null) return;
  const form = await readForm(request);
  const { baseUrl } = context;
  const answer = (said: Readonly<Record<string, string>>): void =>
    redirect(response, answerAddress(asked.request, said, baseUrl));
  const [decision, ...others] = form.getAll('decision');
  if (others.length > 0 || (decision !== 'approve' && decision !== 'deny')) {
    throw new ProblemError('invalid-request', { detail: 'Use the form on the page.' });
  }
  const { userId } = asked.viewer;
  const subject = asked.client.client_id;
  if (decision === 'deny') {
    note(context, request, { event: 'chat-denied', userId, subject });
    return answer({ error: 'access_denied', error_description: 'The person said no.' });
  }
  const back = (problem: ConsentProblem): void => redirect(response, `${asked.request.path}&problem=${problem}`);
  const wanted = form.get('workspace');
  if (wanted === null || wanted === '') return back('workspace');
  const workspace = ownWorkspace(asked.viewer, wanted);
  if (workspace === null) {
    note(context, request, { event: 'refused', userId, subject, how: 'not-a-member' });
    return back('membership');
  }
  const done = await approveChat(context, {
    clientId: subject,
    userId,
    workspaceId: workspace.workspaceId,
    request: asked.request,
  });
  const { workspaceId } = workspace;
  if (done.kind === 'approved') {
    note(context, request, { event: 'chat-approved', userId, subject, workspaceId });
    return answer({ code: done.code });
  }
  // The membership ended at this moment; the page then shows the remaining workspaces.
  back('membership');
}
