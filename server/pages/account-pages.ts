/** Routes of the account pages: keys, people, credit, receipts, sessions, and the forms of a workspace. */
import type { Application } from 'express';
import { showAccount } from './account/account-page.ts';
import { revokeConnection } from './account/connection-actions.ts';
import { confirmRevocation, createKey, revokeKey } from './account/key-actions.ts';
import { limitKey, showKeyLimits } from './account/key-limit-actions.ts';
import { answerInvitationBy } from './account/invitation-actions.ts';
import {
  changeRole,
  confirmRemoval,
  invitePerson,
  removePerson,
  withdrawOwnInvitation,
} from './account/member-actions.ts';
import { openOwnWorkspace, showOpenWorkspace } from './account/open-workspace.ts';
import { setSpendLimit } from './account/spend-limit.ts';
import type { PageContext } from './shell/context.ts';
import { handle } from './shell/handle.ts';
import { redirect } from './shell/signed-in.ts';

/** Pages with their forms; each sends a person without a session to the sign-in page. */
const pages = [
  ['get', '/account', showAccount],
  ['post', '/account/keys', createKey],
  ['get', '/account/keys/:key/revoke', confirmRevocation],
  ['post', '/account/keys/:key/revoke', revokeKey],
  ['get', '/account/keys/:key/limits', showKeyLimits],
  ['post', '/account/keys/:key/limits', limitKey],
  ['post', '/account/connections/:grant/revoke', revokeConnection],
  ['post', '/account/members', invitePerson],
  ['post', '/account/members/:user/role', changeRole],
  ['get', '/account/members/:user/remove', confirmRemoval],
  ['post', '/account/members/:user/remove', removePerson],
  ['post', '/account/invitations/:invitation/accept', answerInvitationBy('accept')],
  ['post', '/account/invitations/:invitation/decline', answerInvitationBy('decline')],
  ['post', '/account/invitations/:invitation/withdraw', withdrawOwnInvitation],
  ['get', '/account/workspace', showOpenWorkspace],
  ['post', '/account/workspace', openOwnWorkspace],
  ['post', '/account/spend-limit', setSpendLimit],
] as const;

/** Answers of forms that show a secret at the form's address: a GET of it redirects to the lists. */
const answersOfForms = [
  ['/account/keys', '/account#api-keys'],
  ['/account/members', '/account#members'],
] as const;

export function mountAccount(app: Application, context: PageContext): void {
  for (const [path, to] of answersOfForms) app.get(path, (_request, response) => redirect(response, to));
  for (const [method, path, answer] of pages) {
    app[method](
      path,
      handle(context, (request, response) => answer(context, request, response)),
    );
  }
}
