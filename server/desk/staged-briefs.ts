/** A ticker's whole brief as it is today, next to the one after the release of the staged set. */
import type { BriefOverview } from '../../generated/api.ts';
import { refusalResult } from '../admin/run-command.ts';
import { triedBriefs } from '../ingest/review/dry-run.ts';
import { briefPage } from '../pages/reading/brief.ts';
import { readQuery } from '../pages/shell/form.ts';
import { type Html, html, withIds } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { foldTicker } from '../terms/ticker.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';
import { resultNote } from './result.ts';
import { collectionOf } from './staged.ts';

export const showStagedBriefs: DeskHandler = async ({ store }, { request, response, operator }) => {
  const query = readQuery(request);
  const collection = collectionOf(query);
  const ticker = foldTicker(query.get('ticker') ?? '');
  const detail = query.get('detail') === 'full' ? 'full' : 'overview';
  const title = `${ticker}: today and after the release`;
  const back = html`<p><a href="/staged?collection=${collection}">All that is staged for ${collection}</a></p>`;
  const show = (main: Html, status = 200): void =>
    sendPage(response, deskPage({ title, operator, current: 'staged', main }), { status });
  try {
    const { before, after } = await triedBriefs(store.db, { collection, ticker, detail });
    const open = (other: string): string =>
      `/staged/briefs?${new URLSearchParams({ collection, ticker: other, detail }).toString()}`;
    const form = detail === 'full' ? 'overview' : 'full';
    const others = new URLSearchParams({ collection, ticker, detail: form }).toString();
    show(html`<h1>${title}</h1>
      ${back}
      <p class="row">
        <a href="/staged/briefs?${others}">${form === 'full' ? 'With the theses, whole' : 'The overviews alone'}</a>
        <a href="/views?${new URLSearchParams({ ticker, collection }).toString()}">Review the views of ${ticker}</a>
      </p>
      <div class="columns">
        ${side('today', 'Today', before, open)} ${side('after', 'After the release', after, open)}
      </div>`);
  } catch (error) {
    const refusal = refusalResult(error);
    if (refusal === null) throw error;
    show(html`<h1>${title}</h1>${resultNote(refusal)}${back}`, 422);
  }
};

function side(id: string, title: string, brief: BriefOverview | null, open: (ticker: string) => string): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${
      brief === null
        ? html`<p>This ticker is not covered: its brief answers 404.</p>`
        : withIds(id, briefPage({ brief, cutoff: html``, open, heading: 'h2' }))
    }
  </section>`;
}
