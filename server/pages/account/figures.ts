/** Times, amounts and labels as the account pages write them. */
import { type Html, html } from '../html.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026` */
export function dayText(instant: string): string {
  return `${Number(instant.slice(8, 10))} ${months[Number(instant.slice(5, 7)) - 1] ?? ''} ${instant.slice(0, 4)}`;
}

/** `21 Nov 2026, 20:37 UTC`, and the exact instant for whoever reads the markup. */
export function time(instant: string): Html {
  return html`<time datetime="${instant}">${dayText(instant)}, ${instant.slice(11, 16)} UTC</time>`;
}

export function day(date: string): Html {
  return html`<time datetime="${date}">${dayText(date)}</time>`;
}

/** `$19.00` */
export function money(cents: number): string {
  return `$${whole(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** `6,000`; the same on every machine. */
export function whole(value: number): string {
  return value.toLocaleString('en-US');
}

export function requests(count: number): string {
  return count === 1 ? '1 request' : `${whole(count)} requests`;
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

const icons: Readonly<Record<Tone, string>> = { good: '✓', warn: '!', bad: '✕', plain: '·' };

/** An icon and words; the icon says nothing that the words do not. */
export function label(tone: Tone, words: string): Html {
  return html`<span class="label ${tone}"><span aria-hidden="true">${icons[tone]}</span>${words}</span>`;
}

/** What nobody pays for has to be told from what somebody pays for, wherever it is shown. */
export const practiceLabel = label('warn', 'PRACTICE');

/** A scrollable table has to be reachable by the keyboard. */
export function table(name: string, content: Html): Html {
  return html`<div class="table" role="region" aria-label="${name}, the table" tabindex="0">${content}</div>`;
}
