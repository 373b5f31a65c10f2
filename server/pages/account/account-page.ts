/** /account: one workspace and the person's sessions, as sections with an anchor each. */
import type { Request, Response } from 'express';
import {
  chargedByKey,
  listKeysOf,
  listLedger,
  listMembers,
  listReceipts,
  usageByDay,
} from '../../store/ledger/account-views.ts';
import { limitsFor } from '../../metering/limits/account-limits.ts';
import { listEvents } from '../../store/people/admin-events.ts';
import { listInvitationsOf } from '../../store/people/invitations.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import { nameGrants } from '../../store/people/oauth-connections.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { readLimits } from '../../store/ledger/workspace-limits.ts';
import type { PageContext } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import { type SignedIn, requireSignedIn } from '../shell/signed-in.ts';
import { connectionsOf, connectionsSection } from './connections-section.ts';
import { creditSection } from './credit-section.ts';
import { invitationsOf, workspaceOffer } from './invitations-section.ts';
import { label, practiceLabel } from './figures.ts';
import { keysSection } from './keys-section.ts';
import { membersSection } from './members-section.ts';
import { noticeOf } from './notices.ts';
import { receiptsSection } from './receipts-section.ts';
import { sessionsOf } from './session-actions.ts';
import { sessionsSection } from './sessions-section.ts';
import { events_shown, trailSection } from './trail-section.ts';
import { days_shown, usageSection } from './usage-section.ts';
import { chosenWorkspace, workspaceLinks } from './workspace-choice.ts';

const parts = [
  ['credit', 'Credit and plan'],
  ['api-keys', 'API keys'],
  ['connections', 'Connections'],
  ['members', 'Members'],
  ['receipts', 'Receipts'],
  ['usage', 'Usage'],
  ['trail', 'Audit trail'],
  ['sessions', 'Sessions'],
] as const;

export async function showAccount(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const query = readQuery(request);
  const workspace = chosenWorkspace(viewer, query.get('workspace'));
  const sections =
    workspace === null
      ? await withoutWorkspace(context, viewer, query)
      : await sectionsOf(context, { viewer, workspace, query });
  const main = html`<h1>Account</h1>
    ${noticeOf(query, 'invitations')} ${await invitationsOf(context, viewer)}
    ${workspace !== null && workspaceHead(viewer, workspace)} ${sections}`;
  sendPage(response, page({ title: 'Account', viewer, current: 'account', main }));
}

/** The searched id, at most 128 characters; an id of another form is searched for too, and finds nothing. */
function searchIn(query: URLSearchParams): string | null {
  const search = (query.get('receipt') ?? '').trim().slice(0, 128);
  return search === '' || search.includes('\0') ? null : search;
}

function workspaceHead(viewer: SignedIn, workspace: Membership): Html {
  return html`${workspaceLinks(viewer, workspace, (id) => `/account?workspace=${id}`)}
    <p class="row">
      <strong>${workspace.workspaceName}</strong> ${label('plain', workspace.role)}
      ${workspace.practice && practiceLabel} <code class="soft">${workspace.workspaceId}</code>
    </p>
    <nav class="choice" aria-label="On this page">
      <ul>
        ${parts.map(([anchor, name]) => html`<li><a href="#${anchor}">${name}</a></li>`)}
      </ul>
    </nav>`;
}

type SectionContext = { viewer: SignedIn; workspace: Membership; query: URLSearchParams };

async function sectionsOf(context: PageContext, { viewer, workspace, query }: SectionContext): Promise<Html> {
  const search = searchIn(query);
  const { db, randomBytes } = context;
  const { workspaceId } = workspace;
  const [balance, ledger] = [await readBalance(db, workspaceId), await listLedger(db, workspaceId)];
  const limits = limitsFor(await readLimits(db, workspaceId), context.rateLimits.keyed);
  const [keys, charged] = [await listKeysOf(db, workspaceId), await chargedByKey(db, workspaceId)];
  const members = await listMembers(db, workspaceId);
  const invitations = workspace.role === 'admin' ? await listInvitationsOf(db, workspaceId, context.now()) : [];
  const admins = members.filter(({ role }) => role === 'admin').map(({ email }) => email);
  const [receipts, usage] = [
    await listReceipts(db, workspaceId, search),
    await usageByDay(db, workspaceId, days_shown),
  ];
  const chats = await nameGrants(
    db,
    receipts.map(({ key_id: id }) => id),
  );
  const keyNames = new Map([...keys.map(({ key_id: id, name }) => [id, name] as const), ...chats]);
  const events = await listEvents(db, { workspaceId, limit: events_shown });
  const mails = context.wakeMail !== null;
  const people = { workspace, userId: viewer.userId, members, admins, invitations, mails };
  const formId = Buffer.from(randomBytes(12)).toString('hex');
  return html`${noticeOf(query, 'credit')} ${creditSection({ workspace, balance, ledger, limits })}
  ${noticeOf(query, 'api-keys')} ${keysSection({ workspace, keys, charged, admins, formId })}
  ${noticeOf(query, 'connections')} ${connectionsSection(await connectionsOf(db, viewer, workspace))}
  ${noticeOf(query, 'members')} ${membersSection(people)}
  ${receiptsSection({ workspace, receipts, search, keyNames })} ${usageSection(usage)}
  ${trailSection(events)}
  ${await ownSessions(context, viewer, query)}`;
}

async function withoutWorkspace(context: PageContext, viewer: SignedIn, query: URLSearchParams): Promise<Html> {
  const connections = await connectionsOf(context.db, viewer, null);
  return html`${workspaceOffer(context)}
    ${noticeOf(query, 'connections')} ${connections.own.length > 0 && connectionsSection(connections)}
    ${await ownSessions(context, viewer, query)}`;
}

async function ownSessions(context: PageContext, viewer: SignedIn, query: URLSearchParams): Promise<Html> {
  const sessions = await sessionsOf(context, viewer);
  return html`${noticeOf(query, 'sessions')} ${sessionsSection(sessions, viewer.sessionId)}`;
}
