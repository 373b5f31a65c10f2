/** The case behind a view in a full brief: claims, course, marks, outcomes, targets and the packet, each as recorded. */
import type { Thesis } from '../../../generated/api.ts';
import { type Html, type Value, html } from '../html.ts';
import type { Cites } from './citations.ts';
import { horizonOf } from './horizon.ts';
import { directionLabel, statusLabel } from './labels.ts';
import { packet } from './packet.ts';
import { capital, day, instant, notRecorded, percent, text, words } from './say.ts';
import { targets } from './targets.ts';
import { conditionTable } from './trade-state.ts';

/** `whose` names its author: a page has several. */
export function thesis(found: Thesis, whose: string, cites: Cites): Html {
  return html`<details class="thesis">
    <summary>The case behind this view</summary>
    <dl class="facts">
      <dt>Confidence</dt><dd>${found.confidence === undefined ? notRecorded : capital(found.confidence)}</dd>
      <dt>Horizon</dt><dd>${horizonOf(found.horizon ?? null)}</dd>
    </dl>
    <h4>Claims</h4>
    ${found.claims.length === 0 ? html`<p class="soft">No claim is recorded.</p>` : html`<ul>${found.claims.map((one) => html`<li>${capital(one.role)}: ${text(one.statement)}${cites.to(one.citation_id)}</li>`)}</ul>`}
    ${conditionTable(`Conditions of the thesis of ${whose}`, found.conditions, cites)}
    <h4>Course</h4>
    <ol class="course">${found.revisions.map((one) => revision(one, cites))}</ol>
    <h4>The price since</h4>
    ${mark(found.since_inception_mark)} ${outcomes(found, whose)} ${targets(found.price_opportunity, cites)} ${packet(found.packet, cites)}
  </details>`;
}

function revision(one: Thesis['revisions'][number], cites: Cites): Html {
  return html`<li>
    <p class="row">
      <strong>${one.move === 'none' ? 'Conditions only' : capital(one.move)}</strong> ${instant(one.observed_at)}
      ${directionLabel(one.after.direction)} ${statusLabel(one.after.status)}
    </p>
    ${one.late && html`<p class="soft small">It arrived after newer ones, and so moved nothing.</p>`}
    <p>${text(one.summary)}${cites.to(one.source_citation_id)}</p>
  </li>`;
}

function mark(found: Thesis['since_inception_mark']): Html {
  const { entry, latest } = found;
  return html`<dl class="facts">
      <dt>Since the view was opened</dt>
      <dd>${found.status === 'measured' ? percent(found.security_change_percent) : notMeasured(found)}</dd>
      <dt>Benchmark (SPY)</dt><dd>${percent(found.benchmark_change_percent)}</dd>
      <dt>Excess</dt><dd>${percent(found.excess_change_percent)}</dd>
      <dt>Entry</dt><dd>${entry === null ? notRecorded : html`${String(entry.price)} on ${day(entry.session_date)}`}</dd>
      <dt>Latest</dt><dd>${latest === null ? notRecorded : html`${String(latest.price)} on ${day(latest.session_date)}`}</dd>
    </dl>
    <p class="soft small">The move of the underlying price. It is no return of the author.</p>`;
}

function notMeasured({ status, reason }: { status: string; reason: string | null }): Html {
  return html`${capital(status)}${reason !== null && html`: ${words(reason)}`}`;
}

function outcomes({ outcomes: found }: Thesis, whose: string): Html {
  const cells = (one: Thesis['outcomes'][number]): Value =>
    one.status === 'measured'
      ? html`<td>${day(one.exit_session)}</td>
          ${[one.security_change_percent, one.benchmark_change_percent, one.excess_change_percent].map((value) => html`<td class="number">${percent(value)}</td>`)}`
      : html`<td colspan="4">${notMeasured(one)}</td>`;
  return html`<div class="table" tabindex="0" role="region" aria-label="Outcomes of the view of ${whose}">
    <table>
      <caption>After so many sessions, to two decimals</caption>
      <thead>
        <tr><th scope="col" class="number">Sessions</th><th scope="col">Until</th><th scope="col" class="number">Price</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Excess</th></tr>
      </thead>
      <tbody>${found.map((one) => html`<tr><th scope="row" class="number">${one.horizon_sessions}</th>${cells(one)}</tr>`)}</tbody>
    </table>
  </div>`;
}
