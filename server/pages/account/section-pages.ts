/** Pages of the sections of the account. */
import type { Request, Response } from 'express';
import { limitsFor } from '../../metering/limits/account-limits.ts';
import { chargedByKey, listKeysOf, listLedger, listMembers } from '../../store/ledger/account-views.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import { readLimits } from '../../store/ledger/workspace-limits.ts';
import { listEvents } from '../../store/people/admin-events.ts';
import { listInvitationsOf } from '../../store/people/invitations.ts';
import type { Membership } from '../../store/people/sessions.ts';
import type { PageContext } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { type SignedIn, requireSignedIn } from '../shell/signed-in.ts';
import { connectionsOf, connectionsSection } from './connections-section.ts';
import { creditSection } from './credit-section.ts';
import { workspaceOffer } from './invitations-section.ts';
import { keysSection } from './keys-section.ts';
import { membersSection } from './members-section.ts';
import { noticeOf } from './notices.ts';
import { receiptsOf } from './receipts/section.ts';
import { type SectionId, sendAccount } from './sections.ts';
import { sessionsOf } from './session-actions.ts';
import { sessionsSection } from './sessions-section.ts';
import { events_shown, trailSection } from './trail-section.ts';
import { usageOf } from './usage-section.ts';
import { chosenWorkspace } from './workspace-choice.ts';

export type AccountVisit = { viewer: SignedIn; workspace: Membership; query: URLSearchParams };

type PersonalSection = 'connections' | 'sessions';
type WorkspaceSection = Exclude<SectionId, PersonalSection>;

export function showSection(id: SectionId) {
  return async (context: PageContext, request: Request, response: Response): Promise<void> => {
    const viewer = await requireSignedIn(context, request, response);
    if (viewer === null) return;
    const query = readQuery(request);
    const workspace = chosenWorkspace(viewer, query.get('workspace'));
    const main =
      id === 'connections' || id === 'sessions'
        ? await personal[id](context, { viewer, workspace, query })
        : workspace === null
          ? await workspaceOffer(context, viewer)
          : await ofWorkspace[id](context, { viewer, workspace, query });
    sendAccount(response, { viewer, workspace, current: id, main });
  };
}

type Personal = Omit<AccountVisit, 'workspace'> & { workspace: Membership | null };

const personal: Readonly<Record<PersonalSection, (context: PageContext, opened: Personal) => Promise<Html>>> = {
  async connections({ db }, { viewer, workspace, query }) {
    return html`${noticeOf(query, 'connections')} ${connectionsSection(await connectionsOf(db, viewer, workspace))}`;
  },
  async sessions(context, { viewer, query }) {
    const sessions = await sessionsOf(context, viewer);
    return html`${noticeOf(query, 'sessions')} ${sessionsSection(sessions, viewer.sessionId)}`;
  },
};

const ofWorkspace: Readonly<Record<WorkspaceSection, (context: PageContext, opened: AccountVisit) => Promise<Html>>> = {
  async keys(context, { workspace, query }) {
    const { db, randomBytes } = context;
    const { workspaceId } = workspace;
    const [keys, charged] = [await listKeysOf(db, workspaceId), await chargedByKey(db, workspaceId)];
    const admins = adminsOf(await listMembers(db, workspaceId));
    const isLive = await isLiveReleased(context);
    const formId = Buffer.from(randomBytes(12)).toString('hex');
    return html`${noticeOf(query, 'api-keys')} ${keysSection({ workspace, keys, charged, admins, isLive, formId })}`;
  },
  usage: usageOf,
  receipts: receiptsOf,
  async members({ db, now, wakeMail }, { viewer, workspace, query }) {
    const { workspaceId, role } = workspace;
    const members = await listMembers(db, workspaceId);
    const invitations = role === 'admin' ? await listInvitationsOf(db, workspaceId, now()) : [];
    const mails = wakeMail !== null;
    const people = { workspace, userId: viewer.userId, members, admins: adminsOf(members), invitations, mails };
    return html`${noticeOf(query, 'members')} ${membersSection(people)}`;
  },
  async plan({ db, rateLimits }, { workspace, query }) {
    const { workspaceId } = workspace;
    const [balance, ledger] = [await readBalance(db, workspaceId), await listLedger(db, workspaceId)];
    const limits = limitsFor(await readLimits(db, workspaceId), rateLimits.keyed);
    return html`${noticeOf(query, 'credit')} ${creditSection({ workspace, balance, ledger, limits })}`;
  },
  async trail({ db }, { workspace: { workspaceId } }) {
    return trailSection(await listEvents(db, { workspaceId, limit: events_shown }));
  },
};

/** True also if research cannot be read: a key can be made and revoked then too. */
async function isLiveReleased({ answers }: PageContext): Promise<boolean> {
  try {
    return (await answers.publicCollection()) === 'live';
  } catch {
    return true;
  }
}

function adminsOf(members: Awaited<ReturnType<typeof listMembers>>): string[] {
  return members.filter(({ role }) => role === 'admin').map(({ email }) => email);
}
