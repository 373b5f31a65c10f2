/** Amounts, labels and tables of the account pages. */
import { type Html, html } from '../shell/html.ts';
import { icon } from '../reading/drawing/icons.ts';
import type { Sign, Tone } from '../../../client/words/states.ts';

/** `$19.00` */
export function money(cents: number): string {
  return `$${whole(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** `6,000`, in every locale. */
export function whole(value: number): string {
  return value.toLocaleString('en-US');
}

export function requests(count: number): string {
  return count === 1 ? '1 request' : `${whole(count)} requests`;
}

const icons: Readonly<Record<Tone, Sign>> = { good: 'check', warn: 'warn', bad: 'cross', plain: 'dot' };

/** An icon with words that name their subject. */
export function label(tone: Tone, words: string): Html {
  return html`<span class="label ${tone}">${icon(icons[tone])} ${words}</span>`;
}

/** Practice credit is marked wherever it appears. */
export const practiceLabel = label('warn', 'PRACTICE');

/** A scrollable table must be reachable by keyboard. */
export function table(name: string, content: Html): Html {
  return html`<div class="table" role="region" aria-label="${name}, the table" tabindex="0">${content}</div>`;
}
