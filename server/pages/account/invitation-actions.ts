/** Accept and decline of an invitation, by the person with the proved address. */
import type { Request, Response } from 'express';
import { answerInvitation } from '../../access/people/invitations.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId } from '../shell/form.ts';
import { note } from '../shell/noted.ts';
import { forgetReturn, returnPath } from '../sign-in/landing.ts';
import { redirect } from '../shell/signed-in.ts';
import { ownForm } from './admin-form.ts';

type InvitationHandler = (context: PageContext, request: Request, response: Response) => Promise<void>;

export function answerInvitationBy(answer: 'accept' | 'decline'): InvitationHandler {
  return async (context, request, response) => {
    const sent = await ownForm(context, request, response);
    if (sent === null) return;
    const { userId } = sent.viewer;
    const invitationId = String(request.params['invitation']);
    const asked = { userId, invitationId, answer, now: context.now() };
    const done = isOwnId('inv', invitationId) ? await answerInvitation(context.db, asked) : null;
    if (done === null) return redirect(response, '/account?notice=invitation-over#notice');
    const { workspaceId, role } = done;
    const event = answer === 'accept' ? 'invitation-accepted' : 'invitation-declined';
    note(context, request, { event, userId, workspaceId, subject: invitationId, how: role });
    if (answer === 'decline') return redirect(response, '/account?notice=declined#notice');
    const joined = `/account?${new URLSearchParams({ workspace: workspaceId, notice: 'joined' })}#notice`;
    redirect(response, returnPath(context, request) ?? joined, forgetReturn(context, request));
  };
}
