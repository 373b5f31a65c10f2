/** List of live coverage with a search that needs no script; reading the list is free. */
import { type Html, html } from '../shell/html.ts';
import { openLive } from './address.ts';
import { type CoverageEntry, coverageTable } from './picker.ts';
import { counted } from '../../../client/words/text.ts';

const ROWS_MAX = 200;

export function livePicker(covered: readonly CoverageEntry[], asked: string): Html {
  const wanted = asked.trim().slice(0, 64);
  const found = matching(covered, wanted);
  const shown = found.slice(0, ROWS_MAX);
  return html`<h1>Live research</h1>
    <p>The list is free. Opening a brief costs one request, and is told to you before.</p>
    <form class="card stack" method="get" action="/brief" role="search">
      <div class="field"><label for="q">Ticker or name</label><input id="q" name="q" value="${wanted}" maxlength="64" autocomplete="off" spellcheck="false" /></div>
      <p class="row"><button>Search</button> ${wanted !== '' && html`<a href="/brief">All of it</a>`}</p>
    </form>
    ${covered.length === 0 && html`<p class="note">No live research is released yet. <a href="/">The preview</a> shows what it will look like.</p>`}
    ${covered.length > 0 && found.length === 0 && html`<p class="note">Nothing that is covered matches “${wanted}”. Missing coverage is missing: no other company stands in for it.</p>`}
    ${shown.length > 0 && coverageTable(`${counted(found.length, 'company', 'companies')}${found.length > shown.length ? `, of which ${shown.length} are listed` : ''}`, shown, { open: openLive })}`;
}

/** First the exact ticker, then tickers that begin with the text, then names that contain it. */
function matching(covered: readonly CoverageEntry[], wanted: string): readonly CoverageEntry[] {
  if (wanted === '') return covered;
  const folded = wanted.toUpperCase();
  const rank = ({ ticker, name }: CoverageEntry): number => {
    const own = ticker.toUpperCase();
    if (own === folded) return 0;
    if (own.startsWith(folded)) return 1;
    return name.toUpperCase().includes(folded) ? 2 : 3;
  };
  return covered.filter((one) => rank(one) < 3).sort((one, other) => rank(one) - rank(other));
}
