/** Search over tickers and names: a plain form, below which a script suggests companies while a person types. */
import { type Html, html } from '../../shell/html.ts';

export const WANTED_MAX = 64;

export function companySearch(wanted = ''): Html {
  return html`<form class="company-search search" method="get" action="/brief" role="search" aria-label="Companies" data-companies>
    <label for="q">Ticker or name of a company</label>
    <div class="search-row"><input id="q" name="q" type="search" value="${wanted}" maxlength="${WANTED_MAX}" autocomplete="off" autocapitalize="characters" spellcheck="false" /><button>Find</button></div>
  </form>`;
}
