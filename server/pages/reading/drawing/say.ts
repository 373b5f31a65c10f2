/** Format of instants, days, numbers and texts of a document; null is written in words. */
import { percentText } from '../../../../client/words/text.ts';
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

/** Free text, unchanged. A shortened one is marked; the document does not state whether the source shortened it. */
export function text({ text: words, truncated }: Text): Html {
  return truncated
    ? html`${words.replace(/(…|\.\.\.)$/, '')}… <small class="soft">(shortened here or by its source; the belief record has all that is recorded)</small>`
    : html`${words}`;
}

/** A change in percent with its sign, rounded for people; the markup and the document have every digit. */
export function percent(value: number | null): Html {
  return value === null
    ? html`<span class="soft">not measured</span>`
    : html`<data value="${value}">${changeText(value)}</data>`;
}

export const changeText = (value: number): string => percentText(value, '−', 1);

/** A price, rounded to cents, or to four digits below one. */
export function price(value: number, currency: string): Html {
  return html`<data value="${value}">${priceText(value)}</data> ${currency}`;
}

export function priceText(value: number): string {
  const places = value >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 };
  return value.toLocaleString('en-US', places);
}
