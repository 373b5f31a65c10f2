/** /account/usage: charged requests by day and key, and how much of the limits is used. */
import { planOf } from '../../metering/credit/plans.ts';
import { type UsageOfDay, type UsageOfKey, usageByDay, usageByKey } from '../../store/ledger/account-views.ts';
import { type Balance, readBalance } from '../../store/ledger/ledger.ts';
import type { PageContext } from '../shell/context.ts';
import { type Html, html } from '../shell/html.ts';
import { seenName } from '../shell/seen-name.ts';
import { day, time } from '../shell/times.ts';
import { requests, table, whole } from './figures.ts';
import { type PayerNames, namesOf, payerName } from './receipts/payer-names.ts';
import type { AccountVisit } from './section-pages.ts';
import { usagePlot } from './usage-plot.ts';

const spans = [30, 90] as const;

type UsagePart = {
  workspaceId: string;
  today: string;
  days: readonly UsageOfDay[];
  /** Days that are shown. */
  span: (typeof spans)[number];
  /** The chosen key, chat or person; null for all. */
  keyId: string | null;
  keys: readonly UsageOfKey[];
  names: PayerNames;
  balance: Balance | null;
};

export async function usageOf({ db }: PageContext, { workspace, query }: AccountVisit): Promise<Html> {
  const { workspaceId } = workspace;
  const span = spans.find((one) => String(one) === query.get('days')) ?? spans[0];
  const keys = await usageByKey(db, workspaceId, span);
  const keyId = keys.find(({ key_id: id }) => id === query.get('key'))?.key_id ?? null;
  const { today, days } = await usageByDay(db, workspaceId, { days: span, keyId });
  const [balance, names] = [await readBalance(db, workspaceId), await namesOf(db, workspaceId, keys)];
  return usageSection({ workspaceId, today, days, span, keyId, keys, names, balance });
}

function usageSection(part: UsagePart): Html {
  const { today, days, span, keyId, keys, names, balance } = part;
  const total = days.reduce((sum, { units }) => sum + units, 0);
  const whose = keyId === null ? '' : html` by <strong>${seenName(payerName(keyId, names))}</strong>`;
  return html`${limitsPart(balance)}
    <section class="card" id="usage" aria-label="Usage by day">
      <h2>By day</h2>
      ${choices(part)}
      ${
        days.length === 0
          ? html`<p>Nothing was answered in the last ${span} days.</p>`
          : html`<p>${requests(total)} charged in the last ${span} days${whose}. Days are UTC days.</p>
            ${total > 0 && usagePlot({ today, days, span })} ${figuresTable(days)}`
      }
    </section>
    ${keys.length > 0 && byKey(part)}`;
}

/** Allowance of the plan and spend limit, each as far as it is used. */
function limitsPart(balance: Balance | null): Html | false {
  if (balance === null) return false;
  const { plan, allowance_left: left, period_ends_at: until, spend_limit: limit, spend_used: used } = balance;
  const allowance = plan === null ? null : (planOf(plan)?.requests ?? null);
  const bars = [
    allowance !== null &&
      left !== null &&
      left <= allowance &&
      limitBar(
        'Subscription',
        allowance - left,
        allowance,
        html`${whole(allowance - left)} of ${whole(allowance)} used${until !== null && html`, until ${time(until)}`}`,
      ),
    limit !== null &&
      limitBar(
        'Spend limit',
        used,
        limit,
        html`${whole(used)} of ${whole(limit)} prepaid requests spent this UTC month`,
      ),
  ].filter((one) => one !== false);
  return bars.length > 0 && html`<section class="card" aria-label="Limits"><h2>Limits</h2>${bars}</section>`;
}

function limitBar(name: string, used: number, limit: number, words: Html): Html {
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return html`<p class="limit-words"><strong>${name}</strong> <span>${words}</span></p>
    <svg class="limit-bar ${share >= 90 && 'near'}" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect x="0" y="0" width="${share.toFixed(2)}" height="1" /></svg>`;
}

function choices({ workspaceId, span, keyId, names }: UsagePart): Html {
  const at = (days: number, key: string | null): string =>
    `/account/usage?${new URLSearchParams({ workspace: workspaceId, days: String(days), ...(key !== null && { key }) })}`;
  return html`<nav class="choice" aria-label="Days"><ul>
      ${spans.map((one) => html`<li><a href="${at(one, keyId)}" ${one === span && html`aria-current="true"`}>${one} days</a></li>`)}
    </ul></nav>
    ${keyId !== null && html`<p>Only ${seenName(payerName(keyId, names))}. <a href="${at(span, null)}">All keys together</a></p>`}`;
}

function byKey({ workspaceId, span, keyId, keys, names }: UsagePart): Html {
  const highest = Math.max(1, ...keys.map(({ units }) => units));
  const at = (key: string): string =>
    `/account/usage?${new URLSearchParams({ workspace: workspaceId, days: String(span), key })}`;
  return html`<section class="card" aria-label="Usage by key">
    <h2>By key</h2>
    ${table(
      'Usage by key',
      html`<table class="stacked">
        <thead><tr><th scope="col">Key, chat or person</th><th scope="col" class="number">Charged</th><th scope="col">Share</th><th scope="col" class="number">Answered</th><th scope="col">Last</th></tr></thead>
        <tbody>${keys.map(
          ({ key_id: id, units, answered, last }) => html`<tr>
            <th scope="row"><a href="${at(id)}" ${id === keyId && html`aria-current="true"`}>${seenName(payerName(id, names))}</a></th>
            <td class="number" data-column="Charged">${whole(units)}</td>
            <td><svg class="limit-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect x="0" y="0" width="${((units / highest) * 100).toFixed(2)}" height="1" /></svg></td>
            <td class="number" data-column="Answered, with preview">${whole(answered)}</td>
            <td data-column="Last">${time(last)}</td>
          </tr>`,
        )}</tbody>
      </table>`,
    )}
  </section>`;
}

/** Columns of a day, and the figures in them. */
const figures = [
  ['Charged', 'units'],
  ['Of the subscription', 'subscription'],
  ['Prepaid', 'prepaid'],
  ['Answered, with preview', 'answered'],
] as const;

function figuresTable(days: readonly UsageOfDay[]): Html {
  return html`<details>
    <summary>The figures as a table</summary>
    ${table(
      'Usage by day',
      html`<table class="stacked">
        <thead>
          <tr>
            <th scope="col">Day</th>
            ${figures.map(([column]) => html`<th scope="col" class="number">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${days.toReversed().map(
            (of) =>
              html`<tr>
                <th scope="row">${day(of.day)}</th>
                ${figures.map(([column, key]) => html`<td class="number" data-column="${column}">${whole(of[key])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </details>`;
}
