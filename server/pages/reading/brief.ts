/** A brief as a page: the content of the document, section by section, and nothing else. */
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { activity } from './activity.ts';
import { openPerson } from './address.ts';
import { type ChangedPart, changeMarks, changed } from './changed.ts';
import { type ChartZoom, chart } from './drawing/chart.ts';
import { citesOf } from './citations.ts';
import { type DocumentCall, codeBox } from './code-box.ts';
import type { LoggedView } from '../../store/log/logged-views.ts';
import { logged } from './logged.ts';
import { related } from './related.ts';
import { comparedTargets } from './drawing/targets-drawing.ts';
import { title, verdict } from './top.ts';
import { tradeState } from './trade-state.ts';
import { views } from './views.ts';

export type SecurityBrief = BriefOverview | BriefFull;

export type BriefPage = {
  brief: SecurityBrief;
  /** Absent where no program can ask for the same. */
  called?: DocumentCall;
  /** The bar to choose another cutoff. */
  cutoff: Html;
  /** Changes since an earlier day; absent next to another brief. */
  changes?: ChangedPart;
  zoom?: ChartZoom;
  /** Its views in the public log; absent for a preview, which has none. */
  inLog?: readonly LoggedView[];
  /** Charge of this reading, if any. */
  cost?: Value;
  /** Address of another listing's brief. */
  open: (ticker: string) => string;
  /** h1 if the brief is the page, h2 if it is a part of one. */
  heading?: 'h1' | 'h2';
};

/** Parts of the page that a new cutoff redraws; the bar between them stays. */
export function briefPage(page: BriefPage): Html {
  const { brief, called, cutoff, changes, zoom, inLog, cost, open, heading = 'h1' } = page;
  const { security, activity: active, views: shown } = brief;
  const cites = citesOf(brief.citations);
  const marks = changeMarks(changes?.found ?? null);
  const theses = 'theses' in brief ? brief.theses : [];
  const person = (id: string): string => openPerson(id, { as_of: brief.as_of, mode: brief.data_status.mode });
  const list = {
    views: shown,
    directions: active.views,
    coverage: brief.coverage,
    ticker: security.ticker,
    theses,
    person,
  };
  return html`<article class="brief" aria-labelledby="brief">
    <div class="brief-part" id="brief-top">${title(brief, { cost, heading }, marks)}</div>
    ${cutoff}
    <div class="brief-part" id="brief-body">
      ${verdict(brief, marks)} ${chart(brief, cites, zoom)} ${comparedTargets(theses, shown, cites)}
      ${changes !== undefined && changed(changes, cites)} ${views(list, cites, marks)} ${logged(inLog ?? [])}
      ${tradeState(brief.trade_state, shown, cites, marks)}
      <div class="columns">${activity(brief, cites)}</div>
      ${related(brief, { cites, open, mark: marks.object('related_research') })} ${cites.list} ${called !== undefined && codeBox(called)}
    </div>
  </article>`;
}

export type BriefExcerpt = Pick<BriefPage, 'brief' | 'cutoff' | 'zoom'> & {
  /** Address of the whole brief at the same cutoff. */
  whole: string;
};

/** The top of a brief with its chart, for a page that leads to the whole; it is redrawn like a whole one. */
export function briefExcerpt({ brief, cutoff, zoom, whole }: BriefExcerpt): Html {
  const marks = changeMarks(null);
  const onward = html`<p><a class="button" href="${whole}">Read the whole brief</a> <span class="soft">Every view with its quotes and sources, and the chart as tables</span></p>`;
  return html`<article class="brief" aria-labelledby="brief">
    <div class="brief-part" id="brief-top">${title(brief, { cost: null, heading: 'h2' }, marks)}</div>
    ${cutoff}
    <div class="brief-part" id="brief-body">
      ${verdict(brief, marks)} ${chart(brief, citesOf(brief.citations), zoom, onward)}
    </div>
  </article>`;
}
