/** Overview of the desk: staged records, releases, and jobs. */
import { type Html, html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { time } from '../pages/shell/times.ts';
import type { Collection } from '../store/engine/db.ts';
import { type ResearchAge, researchAge } from '../store/known/clock.ts';
import { type StagedSummary, stagedSummary } from '../store/staged/staging.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';
import type { Job } from './jobs.ts';

export const showOverview: DeskHandler = async ({ store, jobs }, { response, operator }) => {
  const [live, preview] = await Promise.all([stagedSummary(store.db, 'live'), stagedSummary(store.db, 'preview')]);
  const heads = await researchAge(store.db);
  const main = html`<h1>Overview</h1>
    <div class="columns">${staged('live', live)} ${staged('preview', preview)} ${released(heads)}</div>
    ${jobsOf(jobs.list())}`;
  sendPage(response, deskPage({ title: 'Overview', operator, current: 'overview', main }));
};

function staged(collection: Collection, { records, priceRows, rankedSeries }: StagedSummary): Html {
  const kinds = Object.entries(records);
  const isEmpty = kinds.length === 0 && priceRows + rankedSeries === 0;
  return html`<section class="card" aria-labelledby="staged-${collection}">
    <h2 id="staged-${collection}">Staged for ${collection}</h2>
    ${
      isEmpty
        ? html`<p>Nothing is staged. <a href="/load">Load files</a></p>`
        : html`<dl class="facts">
            ${kinds.map(([kind, count]) => html`<dt>${kind}</dt><dd>${count}</dd>`)}
            ${priceRows > 0 && html`<dt>prices</dt><dd>${priceRows}</dd>`}
            ${rankedSeries > 0 && html`<dt>series with another rank</dt><dd>${rankedSeries}</dd>`}
          </dl>`
    }
  </section>`;
}

function released(heads: readonly ResearchAge[]): Html {
  return html`<section class="card" aria-labelledby="released">
    <h2 id="released">Released</h2>
    <dl class="facts">
      ${heads.map(
        ({ collection, version, watermark }) =>
          html`<dt>${collection}</dt>
            <dd>${version === 0 ? 'no release yet' : html`release ${version}, settled up to ${time(watermark)}`}</dd>`,
      )}
    </dl>
  </section>`;
}

function jobsOf(jobs: readonly Job[]): Html {
  return html`<section class="card" aria-labelledby="jobs">
    <h2 id="jobs">Loads since the server started</h2>
    ${
      jobs.length === 0
        ? html`<p>None.</p>`
        : html`<ul class="entries">
            ${jobs.map(
              ({ id, title, state, startedBy, startedAt }) =>
                html`<li>
                  <div>
                    <a href="/jobs/${id}">${title}</a>: ${state}<br />
                    <small class="soft">${startedBy}, ${time(startedAt)}</small>
                  </div>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}
