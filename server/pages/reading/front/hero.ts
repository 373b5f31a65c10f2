/** Top of the front page: the product in one sentence, the search, and the coverage that is free to see. */
import { counted } from '../../../../client/words/text.ts';
import type { PageContext } from '../../shell/context.ts';
import { type Html, type Value, html } from '../../shell/html.ts';
import type { Viewer } from '../../shell/page.ts';
import { openLive } from '../address.ts';
import type { CoverageEntry } from './picker.ts';
import { companySearch } from './company-search.ts';

type Hero = { live: readonly CoverageEntry[]; viewer: Viewer; context: Pick<PageContext, 'signUp' | 'wakeMail'> };

const NEWEST_SHOWN = 5;

export function hero({ live, viewer, context }: Hero): Html {
  return html`<section class="hero" aria-labelledby="product">
    <div>
      <h1 id="product">Who said what about a company, where, and what became of it</h1>
      <p class="lead">Cited views of listed companies, each with its person, its source and its date, as they were known on any day.</p>
    </div>
    <div>${companySearch()}
    ${live.length > 0 ? liveCoverage(live) : html`<p class="soft">No live research is released here yet. The search finds the fictional companies of the preview.</p>`}
    <p class="row">${viewer === null ? ways(context) : html`<a class="button" href="/account">Your keys and usage</a>`} <a class="button quiet" href="/docs/start">Make a first call</a></p>
    </div>
  </section>`;
}

function ways({ signUp, wakeMail }: Hero['context']): Html {
  const isOpen = signUp === 'open' && wakeMail !== null;
  return html`${isOpen && html`<a class="button" href="/sign-up">Make an account</a>`} <a class="button${isOpen && ' quiet'}" href="/sign-in">Sign in</a>`;
}

/** Nothing here is charged: the list and its dates are free. */
function liveCoverage(live: readonly CoverageEntry[]): Value {
  const newest = live
    .toSorted((one, other) => (one.latest_observation_at < other.latest_observation_at ? 1 : -1))
    .slice(0, NEWEST_SHOWN);
  return html`<p class="live-coverage"><a href="/brief">Live research: ${counted(live.length, 'company', 'companies')}</a>, newest observed: ${newest.map(
    ({ ticker }, index) => html`${index > 0 && ', '}<a href="${openLive(ticker)}">${ticker}</a>`,
  )}. The list is free; opening a brief costs one request of your workspace, and the page says so before.</p>`;
}
