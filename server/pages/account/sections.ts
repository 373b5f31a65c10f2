/** Sections of the account, each at its own address, and the frame that they share. */
import type { Response } from 'express';
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import type { SignedIn } from '../shell/signed-in.ts';
import { label, practiceLabel } from './figures.ts';
import type { Part } from './notices.ts';
import { workspaceLinks } from './workspace-choice.ts';

/** The anchor is the section's place on the overview, which older links name. */
export const sections = [
  { id: 'keys', name: 'API keys', anchor: 'api-keys' },
  { id: 'usage', name: 'Usage', anchor: 'usage' },
  { id: 'receipts', name: 'Receipts', anchor: 'receipts' },
  { id: 'members', name: 'Members', anchor: 'members' },
  { id: 'connections', name: 'Connections', anchor: 'connections' },
  { id: 'plan', name: 'Plan and credit', anchor: 'credit' },
  { id: 'sessions', name: 'Sessions', anchor: 'sessions' },
  { id: 'trail', name: 'Audit trail', anchor: 'trail' },
] as const;

export type SectionId = (typeof sections)[number]['id'];

export function sectionPath(id: SectionId, workspaceId?: string): string {
  return `/account/${id}${workspaceId === undefined ? '' : `?${new URLSearchParams({ workspace: workspaceId })}`}`;
}

const parts: Readonly<Record<Part, string>> = {
  'api-keys': sectionPath('keys'),
  connections: sectionPath('connections'),
  members: sectionPath('members'),
  invitations: '/account',
  sessions: sectionPath('sessions'),
  credit: sectionPath('plan'),
  subscribe: '/subscribe',
};

/** Address of the page that shows the notices of this part. */
export const partPath = (part: Part): string => parts[part];

type AccountPage = {
  viewer: SignedIn;
  workspace: Membership | null;
  /** Null for the overview. */
  current: SectionId | null;
  main: Html;
};

export function sendAccount(response: Response, { viewer, workspace, current, main }: AccountPage): void {
  const title = sections.find(({ id }) => id === current)?.name ?? 'Account';
  const content = html`<div class="account">
    <div class="account-side">${sideOf(viewer, workspace, current)}</div>
    <div class="account-main">
      <h1>${title}</h1>
      ${main}
    </div>
  </div>`;
  const description = `${title}: keys, usage, receipts, members and the plan of a workspace.`;
  sendPage(response, page({ title, description, viewer, current: 'account', main: content }));
}

function sideOf(viewer: SignedIn, workspace: Membership | null, current: SectionId | null): Html {
  const own = current === null ? '/account' : sectionPath(current);
  const query = workspace === null ? '' : `?${new URLSearchParams({ workspace: workspace.workspaceId })}`;
  return html`${
    workspace !== null &&
    html`${workspaceLinks(viewer, workspace, (id) => `${own}?${new URLSearchParams({ workspace: id })}`)}
      <div class="account-workspace">
        <p class="row tight"><strong>${workspace.workspaceName}</strong> ${label('plain', workspace.role)} ${workspace.practice && practiceLabel}</p>
        <p class="copied"><code class="soft" data-copy="the id of the workspace">${workspace.workspaceId}</code></p>
      </div>`
  }
    <nav class="account-sections" aria-label="Account">
      <ul>
        <li><a href="/account${query}" ${current === null && html`aria-current="page"`}>Overview</a></li>
        ${sections.map(({ id, name }) => html`<li><a href="${sectionPath(id)}${query}" ${id === current && html`aria-current="page"`}>${name}</a></li>`)}
      </ul>
    </nav>`;
}
