/** /account/trail: the audit trail of a workspace, newest first. */
import { type AdminAction, type EventRow, OPERATOR } from '../../store/people/admin-events.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { seenName } from '../shell/seen-name.ts';
import { time } from '../shell/times.ts';

export const events_shown = 50;

/** The action, in front of the name or id of its subject. */
const words: Readonly<Record<AdminAction, string>> = {
  'workspace-made': 'made the workspace',
  'workspace-deleted': 'deleted the workspace',
  'user-invited': 'invited',
  'link-made': 'made a link to choose a password for',
  'invitation-accepted': 'accepted the invitation',
  'invitation-withdrawn': 'withdrew the invitation',
  'membership-offered': 'proved the address of an account from before, and is offered the membership anew by',
  'role-changed': 'changed the role of',
  'user-removed': 'removed',
  'user-forgotten': 'erased the user',
  'user-reported': 'reported what is kept of',
  'sessions-ended': 'ended the sessions of',
  'key-made': 'made the key',
  'key-limited': 'changed the limits of the key',
  'key-revoked': 'revoked the key',
  'device-approved': 'approved the device login',
  'chat-connected': 'connected a chat',
  'chat-ended': 'ended the connection of a chat',
  'client-registered': 'registered the chat',
  'cursor-key-rotated': 'made a new key for cursors',
  'log-changed': 'changed the public log',
  'credit-granted': 'granted prepaid requests',
  'plan-started': 'started a plan',
  'plan-ended': 'ended the plan',
  'spend-limit-changed': 'changed the spend limit',
  'limits-changed': 'changed the limits of requests',
  'operator-added': 'made an operator',
  'operator-removed': 'ended the role of the operator',
  'files-loaded': 'began to load files',
  'set-approved': 'approved the staged set',
  'import-discarded': 'discarded the staged import',
  'research-released': 'published the release',
  'research-withdrawn': 'withdrew research by the release',
  'research-removed': 'removed for legal reasons',
};

export function trailSection(events: readonly EventRow[]): Html {
  return html`<section class="card" id="trail" aria-label="Audit trail">
    <p class="soft">Who changed what here, the newest first. Nobody can change or delete an entry.</p>
    ${events.length === 0 ? html`<p>Nothing has been changed yet.</p>` : eventsList(events)}
    ${events.length === events_shown && html`<p class="soft">The newest ${events_shown}. The operator can list all.</p>`}
  </section>`;
}

export function eventsList(events: readonly EventRow[]): Html {
  return html`<ul class="entries">
    ${events.map(entryOf)}
  </ul>`;
}

function entryOf(event: EventRow): Html {
  return html`<li>
    <div>
      <strong>${actorOf(event)}</strong> ${words[event.action]} ${subjectOf(event)}<br />
      <small class="soft">${time(event.recorded_at)}${detailOf(event)}</small>
    </div>
  </li>`;
}

function actorOf({ actor, actor_email: email }: EventRow): Value {
  if (actor === OPERATOR) return 'The operator';
  return email ?? html`A forgotten user <code>${actor}</code>`;
}

function subjectOf({ subject, subject_name: name, workspace_id: workspaceId }: EventRow): Value {
  if (subject === null || subject === workspaceId) return null;
  return name === null
    ? html`<code>${subject}</code>`
    : html`<strong>${seenName(name)}</strong> <code>${subject}</code>`;
}

/** Fields of an event are the service's words; each appears under its name. */
function detailOf({ detail }: EventRow): Value {
  const fields = Object.entries(detail).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`);
  return fields.length > 0 && html` · ${fields.join(', ')}`;
}
