/** Page on which a person compares the codes and decides about a device. */
import type { SeenGrant } from '../../store/people/device-grants.ts';
import { noKeyLimits } from '../../store/people/keys.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { label } from '../account/figures.ts';
import { keyLimitFaults, keyLimitFields } from '../account/key-limit-form.ts';
import { adminsAre, nameOf, payerFields } from '../account/workspace-choice.ts';
import { type Html, html } from '../shell/html.ts';
import { quotedName } from '../shell/seen-name.ts';
import { time } from '../shell/times.ts';
import { type CodePage, note } from './code-pages.ts';

/** Reasons to show the page again; its address carries only the word, so only these sentences appear. */
const problems = {
  compare: 'Nothing was approved. Compare the codes first, and tick the box if they are the same.',
  workspace: 'Nothing was approved. Choose the workspace that pays.',
  role: 'Nothing was approved. Only an admin of the workspace can do that.',
  'key-expiry': 'Nothing was approved. Choose how long the key works.',
  'key-minute': 'Nothing was approved. Requests a minute are a whole number from 1, or empty.',
  'key-operations': 'Nothing was approved. Choose at least one thing that the key may ask for.',
  'key-operations-unclear':
    'Nothing was approved. “Everything” is chosen, and not every box below it is ticked. Choose “Only these” for the ticked ones, or tick all of them.',
} as const;
export type DecisionProblem = keyof typeof problems;

const limitProblems: ReadonlySet<DecisionProblem | null> = new Set(keyLimitFaults);

export function isDecisionProblem(text: string | null): text is DecisionProblem {
  return text !== null && Object.hasOwn(problems, text);
}

export type Decision = {
  code: string;
  grant: SeenGrant;
  memberships: readonly Membership[];
  /** Admins whom a member may ask, by workspace. */
  admins: ReadonlyMap<string, readonly string[]>;
  problem: DecisionProblem | null;
  /** Ways to a workspace for a person in none. */
  offer: Html | null;
};

export function decisionPage(deciding: Decision): CodePage {
  const { code, grant, memberships, problem } = deciding;
  const payers = memberships.filter(({ role }) => role === 'admin');
  const title = payers.length > 0 ? 'A device asks for a key' : 'An admin has to approve this device';
  return {
    title,
    status: 200,
    main: html`<div class="narrow">
      <h1>${title}</h1>
      ${problem !== null && note(problems[problem])}
      <p class="usercode">${code}</p>
      <p>Is this the code that your terminal shows, letter by letter?</p>
      <div class="note warn">
        <p>
          ${label('warn', 'Careful')} Go on only if you started this yourself, just now. Nobody from this service will
          ever send you this page or a code.
        </p>
      </div>
      ${facts(grant, payers)} ${payers.length > 0 ? approval(deciding, payers) : forMembers(deciding)}
    </div>`,
  };
}

function facts(
  { device_name, asked_from, created_at, expires_at, now }: SeenGrant,
  payers: readonly Membership[],
): Html {
  const [only] = payers;
  return html`<dl class="facts">
    <dt>Calls itself</dt>
    <dd>${quotedName(device_name)}<br /><small>The device chose this name; anybody can choose any.</small></dd>
    <dt>Asked from</dt>
    <dd>${asked_from}<br /><small>The internet address that the request came from.</small></dd>
    <dt>Asked at</dt>
    <dd>${time(created_at)} (${ago(created_at, now)})</dd>
    <dt>Can be approved until</dt>
    <dd>${time(expires_at)}</dd>
    ${
      only !== undefined &&
      payers.length === 1 &&
      html`<dt>Workspace that pays</dt>
      <dd>${nameOf(only)}</dd>`
    }
  </dl>`;
}

function ago(instant: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}

/** Cancel comes first, so that the Enter key cancels. */
function approval({ code, problem }: Decision, payers: readonly Membership[]): Html {
  return html`<form class="stack" method="post" action="/cli-auth">
    <input type="hidden" name="code" value="${code}" />
    ${payerFields(payers, problem === 'workspace')}
    <section aria-labelledby="reach">
      <h2 id="reach">What the key can do</h2>
      <ul>
        <li>Read research. Each charged request spends the credit of the workspace above.</li>
        <li>Nothing else: it changes nothing, buys nothing, and does not open your account.</li>
        <li>It works until the end that you set, or until somebody revokes it, on <a href="/account/keys">your account page</a>, at any time.</li>
      </ul>
    </section>
    <details${limitProblems.has(problem) && html` open`}>
      <summary>Limit the key</summary>
      ${keyLimitFields(noKeyLimits)}
    </details>
    <label class="check">
      <input type="checkbox" name="same" value="yes" required${problem === 'compare' && html` aria-invalid="true" aria-describedby="problem"`} />
      <span>The code above is the same in my terminal.</span>
    </label>
    <div class="row">
      <button class="quiet" name="decision" value="deny" formnovalidate>Cancel</button>
      <button name="decision" value="approve">Approve</button>
    </div>
    <p class="hint">Cancel refuses the device.</p>
  </form>`;
}

function forMembers({ code, memberships, admins, offer }: Decision): Html {
  return html`<div class="note">
      <p>The key would spend a workspace’s credit, so only its admins can approve. Ask one of them to approve it together with you, or to make a key for you.</p>
      ${memberships.map((one) => html`<p>${nameOf(one)}: ${adminsAre(admins.get(one.workspaceId) ?? [])}</p>`)}
    </div>
    ${offer}
    <form class="stack" method="post" action="/cli-auth">
      <input type="hidden" name="code" value="${code}" />
      <button class="quiet" name="decision" value="deny">Cancel</button>
      <p class="hint">Cancel refuses the device.</p>
    </form>`;
}
