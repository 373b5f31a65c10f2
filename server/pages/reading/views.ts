/** Attributed views: person, statement, grounds, state, and the parts that are not recorded. */
import type { BriefOverview, Thesis, View, ViewDirection } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import { intent } from './intent.ts';
import { basisLabel, directionLabel, externalLabel, statusLabel, validityLabel } from './drawing/labels.ts';
import { moved } from './drawing/marks.ts';
import { instant, notRecorded, text } from './drawing/say.ts';
import { counted } from '../../../client/words/text.ts';
import { thesis } from './thesis.ts';
import { more } from './trade-state.ts';

export type ViewList = {
  views: readonly View[];
  /** For each view, since when it has its direction. */
  directions: readonly ViewDirection[];
  coverage: BriefOverview['coverage'];
  ticker: string;
  /** From a full brief, by belief_id. */
  theses: readonly Thesis[];
};

/** The entries of the document that belong to one view. */
type Entries = { direction: ViewDirection | undefined; found: Thesis | undefined };

export function views({ views: shown, directions, coverage, ticker, theses }: ViewList, cites: Cites): Html {
  const of = <Entry extends { belief_id: string }>(entries: readonly Entry[], view: View): Entry | undefined =>
    entries.find(({ belief_id: id }) => id === view.belief_id);
  return html`<section aria-labelledby="views">
    <h2 id="views">Views</h2>
    ${shown.length === 0 && html`<p class="note">No research on ${ticker} itself is released at this cutoff.</p>`}
    ${shown.map((view) => viewOf(view, { direction: of(directions, view), found: of(theses, view) }, cites))}
    ${more(coverage.omitted_record_count, 'released view')}
  </section>`;
}

function viewOf(view: View, { direction, found }: Entries, cites: Cites): Html {
  const { belief_id: id, person } = view;
  return html`<article class="card view" id="${id}" tabindex="-1" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${person.name}${person.handle !== null && html` <small class="soft">@${person.handle}</small>`}</h3>
    <p class="row">${directionLabel(view.direction)} ${statusLabel(view.status)}</p>
    <p class="summary">${text(view.summary)}${cites.to(view.source_citation_id)}</p>
    ${caseOf(view, cites)}
    <dl class="facts">
      ${direction !== undefined && directionFacts(direction, found)}
      <dt>First observed</dt><dd>${instant(view.first_observed_at)}</dd>
      <dt>Latest revision</dt><dd>${view.latest_revision_at === null ? html`<span class="soft">none recorded</span>` : instant(view.latest_revision_at)}</dd>
      <dt>Support</dt><dd>${claim(view.support, cites)}</dd>
      <dt>Risk</dt><dd>${claim(view.risk, cites)}</dd>
      ${view.omitted_claim_count > 0 && html`<dt>Further claims</dt><dd>${counted(view.omitted_claim_count, 'claim')} not shown here</dd>`}
      <dt>Conditions</dt><dd>${conditionOf(view.condition)}</dd>
      <dt>Author’s intent</dt><dd>${intent(view.author_intent, cites)}</dd>
    </dl>
    ${found !== undefined && thesis(found, person.name, cites)}
    <p class="soft small mono">${id}</p>
  </article>`;
}

/** The mark since the view was opened is in its case only. */
function directionFacts(one: ViewDirection, found: Thesis | undefined): Html {
  return html`<dt>Direction since</dt><dd>${instant(one.direction_since)} ${basisLabel(one.direction_basis)}</dd>
      <dt>Last stated</dt><dd>${instant(one.direction_last_stated_at)}</dd>
      <dt>Price since the direction</dt><dd>${moved(one.since_direction_mark)}</dd>
      ${found !== undefined && html`<dt>Price since the view opened</dt><dd>${moved(found.since_inception_mark)}</dd>`}`;
}

function claim(found: View['support'], cites: Cites): Html {
  return found === null ? notRecorded : html`${text(found.statement)}${cites.to(found.citation_id)}`;
}

function conditionOf({
  validity,
  external_state: state,
  blockers,
  omitted_blocker_count: omitted,
}: View['condition']): Html {
  return html`<span class="row">${validityLabel(validity)} ${externalLabel(state)}</span>
    ${blockers.length > 0 && html`<ul>${blockers.map((one) => html`<li>${text(one)}</li>`)}</ul>`} ${more(omitted, 'blocker')}`;
}

function caseOf({ investment_case: found }: View, cites: Cites): Html | false {
  if (found === undefined) return false;
  return html`<h4>Investment case</h4>${found.paragraphs.map(({ text: words, citation_ids: ids }) => html`<p>${words}${cites.to(...ids)}</p>`)}`;
}
