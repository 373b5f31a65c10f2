/** Invitations for the signed-in person, and the next step without a workspace. */
import { type OwnInvitation, listInvitationsFor } from '../../store/people/invitations.ts';
import { findPerson } from '../../store/people/people.ts';
import type { PageContext } from '../shell/context.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import type { SignedIn } from '../shell/signed-in.ts';
import { time } from '../shell/times.ts';

/** An address that is not proved sees no invitations, and not even whether there are any. */
export async function invitationsOf(context: PageContext, { userId }: SignedIn): Promise<Value> {
  const { db, now, wakeMail } = context;
  const person = await findPerson(db, userId);
  if (person?.email_proved_at == null) {
    return html`<div class="note warn" id="invitations">
      <p>
        Your address was never proved to be yours, so no workspace can invite you.
        ${wakeMail === null ? html`The operator of this service makes a link that proves it.` : html`<a href="/sign-in/forgotten">Have a link mailed to you</a>: it proves the address, and lets you choose a new password.`}
      </p>
    </div>`;
  }
  const invitations = await listInvitationsFor(db, userId, now());
  return invitations.length > 0 && invitationsSection(invitations);
}

function invitationsSection(invitations: readonly OwnInvitation[]): Html {
  return html`<section class="card" aria-labelledby="invitations">
    <h2 id="invitations">Invitations</h2>
    ${invitations.map((invitation) => {
      const { invitation_id: id, workspace_name: name, expires_at: until } = invitation;
      return html`<p>${invitationWords(invitation)} It can be accepted until ${time(until)}.</p>
          <div class="row">
            <form method="post" action="/account/invitations/${id}/accept">
              <button>Join ${name}</button>
            </form>
            <form method="post" action="/account/invitations/${id}/decline">
              <button class="quiet">Decline <span class="heard">the invitation to ${name}</span></button>
            </form>
          </div>`;
    })}
  </section>`;
}

/** The inviter, the workspace, and the role with its rights. */
export function invitationWords(invitation: Omit<OwnInvitation, 'invitation_id' | 'expires_at'>): Html {
  const { workspace_name: name, role, invited_by: by, invited_by_email: maker } = invitation;
  return html`${by === null ? 'The operator of this service' : (maker ?? 'An admin of it')} invites you to
    <strong>${name}</strong>, as ${role === 'admin' ? 'an admin, who also makes keys, approves devices, pays and invites' : 'a member, who sees keys, receipts and usage'}.`;
}

/** For a person in no workspace: an invitation that waits, or the ways to get one. */
export async function workspaceOffer({ db, now, signUp }: PageContext, { userId }: SignedIn): Promise<Html> {
  const [first, ...others] = await listInvitationsFor(db, userId, now());
  if (first !== undefined) {
    const waiting = others.length === 0 ? 'An invitation' : `The first of ${others.length + 1} invitations`;
    return html`<div class="note">
      <p>${waiting} to a workspace, <strong>${first.workspace_name}</strong>, waits for <a href="/account#invitations">your answer</a>.</p>
    </div>`;
  }
  return html`<div class="note warn">
    <p>
      You are in no workspace.
      ${signUp === 'open' && html`<a href="/account/workspace">Open one of your own</a>, or wait for an invitation.`}
      An admin of one can invite you, and so can the operator of this service.
    </p>
  </div>`;
}
