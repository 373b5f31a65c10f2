/** /account/members: the members of a workspace, and the forms of its admins. */
import type { MemberRow } from '../../store/ledger/account-views.ts';
import type { OpenInvitation } from '../../store/people/invitations.ts';
import { INVITATION_DAYS } from '../../store/engine/lifetimes.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, html } from '../shell/html.ts';
import { time } from '../shell/times.ts';
import { table } from './figures.ts';
import { adminsAre } from './workspace-choice.ts';

export type MembersPart = {
  workspace: Membership;
  userId: string;
  members: readonly MemberRow[];
  admins: readonly string[];
  invitations: readonly OpenInvitation[];
  /** True if invitations go out by mail. */
  mails: boolean;
};

export function membersSection(part: MembersPart): Html {
  const { workspace, userId, members, admins } = part;
  const isAdmin = workspace.role === 'admin';
  return html`<section class="card" id="members" aria-label="Members">
    ${table(
      'Members',
      html`<table class="stacked">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Since</th>
            ${isAdmin && html`<th scope="col">Change</th>`}
          </tr>
        </thead>
        <tbody>
          ${members.map((member) => rowOf(member, { workspace, isSelf: member.user_id === userId }))}
        </tbody>
      </table>`,
    )}
    ${isAdmin ? html`${openInvitations(part)} ${inviteForm(part)}` : html`<p>Only admins invite people. ${adminsAre(admins)}</p>`}
  </section>`;
}

function rowOf(member: MemberRow, { workspace, isSelf }: { workspace: Membership; isSelf: boolean }): Html {
  const { user_id: id, email, role, created_at: since } = member;
  return html`<tr>
    <th scope="row">${email}${isSelf && ' (you)'}</th>
    <td data-column="Role">${role}</td>
    <td data-column="Since">${time(since)}</td>
    ${workspace.role === 'admin' && html`<td>${changesOf({ id, email, role, workspaceId: workspace.workspaceId })}</td>`}
  </tr>`;
}

type Changes = { id: string; email: string; role: MemberRow['role']; workspaceId: string };

function changesOf({ id, email, role, workspaceId }: Changes): Html {
  const other = role === 'admin' ? 'member' : 'admin';
  const hidden = html`<input type="hidden" name="workspace" value="${workspaceId}" />`;
  const of = html`<span class="heard">${email}</span>`;
  return html`<div class="row">
    <form method="post" action="/account/members/${id}/role">
      ${hidden}<input type="hidden" name="role" value="${other}" /><button class="quiet">Make ${of} ${other}</button>
    </form>
    <a href="/account/members/${id}/remove?workspace=${workspaceId}">Remove ${of}</a>
  </div>`;
}

function openInvitations({ workspace, invitations }: MembersPart): Html | null {
  if (invitations.length === 0) return null;
  return html`<h2 id="open-invitations">Open invitations</h2>
    ${table(
      'Open invitations',
      html`<table class="stacked">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Role</th>
            <th scope="col">Until</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          ${invitations.map(
            ({ invitation_id: id, email, role, expires_at: until, stands }) =>
              html`<tr>
                <th scope="row">${email}</th>
                <td data-column="Role">${role}</td>
                <td data-column="Until">${stands ? time(until) : 'Its maker is no admin any more: invite again'}</td>
                <td>
                  <form method="post" action="/account/invitations/${id}/withdraw">
                    <input type="hidden" name="workspace" value="${workspace.workspaceId}" />
                    <button class="quiet">Withdraw <span class="heard">the invitation of ${email}</span></button>
                  </form>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}`;
}

function inviteForm({ workspace: { workspaceId }, mails }: MembersPart): Html {
  return html`<h2>Invite a person</h2>
    <form class="stack short" method="post" action="/account/members">
      <input type="hidden" name="workspace" value="${workspaceId}" />
      <div class="field">
        <label for="invite-email">E-mail address</label>
        <input id="invite-email" name="email" type="email" required maxlength="254" autocomplete="off" aria-describedby="invite-hint" />
        <p class="hint" id="invite-hint">
          ${mails ? 'The address gets a mail.' : 'No mail is sent: the invitation shows on the account page of a person whose address is proved.'}
          It can be accepted within ${INVITATION_DAYS} days.
        </p>
      </div>
      <div class="field">
        <label for="invite-role">Role</label>
        <select id="invite-role" name="role">
          <option value="member">Member: sees keys, receipts and usage</option>
          <option value="admin">Admin: also makes keys, approves devices, pays and invites</option>
        </select>
      </div>
      <div><button>Make the invitation</button></div>
    </form>`;
}
