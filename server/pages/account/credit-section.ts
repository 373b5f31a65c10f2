/** /account/plan: balance, plan, spend limit and grants of a workspace. */
import type { AccountLimits } from '../../metering/limits/account-limits.ts';
import { planOf } from '../../metering/credit/plans.ts';
import { standingOf } from '../../metering/limits/standing.ts';
import type { LedgerRow } from '../../store/ledger/account-views.ts';
import type { Balance } from '../../store/ledger/ledger.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { time } from '../shell/times.ts';
import { label, practiceLabel, requests, table, whole } from './figures.ts';

export type CreditPart = {
  workspace: Membership;
  balance: Balance | null;
  ledger: readonly LedgerRow[];
  limits: AccountLimits;
};

export function creditSection({ workspace, balance, ledger, limits }: CreditPart): Html {
  return html`<section class="card" id="credit" aria-label="Credit and plan">
    ${balanceFacts(balance)}
    <p><a class="button" href="/subscribe?workspace=${workspace.workspaceId}">Plans and refills</a></p>
    <h2>Rate limits</h2>
    <p>
      At most ${requests(limits.burst)} a second and ${whole(limits.minute)} a minute, over all keys and chats of the
      workspace.${limits.weight > 1 && ` While many wait for new answers, it is given ${limits.weight} times the usual share.`}
    </p>
    <h2>Spend limit</h2>
    ${limitText(balance)} ${workspace.role === 'admin' && limitForm(workspace, balance)}
    <h2>Payments and grants</h2>
    ${ledger.length === 0 ? html`<p>Nothing was granted yet.</p>` : ledgerTable(ledger)}
  </section>`;
}

/** The balance, in the words of the status. */
export function balanceFacts(balance: Balance | null): Html {
  const standing = standingOf(balance);
  const plan = standing.subscriptionPlan;
  return html`<dl class="facts">
    <dt>Access</dt>
    <dd>${accessLabels[standing.status]}</dd>
    <dt>Plan</dt>
    <dd>${plan === null ? 'None' : planName(plan)}</dd>
    ${
      plan !== null &&
      html`<dt>Left of it</dt>
      <dd>
        ${
          standing.subscriptionRequestsRemaining === null
            ? 'Any number of requests'
            : requests(standing.subscriptionRequestsRemaining)
        }${standing.subscriptionPeriodEndsAt !== null && html`, until ${time(standing.subscriptionPeriodEndsAt)}`}
      </dd>`
    }
    <dt>Prepaid</dt>
    <dd>${requests(standing.prepaidRequestsRemaining)}, which do not expire</dd>
  </dl>`;
}

const accessLabels = {
  ready: label('good', 'Ready'),
  no_credit: label('warn', 'No credit left'),
  spend_limit_reached: label('warn', 'Spend limit reached'),
  unavailable: label('bad', 'Unavailable'),
} as const;

function planName(id: string): string {
  return planOf(id)?.name ?? id;
}

function limitText(balance: Balance | null): Html {
  if (balance?.spend_limit == null) return html`<p>There is none: prepaid requests may be spent as they come.</p>`;
  return html`<p>
    At most ${whole(balance.spend_limit)} prepaid requests in a UTC month; ${whole(balance.spend_used)} of them are spent this
    month.
  </p>`;
}

function limitForm({ workspaceId }: Membership, balance: Balance | null): Html {
  return html`<form class="stack short" method="post" action="/account/spend-limit">
    <input type="hidden" name="workspace" value="${workspaceId}" />
    <div class="field">
      <label for="spend-limit">Prepaid requests a month</label>
      <input
        id="spend-limit"
        name="requests"
        inputmode="numeric"
        pattern="[0-9]{0,10}"
        autocomplete="off"
        value="${balance?.spend_limit ?? ''}"
        aria-describedby="spend-limit-hint"
      />
      <p class="hint" id="spend-limit-hint">A whole number, or empty for no limit. The subscription is not counted.</p>
    </div>
    <div><button class="quiet">Set the limit</button></div>
  </form>`;
}

function ledgerTable(ledger: readonly LedgerRow[]): Html {
  return table(
    'Payments and grants',
    html`<table class="stacked">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        ${ledger.map(
          (entry) =>
            html`<tr>
              <td data-column="When">${time(entry.recorded_at)}</td>
              <td data-column="What">${whatOf(entry)}</td>
              <td data-column="From">${originOf(entry)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** One entry of the ledger in words. */
function whatOf({ kind, units, plan, ends_at: endsAt }: LedgerRow): Value {
  const amount = units === null ? 'any number of requests' : requests(units);
  switch (kind) {
    case 'prepaid':
      return `${amount}, prepaid`;
    case 'period':
      return html`${planName(plan ?? '')}: ${amount}${endsAt !== null && html` until ${time(endsAt)}`}`;
    case 'period_end':
      return units === 0 ? 'Another subscription ended' : 'The subscription ended';
    case 'spend_limit':
      return units === null ? 'No spend limit' : `Spend limit: ${whole(units)} prepaid requests a month`;
    case 'take_back':
      return `${amount} taken back, unused of a payment that was reversed`;
  }
}

const origins: Readonly<Record<string, string>> = {
  operator: 'the operator',
  stripe: 'a payment by Stripe',
  admin: 'an admin',
};

function originOf({ kind, origin, reference }: LedgerRow): Html {
  if (kind === 'take_back')
    return html`a refund or a lost dispute<br /><small class="soft"><code>${reference}</code></small>`;
  const from = origin === 'practice' ? practiceLabel : (origins[origin] ?? origin);
  return html`${from}${reference !== null && html`<br /><small class="soft"><code>${reference}</code></small>`}`;
}
