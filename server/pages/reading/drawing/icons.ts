/** Icons of labels and markers, as drawings, because glyphs differ between devices. Each has a word next to it. */
import type { Sign } from '../../../../client/words/states.ts';
import { type Html, html } from '../../shell/html.ts';

/** On a field of 16 by 16. */
const shapes: Readonly<Record<Sign, Html>> = {
  up: html`<path d="M8 2 14.5 13h-13z" />`,
  down: html`<path d="M8 14 1.5 3h13z" />`,
  split: html`<path d="M8 1.5 14.5 8 8 14.5 1.5 8z" />`,
  open: html`<circle cx="8" cy="8" r="5.5" class="hollow" />`,
  check: html`<path d="m2.5 8.5 3.7 3.7L13.5 4.5" class="stroke" />`,
  warn: html`<path d="M8 1.8 15 14H1z" class="stroke" /><path d="M8 6v4M8 11.6v.6" class="stroke" />`,
  cross: html`<path d="m3.5 3.5 9 9m0-9-9 9" class="stroke" />`,
  clock: html`<circle cx="8" cy="8" r="6.2" class="stroke" /><path d="M8 4.2V8l2.6 1.8" class="stroke" />`,
  dot: html`<circle cx="8" cy="8" r="3.5" />`,
};

export function icon(name: Sign): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${shapes[name]}</svg>`;
}

/** The same shape inside a chart, around a point. */
export function placed(name: Sign, { x, y, size }: { x: number; y: number; size: number }): Html {
  const scale = size / 16;
  return html`<g class="icon" transform="translate(${x - size / 2} ${y - size / 2}) scale(${scale})">${shapes[name]}</g>`;
}
