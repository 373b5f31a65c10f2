/** Case of a view in a full brief: claims, course, marks, outcomes, targets and packet. */
import type { Thesis } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import { horizonOf } from './drawing/horizon.ts';
import { directionLabel, statusLabel } from './drawing/labels.ts';
import { marks } from './drawing/marks.ts';
import { outcomes } from './outcomes.ts';
import { packet } from './packet.ts';
import { instant, notRecorded, text } from './drawing/say.ts';
import { capital } from '../../../client/words/text.ts';
import { targets } from './targets.ts';
import { conditionTable } from './trade-state.ts';

/** `whose` names the author, because a page has several. */
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
    ${course(found.revisions, cites)}
    <h4>The price since</h4>
    ${marks(found, whose)} ${outcomes(found, whose)} ${targets(found.price_opportunity, cites)} ${packet(found.packet, cites)}
  </details>`;
}

export function course(revisions: Thesis['revisions'], cites: Cites): Html {
  return html`<h4>Course</h4>
    <ol class="course">${revisions.map((one) => revision(one, cites))}</ol>`;
}

function revision(one: Thesis['revisions'][number], cites: Cites): Html {
  return html`<li>
    <p class="row">
      <strong>${one.move === 'none' ? 'Conditions only' : capital(one.move)}</strong> ${instant(one.observed_at)}
      ${directionLabel(one.after.direction)} ${statusLabel(one.after.status)}
    </p>
    ${one.late && html`<p class="soft small">It arrived after newer ones, and so moved nothing.</p>`}
    <p>${text(one.summary)}${cites.to(...one.citation_ids)}</p>
  </li>`;
}
