/** Attributed views as a comparison of people; each opens in place to its grounds, state and case. */
import type { BriefOverview, Mark, Thesis, View, ViewDirection } from '../../../generated/api.ts';
import { counted } from '../../../client/words/text.ts';
import { type Html, html } from '../shell/html.ts';
import type { ChangeMarks } from './changed.ts';
import type { Cites } from './citations.ts';
import { intent } from './intent.ts';
import { basisLabel, directionLabel, externalLabel, statusLabel, validityLabel } from './drawing/labels.ts';
import { moved } from './drawing/marks.ts';
import { day, instant, percent, text } from './drawing/say.ts';
import { thesis } from './thesis.ts';
import { more } from './trade-state.ts';

export type ViewList = {
  views: readonly View[];
  /** For each view, since when it has its direction; none for an entity without a price. */
  directions: readonly ViewDirection[];
  coverage: BriefOverview['coverage'];
  ticker: string;
  /** The page of a person at the same cutoff. */
  person: (id: string) => string;
  /** From a full brief, by belief_id. */
  theses: readonly Thesis[];
};

/** The entries of the document that belong to one view. */
type Entries = { direction: ViewDirection | undefined; found: Thesis | undefined; address: string };

export function views(
  { views: shown, directions, coverage, ticker, theses, person: open }: ViewList,
  cites: Cites,
  marks: ChangeMarks,
): Html {
  const of = <Entry extends { belief_id: string }>(entries: readonly Entry[], view: View): Entry | undefined =>
    entries.find(({ belief_id: id }) => id === view.belief_id);
  const isPriced = directions.length > 0;
  return html`<section class="${isPriced ? 'views' : 'views unpriced'}" aria-labelledby="views">
    <h2 id="views">Views</h2>
    ${shown.length === 0 && html`<p class="note">No research on ${ticker} itself is released at this cutoff.</p>`}
    ${
      shown.length > 0 &&
      html`<p class="view-columns" aria-hidden="true"><span>Person</span><span>Direction</span><span>Status</span>${isPriced && html`<span>Price since</span>`}<span>Words it rests on</span></p>
        ${shown.map((view) => viewOf(view, { direction: of(directions, view), found: of(theses, view), address: open(view.person.id) }, { cites, mark: marks.view(view.belief_id) }))}`
    }
    ${more(coverage.omitted_record_count, 'released view')}
  </section>`;
}

function viewOf(view: View, entries: Entries, { cites, mark }: { cites: Cites; mark: Html | false }): Html {
  const { belief_id: id, person } = view;
  const { direction } = entries;
  const quote = cites.quoteOf(view.source_citation_id, person);
  return html`<details class="view" id="${id}">
    <summary>
      <span class="who"><strong>${person.name}</strong>${person.handle !== null && html` <small class="soft">@${person.handle}</small>`} ${mark}</span>
      <span>${directionLabel(view.direction)}${direction !== undefined && html` <small class="soft">since ${day(direction.direction_since.slice(0, 10))}</small>`}</span>
      <span>${statusLabel(view.status)}</span>
      ${direction !== undefined && html`<span class="since">${sinceMark(direction.since_direction_mark)}</span>`}
      <span class="quote">${quote ?? text(view.summary)}</span>
    </summary>
    <div class="view-body">${bodyOf(view, entries, cites)}</div>
  </details>`;
}

/** The mark in the comparison: the price, and its excess over the benchmark. */
function sinceMark({ status, security_change_percent: change, excess_change_percent: excess, ended }: Mark): Html {
  const name = html`<span class="heard">Price since the direction: </span>`;
  if (status !== 'measured') return html`${name}<small class="soft">${status}</small>`;
  return html`${name}<strong>${percent(change)}</strong> <small class="soft">${percent(excess)} against SPY${ended && ', ended'}</small>`;
}

function bodyOf(view: View, { direction, found, address }: Entries, cites: Cites): Html {
  const { person, support, risk, author_intent: intended, omitted_claim_count: omitted } = view;
  const missing = [
    support === null && 'support',
    risk === null && 'risk',
    intended === undefined && 'the author’s intent',
  ].filter((part) => part !== false);
  return html`<p>${text(view.summary)}${cites.to(view.source_citation_id)}</p>
    ${caseOf(view, cites)}
    <dl class="facts">
      ${direction !== undefined && directionFacts(direction, found)}
      <dt>First observed</dt><dd>${instant(view.first_observed_at)}</dd>
      ${view.latest_revision_at !== null && html`<dt>Latest revision</dt><dd>${instant(view.latest_revision_at)}</dd>`}
      ${support !== null && html`<dt>Support</dt><dd>${text(support.statement)}${cites.to(support.citation_id)}</dd>`}
      ${risk !== null && html`<dt>Risk</dt><dd>${text(risk.statement)}${cites.to(risk.citation_id)}</dd>`}
      ${omitted > 0 && html`<dt>Further claims</dt><dd>${counted(omitted, 'claim')} not shown here</dd>`}
      <dt>Conditions</dt><dd>${conditionOf(view.condition)}</dd>
      ${intended !== undefined && html`<dt>Author’s intent</dt><dd>${intent(intended, cites)}</dd>`}
    </dl>
    ${missing.length > 0 && html`<p class="soft small">Not recorded: ${missing.join(', ')}.</p>`}
    ${found !== undefined && thesis(found, person.name, cites)}
    <p class="small"><a href="${address}">Everything that ${person.name} said, by company</a></p>
    <p class="soft small mono">${view.belief_id}</p>`;
}

/** The mark since the view was opened is in its case only. */
function directionFacts(one: ViewDirection, found: Thesis | undefined): Html {
  return html`<dt>Direction since</dt><dd>${instant(one.direction_since)} ${basisLabel(one.direction_basis)}</dd>
      <dt>Last stated</dt><dd>${instant(one.direction_last_stated_at)}</dd>
      <dt>Price since the direction</dt><dd>${moved(one.since_direction_mark)}</dd>
      ${found !== undefined && html`<dt>Price since the view opened</dt><dd>${moved(found.since_inception_mark)}</dd>`}`;
}

function conditionOf({
  validity,
  external_state: state,
  blockers,
  omitted_blocker_count: omitted,
}: View['condition']): Html {
  return html`<span class="row tight">${validityLabel(validity)} ${externalLabel(state)}</span>
    ${blockers.length > 0 && html`<ul>${blockers.map((one) => html`<li>${text(one)}</li>`)}</ul>`} ${more(omitted, 'blocker')}`;
}

function caseOf({ investment_case: found }: View, cites: Cites): Html | false {
  if (found === undefined) return false;
  return html`<h3>Investment case</h3>${found.paragraphs.map(({ text: words, citation_ids: ids }) => html`<p>${words}${cites.to(...ids)}</p>`)}`;
}
