/** /account/connections: the AI chats with a grant, and the forms that end them. */
import type { Pool } from '../../store/engine/db.ts';
import { type ListedGrant, listGrantsOf, listGrantsPaidBy } from '../../store/people/oauth-connections.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, html } from '../shell/html.ts';
import type { SignedIn } from '../shell/signed-in.ts';
import { time } from '../shell/times.ts';
import { label } from './figures.ts';

export type Connections = {
  /** The person's own chats, in any workspace. */
  own: readonly ListedGrant[];
  /** Chats of other people that the workspace pays for; empty unless the person is its admin. */
  others: readonly ListedGrant[];
  workspace: Membership | null;
};

export async function connectionsOf(
  db: Pool,
  { userId }: SignedIn,
  workspace: Membership | null,
): Promise<Connections> {
  const own = await listGrantsOf(db, userId);
  const paid = workspace?.role === 'admin' ? await listGrantsPaidBy(db, workspace.workspaceId) : [];
  return { own, others: paid.filter(({ user_id: id }) => id !== userId), workspace };
}

export function connectionsSection({ own, others, workspace }: Connections): Html {
  return html`<section class="card" id="connections" aria-label="Connections">
    <p class="soft">AI chats that you let read research. Ending a connection takes effect with the chat’s next request.</p>
    ${
      own.length === 0
        ? html`<p>No AI chat is connected. <a href="/connect">How to connect one</a></p>`
        : html`<ul class="entries">
          ${own.map((grant) => entryOf(grant, workspace, false))}
        </ul>`
    }
    ${
      others.length > 0 &&
      html`<h2>Of other people, paid by ${workspace?.workspaceName}</h2>
        <ul class="entries">
          ${others.map((grant) => entryOf(grant, workspace, true))}
        </ul>`
    }
  </section>`;
}

function entryOf(grant: ListedGrant, workspace: Membership | null, isOfOther: boolean): Html {
  const { client_name: client, workspace_name: payer, created_at: since, last_used_at: used } = grant;
  return html`<li>
    <div>
      <strong>${client}</strong>${isOfOther && html` of ${grant.email}`}
      ${!grant.is_member && label('warn', 'Not in the workspace that pays')}<br />
      <small class="soft"
        >${!isOfOther && html`Paid by ${payer}. `}Connected ${time(since)},
        ${used === null ? 'not used yet' : html`last used ${time(used)}`}</small
      >
    </div>
    <form method="post" action="/account/connections/${grant.grant_id}/revoke">
      ${workspace !== null && html`<input type="hidden" name="workspace" value="${workspace.workspaceId}" />`}
      <button class="danger">End <span class="heard">${client}${isOfOther && html` of ${grant.email}`}</span></button>
    </form>
  </li>`;
}
