/** Routes of the account: an overview, a page for each section, and the forms of a workspace. */
import type { Application } from 'express';

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
import { showAccount } from './account/overview.ts';
import { sendReceiptsCsv } from './account/receipts/csv.ts';
import { showSection } from './account/section-pages.ts';
import { sectionPath, sections } from './account/sections.ts';
import { setSpendLimit } from './account/spend-limit.ts';
import type { PageContext } from './shell/context.ts';
import { handle } from './shell/handle.ts';

/** Pages with their forms; each sends a person without a session to the sign-in page. */
const pages = [
  ['get', '/account', showAccount],
  ['get', '/account/receipts.csv', sendReceiptsCsv],
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

export function mountAccount(app: Application, context: PageContext): void {
  for (const { id } of sections) {
    const show = showSection(id);
    app.get(
      sectionPath(id),
      handle(context, (request, response) => show(context, request, response)),
    );
  }
  for (const [method, path, answer] of pages) {
    app[method](
      path,
      handle(context, (request, response) => answer(context, request, response)),
    );
  }
}
