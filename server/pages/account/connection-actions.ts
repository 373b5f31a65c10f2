/** End of an AI chat's connection: by its person, or by an admin of the workspace that pays. */
import type { Request, Response } from 'express';
import { endGrant, endGrantIn } from '../../access/chats/chat-login.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId } from '../shell/form.ts';
import { note } from '../shell/noted.ts';
import { asAdmin, backToAccount, ownForm } from './admin-form.ts';
import { ownWorkspace } from './workspace-choice.ts';

export async function revokeConnection(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await ownForm(context, request, response);
  if (sent === null) return;
  const { viewer, form } = sent;
  const { userId } = viewer;
  const grantId = String(request.params['grant']);
  const workspace = ownWorkspace(viewer, form.get('workspace'));
  const shown = workspace === null ? {} : { workspaceId: workspace.workspaceId };
  const isGrant = isOwnId('grt', grantId);
  let hasEnded = isGrant && (await endGrant(context.db, { grantId, userId }, 'person', userId));
  if (isGrant && !hasEnded && workspace !== null) {
    const done = await asAdmin(context, { viewer, workspace }, (trx) =>
      endGrantIn(trx, { grantId, workspaceId: workspace.workspaceId }, { because: 'admin', actor: userId }),
    );
    hasEnded = done.allowed && done.result;
  }
  if (hasEnded) note(context, request, { event: 'chat-ended', userId, subject: grantId });
  backToAccount(response, { ...shown, notice: hasEnded ? 'connection-ended' : 'no-such-connection' });
}
