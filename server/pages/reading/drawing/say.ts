/** How a page writes instants, days, numbers and texts of a document. Nothing is made up: null is said in words. */
import type { Text } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { day as writtenDay, time } from '../../shell/times.ts';

export const notRecorded: Html = html`<span class="soft">not recorded</span>`;

export function day(date: string | null): Html {
  return date === null ? notRecorded : writtenDay(date);
}

export function instant(at: string | null): Html {
  return at === null ? notRecorded : time(at);
}

/** Free text as it is. A shortened one says so, and the document does not say whether here or by its source. */
export function text({ text: words, truncated }: Text): Html {
  return truncated
    ? html`${words.replace(/(…|\.\.\.)$/, '')}… <small class="soft">(shortened here or by its source; the belief record has all that is recorded)</small>`
    : html`${words}`;
}

/** A change in percent with its sign, to two decimals; the document has every digit. */
export function percent(value: number | null): Html {
  return value === null ? html`<span class="soft">not measured</span>` : html`${percentText(value)}`;
}

export function percentText(value: number): string {
  const written = Math.abs(value).toFixed(2);
  const sign = Number(written) === 0 ? '' : value < 0 ? '−' : '+';
  return `${sign}${written} %`;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
}

/** `self_reported_position` as `self reported position`. */
export function words(code: string): string {
  return code.replaceAll('_', ' ');
}

export function capital(code: string): string {
  const said = words(code);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
