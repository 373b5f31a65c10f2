/** A person as a page: every recorded view, by company, and the price since for the records that are open. */
import type { BeliefDetail, BeliefItem, BeliefsPage } from '../../../../generated/api.ts';
import { capital, counted, words } from '../../../../client/words/text.ts';
import { groupedBy } from '../../../store/engine/grouped.ts';
import { type Html, type Value, html } from '../../shell/html.ts';
import { dayText } from '../../shell/times.ts';
import { type Cites, citesOf } from '../citations.ts';
import { type DocumentCall, codeBox } from '../code-box.ts';
import { horizonOf } from '../drawing/horizon.ts';
import { basisLabel, coverageLabel, directionLabel, freshnessLabel, statusLabel } from '../drawing/labels.ts';
import { marks } from '../drawing/marks.ts';
import { day, instant, text } from '../drawing/say.ts';
import { limits } from '../limits.ts';
import { outcomes } from '../outcomes.ts';
import { course } from '../thesis.ts';
import { modeLabel } from '../top.ts';

export type BeliefData = BeliefDetail['data'];

export type PersonPage = {
  id: string;
  found: BeliefsPage;
  /** Full records of some of the views. */
  records: readonly BeliefData[];
  called: DocumentCall;
  /** The bar to choose another cutoff. */
  cutoff: Html;
  /** Charge of this reading, if any. */
  cost?: Value;
  /** A refusal to open more. */
  notice: string | null;
  controls: PersonControls;
};

export type PersonControls = {
  /** Address of the brief of a company, at the same cutoff. */
  brief: (name: string) => string;
  /** Opens the full record of a view; `name` describes the view to a screen reader. */
  record: (view: BeliefItem, name: string) => Html;
  /** Opens the next page. */
  further: (cursor: string) => Html;
};

/** Parts of the page that a new cutoff redraws have the ids of a brief's. */
export function personPage(shown: PersonPage): Html {
  const { id, found, records, called, cutoff, cost, notice, controls } = shown;
  const { beliefs, citations } = found.data;
  const cites = citesOf([...uniqueBy([...citations, ...records.flatMap((one) => one.citations)])]);
  const person = beliefs[0]?.person ?? { name: id, handle: null };
  const companies = [...groupedBy(beliefs, ({ subject }) => subject.entity_id).values()];
  const { next_cursor: cursor } = found.pagination;
  return html`<article class="brief person" aria-labelledby="brief">
    <div class="brief-part" id="brief-top"><header class="brief-head">
      <div class="brief-name">
        <h1 id="brief">${person.name}</h1>
        ${person.handle !== null && html`<p class="soft small">@${person.handle}</p>`}
        <p class="row tight">${modeLabel(found.data_status.mode)} ${coverageLabel(found.data_status.coverage)} ${freshnessLabel(found.data_status.freshness)}</p>
      </div>
      <div class="brief-price"><p class="person-count">${counted(beliefs.length, 'view')} of ${counted(companies.length, 'company', 'companies')}</p></div>
      ${limits(found, cost)}
      <p class="soft small known">As it was known at ${instant(found.as_of)}.</p>
    </header></div>
    ${cutoff}
    <div class="brief-part" id="brief-body">
      ${notice !== null && html`<p class="note warn" role="alert">${notice}</p>`}
      ${beliefs.length === 0 && html`<p class="note">No view of this person was known at this cutoff.</p>`}
      ${companies.map((views, index) => company(views, { records, cites, controls, isFirst: index === 0 }))}
      ${cursor !== null && html`<section aria-label="Further views"><p>This page holds the ${beliefs.length} newest views by when they were first observed. There are more.</p>${controls.further(cursor)}</section>`}
      ${cites.count > 0 && cites.list} ${codeBox(called)}
    </div>
  </article>`;
}

type Citation = BeliefsPage['data']['citations'][number];

/** Each citation once, in the order of its first appearance. */
function uniqueBy(citations: readonly Citation[]): Iterable<Citation> {
  return new Map(citations.map((one) => [one.citation_id, one])).values();
}

type PageContent = Pick<PersonPage, 'records' | 'controls'> & {
  cites: Cites;
  /** The names of the columns stand above the first company only. */
  isFirst: boolean;
};

function company(views: readonly BeliefItem[], shown: PageContent): Html {
  const [first] = views;
  if (first === undefined) return html``;
  const { entity_id: entityId, ticker, name } = first.subject;
  const own = ticker ?? name ?? entityId;
  const heading = `of-${entityId}`;
  return html`<section class="views unpriced" aria-labelledby="${heading}">
    <h2 id="${heading}"><a href="${shown.controls.brief(ticker ?? entityId)}">${own}</a>${name !== null && name !== own && html` <small class="soft">${name}</small>`}</h2>
    ${name === null && html`<p class="soft small">No name is recorded.</p>`}
    ${shown.isFirst && html`<p class="view-columns" aria-hidden="true"><span>First observed</span><span>Direction</span><span>Status</span><span>Words it rests on</span></p>`}
    ${views.map((view) => viewOf(view, own, shown))}
  </section>`;
}

function viewOf(view: BeliefItem, company: string, { records, cites, controls }: PageContent): Html {
  const record = records.find(({ belief }) => belief.belief_id === view.belief_id)?.belief;
  const { observed_at: first, latest_revision_at: revised, citation_ids: ids } = view;
  const [source] = ids;
  const quote = source === undefined ? null : cites.quoteOf(source, view.person);
  return html`<details class="view" id="${view.belief_id}" ${record !== undefined && html`open`}>
    <summary>
      <span class="who"><strong>${day(first.slice(0, 10))}</strong>${revised !== null && html` <small class="soft">revised ${day(revised.slice(0, 10))}</small>`}</span>
      <span>${directionLabel(view.direction)} <small class="soft">since ${day(view.direction_since.slice(0, 10))}</small></span>
      <span>${statusLabel(view.status)}</span>
      <span class="quote">${quote ?? text(view.thesis)}</span>
    </summary>
    <div class="view-body">
      <p>${text(record?.thesis ?? view.thesis)}${cites.to(...ids)}</p>
      <dl class="facts">
        <dt>Direction since</dt><dd>${instant(view.direction_since)} ${basisLabel(view.direction_basis)}</dd>
        <dt>Last stated</dt><dd>${instant(view.direction_last_stated_at)}</dd>
        <dt>First observed</dt><dd>${instant(first)}</dd>
        ${revised !== null && html`<dt>Latest revision</dt><dd>${instant(revised)}</dd>`}
        ${view.confidence !== undefined && html`<dt>Confidence</dt><dd>${capital(view.confidence)}</dd>`}
        ${view.horizon !== undefined && html`<dt>Horizon</dt><dd>${horizonOf(view.horizon)}</dd>`}
      </dl>
      ${record === undefined ? controls.record(view, `${company}, first observed ${dayText(first)}`) : recordOf(record, company, cites)}
      <p class="soft small mono">${view.belief_id}</p>
    </div>
  </details>`;
}

/** The price since the view, and its course. */
function recordOf(record: BeliefData['belief'], company: string, cites: Cites): Html {
  const { since_inception_mark: inception, since_direction_mark: direction, entry_sessions_differ: differ } = record;
  const whose = `${record.person.name} on ${company}, first observed ${dayText(record.observed_at)}`;
  return html`<h3>The price since</h3>
    ${
      inception === null || direction === null
        ? html`<p>A ${words(record.subject.kind)} has no price.</p>`
        : html`${marks({ since_inception_mark: inception, since_direction_mark: direction, entry_sessions_differ: differ }, whose)} ${outcomes(record, whose)}`
    }
    ${course(record.revisions, cites)}`;
}
