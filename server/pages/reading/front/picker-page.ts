/** List of the coverage with a search that needs no script; reading the list is free. */
import { foldTicker } from '../../../terms/ticker.ts';
import { type Html, html } from '../../shell/html.ts';
import type { OpenBrief } from '../address.ts';
import { WANTED_MAX, companySearch } from './company-search.ts';
import { type CoverageEntry, coverageTable } from './picker.ts';
import { counted } from '../../../../client/words/text.ts';

const ROWS_MAX = 200;

export type Picker = { covered: readonly CoverageEntry[]; wanted: string; mode: 'live' | 'preview'; open: OpenBrief };

/** The searched text, as long as the field of the search. */
export const wantedIn = (asked: URLSearchParams): string => (asked.get('q') ?? '').trim().slice(0, WANTED_MAX);

/** The company that is searched for: by its whole ticker, or as the only one that matches; null for any other text. */
export function named(covered: readonly CoverageEntry[], wanted: string): CoverageEntry | null {
  if (wanted === '') return null;
  const [first, ...others] = matching(covered, wanted);
  const only = others.length === 0 ? first : undefined;
  return covered.find(({ ticker }) => foldTicker(ticker) === foldTicker(wanted)) ?? only ?? null;
}

export function picker({ covered, wanted, mode, open }: Picker): Html {
  const found = matching(covered, wanted);
  const shown = found.slice(0, ROWS_MAX);
  const isLive = mode === 'live';
  return html`<h1>${isLive ? 'Live research' : 'Fictional preview research'}</h1>
    <p>${isLive ? 'The list is free. Opening a brief costs one request, and the page says so before.' : 'The people and companies are made up. The list and every brief in it are free.'}</p>
    ${companySearch(wanted)}
    ${wanted !== '' && html`<p><a href="/brief">All that is covered</a></p>`}
    ${covered.length === 0 && html`<p class="note">No research is released here yet.</p>`}
    ${covered.length > 0 && found.length === 0 && html`<p class="note">Nothing that is covered matches “${wanted}”. Missing coverage is missing: no other company stands in for it.</p>`}
    ${shown.length > 0 && coverageTable(`${counted(found.length, 'company', 'companies')}${found.length > shown.length ? `, of which ${shown.length} are listed` : ''}`, shown, { open })}`;
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
