/** Releases and withdrawals of a collection, the newest first, with the way to take one back. */
import { readQuery } from '../pages/shell/form.ts';
import { html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { time } from '../pages/shell/times.ts';
import { type ReleaseRow, listReleases } from '../store/published/release-list.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';

const RELEASES_SHOWN = 100;

export const showReleases: DeskHandler = async ({ store }, { request, response, operator }) => {
  const collection = readQuery(request).get('collection') === 'preview' ? 'preview' : 'live';
  const releases = await listReleases(store.db, collection, RELEASES_SHOWN);
  const main = html`<h1>Releases of ${collection}</h1>
    ${
      releases.length === 0
        ? html`<p>Nothing was released yet.</p>`
        : html`<ul class="entries card">${releases.map((release) => entryOf(release, collection))}</ul>`
    }
    ${releases.length === RELEASES_SHOWN && html`<p class="soft">The newest ${RELEASES_SHOWN}; the command releases lists all.</p>`}`;
  sendPage(response, deskPage({ title: `Releases of ${collection}`, operator, current: 'releases', main }));
};

function entryOf({ version, effective_at: at, kind, report }: ReleaseRow, collection: string) {
  const {
    summary,
    reason,
    restated = [],
  } = report as {
    summary?: string;
    reason?: string;
    restated?: readonly { reason: string }[];
  };
  const again = [...new Set(restated.map((one) => one.reason))].join('; ');
  const query = new URLSearchParams({ 'option-release': String(version), collection }).toString();
  return html`<li>
    <div>
      <strong>${kind === 'release' ? 'Release' : 'Withdrawal'} ${version}</strong>, ${time(at)}<br />
      ${summary ?? reason ?? 'No report was kept.'}
      ${reason !== undefined && summary !== undefined && html`<br /><small class="soft">Reason: ${reason}</small>`}
      ${again !== '' && html`<br /><small class="soft">Stated again: ${again}</small>`}
    </div>
    ${kind === 'release' && html`<a class="button quiet" href="/tasks/withdraw?${query}">Take back <span class="heard">release ${version}</span></a>`}
  </li>`;
}
