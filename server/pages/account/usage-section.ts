/** #usage: charged requests by day, as a plot and as its table. */
import type { UsageOfDay } from '../../store/ledger/account-views.ts';
import { type Html, html } from '../shell/html.ts';
import { day, dayText } from '../shell/times.ts';
import { requests, table, whole } from './figures.ts';

export type UsagePart = { today: string; days: readonly UsageOfDay[] };

export const days_shown = 90;

export function usageSection({ today, days }: UsagePart): Html {
  const total = days.reduce((sum, { units }) => sum + units, 0);
  return html`<section class="card" aria-labelledby="usage">
    <h2 id="usage">Usage by day</h2>
    ${
      days.length === 0
        ? html`<p>Nothing was answered in the last ${days_shown} days.</p>`
        : html`<p>${requests(total)} charged in the last ${days_shown} days. Days are UTC days.</p>
          ${plot({ today, days })} ${figuresTable(days)}`
    }
  </section>`;
}

const [plot_width, plot_height] = [900, 160];

/**
 * Bars of subscription below prepaid. The words are outside the drawing, so they keep their size on a narrow screen.
 */
function plot({ today, days }: UsagePart): Html {
  const highest = Math.max(1, ...days.map(({ units }) => units));
  const first = dayBefore(today, days_shown - 1);
  const step = plot_width / days_shown;
  const bars = days.map((of) => {
    const x = daysBetween(first, of.day) * step;
    return html`${bar({ x, from: 0, units: of.subscription, highest, kind: 'subscription' })}${bar({
      x,
      from: of.subscription,
      units: of.prepaid,
      highest,
      kind: 'prepaid',
    })}`;
  });
  return html`<figure class="usage">
    <p class="usage-top">
      <span>most in a day: ${whole(Math.max(...days.map(({ units }) => units)))}</span>
      <span class="usage-key subscription">subscription</span> <span class="usage-key prepaid">prepaid</span>
    </p>
    <svg viewBox="0 0 ${plot_width} ${plot_height}" preserveAspectRatio="none" role="img" aria-labelledby="usage-title">
      <title id="usage-title">Charged requests on each day from ${dayText(first)} to ${dayText(today)}</title>
      ${bars}
      <line class="axis" x1="0" y1="${plot_height}" x2="${plot_width}" y2="${plot_height}" />
    </svg>
    <p class="usage-days"><span>${day(first)}</span><span>${day(today)}</span></p>
  </figure>`;
}

type Bar = { x: number; from: number; units: number; highest: number; kind: 'subscription' | 'prepaid' };

function bar({ x, from, units, highest, kind }: Bar): Html | null {
  if (units === 0) return null;
  const height = (units / highest) * plot_height;
  const y = plot_height - (from / highest) * plot_height - height;
  const width = (plot_width / days_shown) * 0.8;
  return html`<rect class="${kind}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" />`;
}

const round = (value: number): string => value.toFixed(2);

const DAY_MS = 86_400_000;

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(first: string, date: string): number {
  return Math.round((Date.parse(date) - Date.parse(first)) / DAY_MS);
}

function figuresTable(days: readonly UsageOfDay[]): Html {
  return html`<details>
    <summary>The figures as a table</summary>
    ${table(
      'Usage by day',
      html`<table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" class="number">Charged</th>
            <th scope="col" class="number">of the subscription</th>
            <th scope="col" class="number">prepaid</th>
            <th scope="col" class="number">Answered, with preview</th>
          </tr>
        </thead>
        <tbody>
          ${days.toReversed().map(
            (of) =>
              html`<tr>
                <th scope="row">${day(of.day)}</th>
                ${[of.units, of.subscription, of.prepaid, of.answered].map((n) => html`<td class="number">${whole(n)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </details>`;
}
