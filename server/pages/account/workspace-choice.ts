/** The workspace that a page is about, and the links to the person's other ones. */
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import type { SignedIn } from '../shell/signed-in.ts';
import { practiceLabel } from './figures.ts';

/** The wanted workspace if the person is a member, else the first, or null without any. */
export function chosenWorkspace({ memberships }: SignedIn, wanted: string | null): Membership | null {
  return memberships.find(({ workspaceId }) => workspaceId === wanted) ?? memberships[0] ?? null;
}

/** Null for an id that is not among the person's workspaces; a form with it is refused. */
export function ownWorkspace({ memberships }: SignedIn, wanted: string | null): Membership | null {
  return memberships.find(({ workspaceId }) => workspaceId === wanted) ?? null;
}

export type Links = (workspaceId: string) => string;

export function workspaceLinks(viewer: SignedIn, chosen: Membership, linkTo: Links): Value {
  if (viewer.memberships.length < 2) return null;
  return html`<nav class="choice" aria-label="Workspaces">
    <ul>
      ${viewer.memberships.map(
        ({ workspaceId, workspaceName }) =>
          html`<li>
            <a href="${linkTo(workspaceId)}" ${workspaceId === chosen.workspaceId && html`aria-current="true"`}
              >${workspaceName}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

/** Names the admins whom a member can ask. */
export function adminsAre(admins: readonly string[]): Html {
  if (admins.length === 0) return html`This workspace has no admin; the operator of this service can name one.`;
  return html`${admins.length === 1 ? 'The admin is' : 'The admins are'}
  ${admins.map((email, index) => html`${index > 0 && ', '}<strong>${email}</strong>`)}.`;
}

/** A single workspace appears among the facts; of several, the person must choose one. */
export function payerFields(payers: readonly Membership[], isWrong: boolean): Value {
  const [only] = payers;
  if (only !== undefined && payers.length === 1) {
    return html`<input type="hidden" name="workspace" value="${only.workspaceId}" />`;
  }
  const isAmbiguous = new Set(payers.map(({ workspaceName }) => workspaceName)).size < payers.length;
  return html`<fieldset${isWrong && html` aria-describedby="problem"`}>
    <legend>Workspace that pays</legend>
    ${payers.map(
      (payer) =>
        html`<label class="check">
          <input type="radio" name="workspace" value="${payer.workspaceId}" required />
          <span>${nameOf(payer)}${isAmbiguous && html`<br /><small>${payer.workspaceId}</small>`}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** With a mark if it only holds practice credit. */
export function nameOf({ workspaceName, practice }: Membership): Html {
  return html`<strong>${workspaceName}</strong>${practice && html` ${practiceLabel}`}`;
}
