/** Targets on the split-adjusted price that they compare with, apart from the chart of adjusted prices. */
import { scaleLinear } from 'd3-scale';
import type { Thesis, View } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import type { Cites } from '../citations.ts';
import { tenth } from './chart-scale.ts';
import { day, percent, price, priceText } from './say.ts';

type Target = NonNullable<Thesis['price_opportunity']>['targets'][number];
type TargetRow = { name: string; id: string; target: Target; now: number; low: number; high: number };

const sizes = { wide: { width: 1120, left: 210, text: 14 }, slim: { width: 340, left: 14, text: 12 } } as const;
const ROW = 34;

/** Nothing if no target is compared with a price; the targets of each view are listed in its case. */
export function comparedTargets(theses: readonly Thesis[], views: readonly View[], cites: Cites): Html {
  const found = theses.flatMap((thesis) => comparedOf(thesis, views));
  const [first] = found;
  if (first === undefined) return html``;
  const { now, target } = first;
  return html`<section class="chart-part targets" aria-labelledby="targets">
    <h2 id="targets">Targets of the authors</h2>
    <p class="soft small">Against ${price(now, target.currency)}, the close of ${target.current_session !== null && day(target.current_session)} adjusted for splits but not for dividends. A distance is no expected return, and does not prove that a thesis still holds.</p>
    <figure class="chart-box">
      ${Object.entries(sizes).map(([name, size]) => html`<div class="${name === 'wide' ? 'wide middle' : name}">${strip(found, size)}</div>`)}
    </figure>
    <ul class="bare">${found.map(({ name, id, target: one }) => html`<li><a href="#${id}">${name}</a>: ${rangeOf(one)}, ${percent(one.remaining_change_to_low_percent)}${one.low !== one.high && html` to ${percent(one.remaining_change_to_high_percent)}`}${one.horizon !== null && `, ${one.horizon.text}`}${cites.to(one.citation_id)}</li>`)}</ul>
  </section>`;
}

function comparedOf(thesis: Thesis, views: readonly View[]): TargetRow[] {
  const name = views.find(({ belief_id: id }) => id === thesis.belief_id)?.person.name;
  return (thesis.price_opportunity?.targets ?? []).flatMap((target) => {
    const { current_price: now, remaining_change_to_low_percent: low, remaining_change_to_high_percent: high } = target;
    if (name === undefined || now === null || low === null || high === null) return [];
    // The distances compare on the basis of the current price, after splits.
    return [{ name, id: thesis.belief_id, target, now, low: now * (1 + low / 100), high: now * (1 + high / 100) }];
  });
}

function rangeOf({ low, high, currency }: Target): string {
  const ends = [...new Set([low, high].filter((end) => end !== null))];
  return `${ends.map(priceText).join(' to ')} ${currency}`;
}

function strip(
  found: readonly TargetRow[],
  { width, left, text }: { width: number; left: number; text: number },
): Html {
  const values = found.flatMap(({ now, low, high }) => [now, low, high]);
  const isSlim = left < 100;
  const row = isSlim ? ROW + 14 : ROW;
  const bottom = 30 + found.length * row;
  const x = scaleLinear([Math.min(...values), Math.max(...values)], [left + 12, width - 24]).nice(4);
  const now = tenth(x(found[0]?.now ?? 0));
  const name = x.tickFormat(isSlim ? 3 : 6);
  return html`<svg class="chart" viewBox="0 0 ${width} ${bottom + 26}" role="img" aria-labelledby="targets" font-size="${text}">
    ${x.ticks(isSlim ? 3 : 6).map((tick) => html`<line class="grid" x1="${tenth(x(tick))}" x2="${tenth(x(tick))}" y1="24" y2="${bottom}" /><text x="${tenth(x(tick))}" y="${bottom + 18}" text-anchor="middle">${name(tick)}</text>`)}
    <line class="now" x1="${now}" x2="${now}" y1="20" y2="${bottom}" /><text class="value security" x="${now}" y="14" text-anchor="middle">${priceText(found[0]?.now ?? 0)}</text>
    ${found.map((one, index) => {
      const y = 30 + index * row + (isSlim ? 28 : row / 2);
      const [low, high] = [tenth(x(one.low)), tenth(x(one.high))];
      return html`<text class="who" x="${isSlim ? left : left - 8}" y="${isSlim ? y - 14 : y + 5}" ${!isSlim && html`text-anchor="end"`}>${one.name}</text>
      <line class="grid" x1="${left}" x2="${width - 12}" y1="${y}" y2="${y}" /><line class="target" x1="${low}" x2="${high}" y1="${y}" y2="${y}" /><circle class="target" cx="${low}" cy="${y}" r="5" /><circle class="target" cx="${high}" cy="${y}" r="5" />`;
    })}
  </svg>`;
}
