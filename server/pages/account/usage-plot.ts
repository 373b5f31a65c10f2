/** Plot of charged requests by day. */
import type { UsageOfDay } from '../../store/ledger/account-views.ts';
import { type Html, html } from '../shell/html.ts';
import { day, dayText } from '../shell/times.ts';
import { whole } from './figures.ts';

type Plot = { today: string; days: readonly UsageOfDay[]; span: number };

const [plot_width, plot_height] = [900, 160];

/**
 * Bars of subscription below prepaid. The words are outside the drawing, so they keep their size on a narrow screen.
 */
export function usagePlot({ today, days, span }: Plot): Html {
  const highest = Math.max(1, ...days.map(({ units }) => units));
  const first = dayBefore(today, span - 1);
  const step = plot_width / span;
  const bars = days.map((of) => {
    const x = daysBetween(first, of.day) * step;
    return html`${bar({ x, from: 0, units: of.subscription, highest, span, kind: 'subscription' })}${bar({
      x,
      from: of.subscription,
      units: of.prepaid,
      highest,
      span,
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

type Bar = { x: number; from: number; units: number; highest: number; span: number; kind: 'subscription' | 'prepaid' };

function bar({ x, from, units, highest, span, kind }: Bar): Html | null {
  if (units === 0) return null;
  const height = (units / highest) * plot_height;
  const y = plot_height - (from / highest) * plot_height - height;
  const width = (plot_width / span) * 0.8;
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
