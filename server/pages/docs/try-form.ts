/** Form of the console: a company of the preview, a cutoff, a form of answer, and its size. */
import type { ChangeDays } from '../../reads/change-days.ts';
import { type Html, html } from '../shell/html.ts';
import { cutoffOptions } from '../reading/cutoff.ts';
import type { CoverageEntry } from '../reading/front/picker.ts';

export type Chosen = { ticker: string; asOf: string; detail: string; maxResults: string };

/** Instructive examples outside the list: one with related research only, one without any. */
const outside = [
  ['PELD', 'Peldon Photonics: related research only'],
  ['NOPE', 'nothing: see the refusal'],
] as const;

export function tryForm(chosen: Chosen, covered: readonly CoverageEntry[], changes: ChangeDays): Html {
  const cutoffs = cutoffOptions({ asked: chosen.asOf === '' ? null : chosen.asOf, asOf: chosen.asOf, changes });
  const option = (value: string, words: string, current: string): Html =>
    html`<option value="${value}"${value === current && html` selected`}>${words}</option>`;
  const known =
    covered.some(({ ticker }) => ticker === chosen.ticker) || outside.some(([one]) => one === chosen.ticker);
  return html`<form class="card stack try" action="/docs/try" method="get" novalidate data-console data-cutoff aria-labelledby="question">
<h2 id="question" class="plainly">What to ask</h2>
<div class="field"><label for="ticker">Company</label><select id="ticker" name="ticker">
<optgroup label="Covered by the preview">${covered.map(({ ticker, name }) => option(ticker, name === ticker ? ticker : `${ticker}, ${name}`, chosen.ticker))}</optgroup>
<optgroup label="Not in the coverage list">${outside.map(([ticker, about]) => option(ticker, `${ticker}, ${about}`, chosen.ticker))}${!known && option(chosen.ticker, chosen.ticker, chosen.ticker)}</optgroup>
</select></div>
<div class="field"><label for="as_of">Cutoff</label><select id="as_of" name="as_of">${cutoffs.map(
    ({ value, words, day }) =>
      html`<option value="${value}" data-day="${day}"${value === chosen.asOf && html` selected`}>${words}</option>`,
  )}</select></div>
<div class="row halves">
<div class="field"><label for="detail">Form</label><select id="detail" name="detail">${option('', 'overview', chosen.detail)}${option('full', 'full', chosen.detail)}</select></div>
<div class="field"><label for="max_results">max_results</label><input id="max_results" name="max_results" type="number" inputmode="numeric" min="1" max="20" placeholder="up to 5" value="${chosen.maxResults}"></div>
</div>
<div class="row"><button>Ask</button> <span class="soft">No key. Charge 0.</span></div>
</form>`;
}
