/** One line of a brief on the public log: which of its views are in it, and since when. */
import { counted } from '../../../client/words/text.ts';
import type { LoggedView } from '../../store/log/logged-views.ts';
import { type Html, html } from '../shell/html.ts';
import { instant } from './drawing/say.ts';

const DAY_MS = 86_400_000;

/** Nothing for a brief without views. */
export function logged(views: readonly LoggedView[]): Html | null {
  if (views.length === 0) return null;
  const [newest] = views
    .flatMap(({ observed_at: observed, logged_at: at }) => (at === null ? [] : [{ observed, at }]))
    .toSorted((one, other) => (one.observed < other.observed ? 1 : -1));
  const inLog = views.filter(({ logged_at: at }) => at !== null).length;
  const log = html`<a href="/docs/log">public log</a>`;
  if (newest === undefined) return html`<p class="soft small">No view shown here is in the ${log} yet.</p>`;
  return html`<p class="soft small">${inLog} of ${counted(views.length, 'view')} ${inLog === 1 ? 'is' : 'are'} in the ${log}; the newest was logged on ${instant(newest.at)}, ${delay(newest)}.</p>`;
}

function delay({ observed, at }: { observed: string; at: string }): string {
  const days = Math.floor((Date.parse(at) - Date.parse(observed)) / DAY_MS);
  return days < 1 ? 'within a day of its observation' : `${counted(days, 'day')} after it was observed`;
}
