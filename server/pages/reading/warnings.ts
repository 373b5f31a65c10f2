/** Warnings and limitations of the document, in its words and near its top. */
import type { BriefOverview } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import { icon } from './drawing/icons.ts';

export function warnings({
  warnings: found,
  data_status: data,
}: Pick<BriefOverview, 'warnings' | 'data_status'>): Html {
  if (found.length + data.limitations.length === 0) return html``;
  return html`<section class="note warn" aria-labelledby="limits">
    <h2 id="limits" class="plainly">${icon('warn')} Before you rely on this</h2>
    <ul>
      ${found.map(({ message }) => html`<li><strong>${message}</strong></li>`)}
      ${data.limitations.map((limitation) => html`<li>${limitation}</li>`)}
    </ul>
  </section>`;
}
