/** /account: invitations, and the sections of one workspace with a figure of each. */
import type { Request, Response } from 'express';
import { standingOf } from '../../metering/limits/standing.ts';
import { chargedByKey, listKeysOf, listMembers } from '../../store/ledger/account-views.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import { listInvitationsFor } from '../../store/people/invitations.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { counted } from '../../../client/words/text.ts';
import type { PageContext } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { type SignedIn, requireSignedIn } from '../shell/signed-in.ts';
import { connectionsOf } from './connections-section.ts';
import { requests } from './figures.ts';
import { invitationsOf, workspaceOffer } from './invitations-section.ts';
import { noticeOf } from './notices.ts';
import { type SectionId, sectionPath, sections, sendAccount } from './sections.ts';
import { sessionsOf } from './session-actions.ts';
import { chosenWorkspace } from './workspace-choice.ts';

export async function showAccount(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const workspace = chosenWorkspace(viewer, query.get('workspace'));
  const isInvited = (await listInvitationsFor(context.db, viewer.userId, context.now())).length > 0;
  const main = html`${noticeOf(query, 'invitations')} ${await invitationsOf(context, viewer)}
    ${workspace === null && !isInvited && (await workspaceOffer(context, viewer))}
    ${tiles(await figuresOf(context, viewer, workspace), workspace)}`;
  sendAccount(response, { viewer, workspace, current: null, main });
}

type Figures = Partial<Record<SectionId, string>>;

/** Without a workspace there are a person's own chats and sessions only. */
async function figuresOf(context: PageContext, viewer: SignedIn, workspace: Membership | null): Promise<Figures> {
  const { db } = context;
  const sessions = await sessionsOf(context, viewer);
  const { own } = await connectionsOf(db, viewer, workspace);
  const personal = {
    connections: own.length === 0 ? 'No AI chat is connected' : counted(own.length, 'connected chat'),
    sessions: counted(sessions.length, 'browser'),
  };
  if (workspace === null) return personal;
  const { workspaceId } = workspace;
  const keys = (await listKeysOf(db, workspaceId)).filter((key) => key.revoked_at === null && !key.is_expired);
  const charged = [...(await chargedByKey(db, workspaceId)).values()].reduce((sum, units) => sum + units, 0);
  const members = await listMembers(db, workspaceId);
  const standing = standingOf(await readBalance(db, workspaceId));
  const {
    subscriptionRequestsRemaining: allowance,
    prepaidRequestsRemaining: prepaid,
    subscriptionPlan: plan,
  } = standing;
  const isEndless = plan !== null && allowance === null;
  return {
    ...personal,
    keys:
      keys.length === 0
        ? workspace.role === 'admin'
          ? 'No key yet: make one'
          : 'No key yet'
        : counted(keys.length, 'working key'),
    usage: `${requests(charged)} charged this month`,
    receipts: 'Each answered request, and what it cost',
    members: counted(members.length, 'person', 'people'),
    plan: isEndless ? 'Any number of requests left' : `${requests((allowance ?? 0) + prepaid)} left`,
    trail: 'Changes of keys, people and money',
  };
}

function tiles(figures: Figures, workspace: Membership | null): Html {
  return html`<ul class="tiles">
    ${sections.map(
      ({ id, name, anchor }) =>
        figures[id] !== undefined &&
        html`<li id="${anchor}"><a href="${sectionPath(id, workspace?.workspaceId)}"><strong>${name}</strong> <span class="soft">${figures[id]}</span></a></li>`,
    )}
  </ul>`;
}
