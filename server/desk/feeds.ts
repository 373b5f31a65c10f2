/** Freshness of the feeds: observations, the calendar, and the prices of each provider. */
import { type Html, html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { day, time } from '../pages/shell/times.ts';
import { type Feed, type FeedState, feedReader } from '../reads/feeds.ts';
import { type FeedRun, feedRuns } from '../store/staged/feed-runs.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';

export function showFeeds(): DeskHandler {
  const readFeeds = feedReader();
  return async ({ store, now }, { response, operator }) => {
    const states = await readFeeds(store.db, now());
    const runs = await feedRuns(store.db);
    const main = html`<h1>Feeds</h1>
      ${states.length === 0 ? html`<p>Nothing is released yet.</p>` : states.map(stateOf)}
      ${runs.map(runOf)}`;
    sendPage(response, deskPage({ title: 'Feeds', operator, current: 'feeds', main }));
  };
}

function stateOf({ collection, feeds, newestObservedAt, calendarThrough, overdueSince }: FeedState): Html {
  return html`<section class="card" aria-labelledby="feeds-${collection}">
    <h2 id="feeds-${collection}">${collection}</h2>
    <dl class="facts">
      <dt>Newest observation</dt>
      <dd>${newestObservedAt === null ? 'none' : time(newestObservedAt)}</dd>
      <dt>Sessions are known to</dt>
      <dd>${day(calendarThrough)}</dd>
      ${overdueSince !== null && html`<dt>Overdue since</dt><dd>${time(overdueSince)}</dd>`}
    </dl>
    ${
      feeds.length > 0 &&
      html`<div class="table" tabindex="0" role="region" aria-label="Prices of ${collection}">
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">Series</th>
              <th scope="col">Stale</th>
              <th scope="col">Sessions behind</th>
              <th scope="col">Newest price</th>
            </tr>
          </thead>
          <tbody>${feeds.map(feedRow)}</tbody>
        </table>
      </div>`
    }
  </section>`;
}

function runOf(run: FeedRun): Html {
  const { collection, folder, beganAt, endedAt, loaded, refused, standing, waiting, version, failure } = run;
  return html`<section class="card" aria-labelledby="folder-${collection}">
    <h2 id="folder-${collection}">Folder of ${collection}</h2>
    <dl class="facts">
      <dt>Folder</dt>
      <dd><code>${folder}</code></dd>
      <dt>Last run</dt>
      <dd>${endedAt === null ? html`began ${time(beganAt)} and has not ended` : time(endedAt)}</dd>
      <dt>Files</dt>
      <dd>${loaded} loaded, ${refused} refused, ${standing} refused before, ${waiting} left for the next run</dd>
      ${version !== null && html`<dt>Release</dt><dd>${version}</dd>`}
      ${failure !== null && html`<dt>Failure</dt><dd>${failure}</dd>`}
    </dl>
  </section>`;
}

function feedRow({ provider, series, stale, sessionsBehind, pricedAt }: Feed): Html {
  return html`<tr>
    <th scope="row">${provider}</th>
    <td data-column="Series">${series}</td>
    <td data-column="Stale">${stale}</td>
    <td data-column="Sessions behind">${sessionsBehind ?? '–'}</td>
    <td data-column="Newest price">${pricedAt === null ? 'none' : time(pricedAt)}</td>
  </tr>`;
}
