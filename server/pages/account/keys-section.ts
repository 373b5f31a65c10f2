/** /account/keys: the keys of a workspace, and the form that creates one, for admins. */
import type { WorkspaceKey } from '../../store/ledger/account-views.ts';
import { noKeyLimits } from '../../store/people/keys.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { seenName } from '../shell/seen-name.ts';
import { time } from '../shell/times.ts';
import { label, table, whole } from './figures.ts';
import { keyLimitFields, keyLimitWords } from './key-limit-form.ts';
import { adminsAre } from './workspace-choice.ts';

export type KeysPart = {
  workspace: Membership;
  keys: readonly WorkspaceKey[];
  /** Charged requests of the current UTC month, by key. */
  charged: ReadonlyMap<string, number>;
  admins: readonly string[];
  /** True once live research is released. */
  isLive: boolean;
  /** Id of the key that this form creates, so that sending it twice creates one key. */
  formId: string;
};

export function keysSection({ workspace, keys, charged, admins, isLive, formId }: KeysPart): Html {
  const isAdmin = workspace.role === 'admin';
  return html`<section class="card" id="api-keys" aria-label="API keys">
    <p class="soft">
      A key reads research and nothing else. It is shown once, when it is made; only its hash is kept.
    </p>
    ${
      keys.length === 0
        ? html`<p>This workspace has no key yet.${isAdmin && ' Make one below: its page has a call to begin with.'}</p>`
        : table(
            'API keys',
            html`<table class="stacked">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Key</th>
                <th scope="col">Made</th>
                <th scope="col">Last used</th>
                <th scope="col" class="number">Charged this month</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              ${keys.map((key) => rowOf(key, { workspace, charged: charged.get(key.key_id) ?? 0 }))}
            </tbody>
          </table>`,
          )
    }
    ${isAdmin ? newKeyForm(workspace, { isLive, formId }) : html`<p>Only admins make and revoke keys. ${adminsAre(admins)}</p>`}
  </section>`;
}

function rowOf(key: WorkspaceKey, { workspace, charged }: { workspace: Membership; charged: number }): Html {
  return html`<tr>
    <th scope="row">${seenName(key.name)}</th>
    <td data-column="Key"><code>${key.hint}</code><br /><small class="soft">${key.collection}</small></td>
    <td data-column="Made">${time(key.created_at)}<br /><small class="soft">${makerOf(key)}</small></td>
    <td data-column="Last used">${key.last_used_at === null ? 'Never' : time(key.last_used_at)}</td>
    <td class="number" data-column="Charged this month">${whole(charged)}</td>
    <td>${stateOf(key, workspace)}</td>
  </tr>`;
}

function stateOf(key: WorkspaceKey, workspace: Membership): Value {
  if (key.revoked_at !== null) return endedState('Revoked', key.revoked_at);
  if (key.is_expired && key.expires_at !== null) return endedState('Expired', key.expires_at);
  return activeState(key, workspace);
}

function activeState(key: WorkspaceKey, { role, workspaceId }: Membership): Value {
  const state = html`${label('good', 'Active')} ${keyLimitWords(key)}`;
  if (role !== 'admin') return state;
  const name = html`<span class="heard">${seenName(key.name)}</span>`;
  const address = (act: string): string => `/account/keys/${key.key_id}/${act}?workspace=${workspaceId}`;
  return html`${state}
    <p class="row row-action"><a href="${address('revoke')}">Revoke ${name}</a> <a href="${address('limits')}">Limit ${name}</a></p>`;
}

function endedState(how: 'Revoked' | 'Expired', at: string): Html {
  return html`${label('bad', how)}<br /><small class="soft">${time(at)}</small>`;
}

/** The maker of a key in words. */
export function makerOf({ made_by: madeBy, made_by_email: email }: WorkspaceKey): string {
  switch (madeBy) {
    case 'device':
      return email === null ? 'by a device login' : `by a device login that ${email} approved`;
    case 'admin':
      return email === null ? 'by an admin' : `by ${email}`;
    case 'operator':
      return 'by the operator';
    case 'start':
      return 'when the service started';
  }
}

/** Preview data is chosen while there is no other. */
function newKeyForm({ workspaceId }: Membership, { isLive, formId }: Pick<KeysPart, 'isLive' | 'formId'>): Html {
  return html`<h2>Make a key</h2>
    <form class="stack short" method="post" action="/account/keys">
      <input type="hidden" name="workspace" value="${workspaceId}" />
      <input type="hidden" name="form" value="${formId}" />
      <div class="field">
        <label for="key-name">Name</label>
        <input id="key-name" name="name" required maxlength="48" autocomplete="off" aria-describedby="key-name-hint" />
        <p class="hint" id="key-name-hint">Where it will be used, such as “nightly report”. Up to 48 characters.</p>
      </div>
      <fieldset>
        <legend>Reads</legend>
        <label class="check"
          ><input type="radio" name="collection" value="live"${isLive && html` checked`} /><span
            >Live research: each answered request is charged to this workspace${!isLive && '; none is released yet'}</span
          ></label
        >
        <label class="check"
          ><input type="radio" name="collection" value="preview"${!isLive && html` checked`} /><span
            >Preview data, for testing: never charged</span
          ></label
        >
      </fieldset>
      <details>
        <summary>Limit it</summary>
        <div class="stack">${keyLimitFields(noKeyLimits)}</div>
      </details>
      <div><button>Make the key</button></div>
    </form>`;
}
