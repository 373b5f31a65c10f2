/** The two marks of a view: price change since it was opened, and since its current direction. */
import type { Mark, Thesis } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { day, notRecorded, percent } from './say.ts';
import { capital, words } from '../../../../client/words/text.ts';

/** One mark in a line. */
export function moved(found: Mark): Html {
  const { entry, latest } = found;
  if (found.status !== 'measured') return html`${notMeasured(found)}${found.ended && ' (the view has ended)'}`;
  const span =
    entry !== null &&
    latest !== null &&
    html` <small class="soft">(${day(entry.session_date)} to ${day(latest.session_date)}${found.ended && ', ended with the view'})</small>`;
  return html`${percent(found.security_change_percent)}; SPY ${percent(found.benchmark_change_percent)}, excess ${percent(found.excess_change_percent)}${span}`;
}

export function notMeasured({ status, reason }: { status: string; reason: string | null }): Html {
  return html`${capital(status)}${reason !== null && html`: ${words(reason)}`}`;
}

type ViewMarks = Pick<Thesis, 'since_inception_mark' | 'since_direction_mark' | 'entry_sessions_differ'>;

/** `whose` names the author, because a page has several. */
export function marks(found: ViewMarks, whose: string): Html {
  const ended = found.since_direction_mark.ended;
  return html`<div class="table" tabindex="0" role="region" aria-label="Price since the view of ${whose}">
      <table class="stacked">
        <caption>The underlying price, rounded</caption>
        <thead>
          <tr><th scope="col">Mark</th><th scope="col">From</th><th scope="col">To</th><th scope="col" class="number">Price</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Excess</th></tr>
        </thead>
        <tbody>${row('Since the view was opened', found.since_inception_mark)} ${row('Since the current direction was given', found.since_direction_mark)}</tbody>
      </table>
    </div>
    ${found.entry_sessions_differ && html`<p class="soft small">The current direction is younger than the view: the two marks start at different sessions.</p>`}
    ${ended && html`<p class="soft small">The view has ended, and the mark since its direction ended with it.</p>`}
    <p class="soft small">The move of the underlying price. It is no return of the author.</p>`;
}

function row(since: string, found: Mark): Html {
  const at = (price: Mark['entry']): Html =>
    price === null ? notRecorded : html`${String(price.price)} on ${day(price.session_date)}`;
  const changes = [
    ['Price', found.security_change_percent],
    ['SPY', found.benchmark_change_percent],
    ['Excess', found.excess_change_percent],
  ] as const;
  return html`<tr>
    <th scope="row">${since}</th>
    <td data-column="From">${at(found.entry)}</td>
    <td data-column="To">${at(found.latest)}${found.ended && html` <small class="soft">(ended)</small>`}</td>
    ${
      found.status === 'measured'
        ? changes.map(([name, value]) => html`<td class="number" data-column="${name}">${percent(value)}</td>`)
        : html`<td colspan="3" data-column="Price">${notMeasured(found)}</td>`
    }
  </tr>`;
}
