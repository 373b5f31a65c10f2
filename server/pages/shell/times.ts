/** Format of days and instants on pages: in UTC, with the exact instant in the markup. */
import { type Html, html } from './html.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-09-10`, or an instant of that day, as `10 Sep 2026`. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** To the minute: `10 Sep 2026, 20:37 UTC`. */
export function instantText(instant: string): string {
  return `${dayText(instant)}, ${instant.slice(11, 16)} UTC`;
}

export function day(date: string): Html {
  return html`<time datetime="${date}">${dayText(date)}</time>`;
}

export function time(instant: string): Html {
  return html`<time datetime="${instant}">${instantText(instant)}</time>`;
}
