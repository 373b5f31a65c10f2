/** Front page: the coverage, and the top of a free brief of the fictional preview. */
import type { Request, Response } from 'express';
import type { TickersResponse } from '../../../generated/api.ts';
import { holdsSecret } from '../../contract/validation/secret-text.ts';
import type { ChangeDaysReader, PersonDaysReader } from '../../reads/change-days.ts';
import type { PageContext } from '../shell/context.ts';
import { discoveryLinks } from '../docs/links.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { paceOf } from '../shell/paced.ts';
import { page, sendPage, sendPublicPage } from '../shell/page.ts';
import { redirect, signedIn } from '../shell/signed-in.ts';
import { type OpenBrief, openLive, openPreview } from './address.ts';
import { type SecurityBrief, briefExcerpt } from './brief.ts';
import { type CoverageEntry, tickerLinks } from './picker.ts';
import { counted } from '../../../client/words/text.ts';

export type ReadingContext = PageContext & { changeDays: ChangeDaysReader; personDays: PersonDaysReader };

export function frontPage(context: ReadingContext) {
  // Building a brief is expensive, so the limit for callers without a key applies.
  const pace = paceOf(context);
  return async (request: Request, response: Response): Promise<void> => {
    const asked = readQuery(request);
    const ticker = asked.get('ticker') ?? '';
    // An address is kept in histories and logs: one that holds a secret is not written again.
    if (ticker !== '' && !holdsSecret([...asked].flat().join(' ')))
      return redirect(response, briefAddress(ticker, asked));
    pace(request);
    const covered = await coverageOf(context, 'preview');
    const isLive = (await context.answers.publicCollection()) === 'live';
    const live = isLive ? (await coverageOf(context, 'live')).length : 0;
    // A page with a name on it must not be cached.
    const viewer = request.headers.cookie === undefined ? null : await signedIn(context, request);
    const content = page({
      title: 'Research',
      description: 'Attributed, cited investor-thesis research for listed securities, as it was known at any day.',
      viewer,
      current: 'brief',
      main: html`${intro(live)} ${await previewOf(context, covered, openPreview(isLive))}`,
    });
    const headers = { Vary: 'Accept-Encoding, Cookie', Link: discoveryLinks };
    if (viewer === null) return sendPublicPage(response, content, headers);
    sendPage(response, content, { headers });
  };
}

/** The page of a brief with the other fields of an old address. */
function briefAddress(ticker: string, asked: URLSearchParams): string {
  const rest = new URLSearchParams(asked);
  rest.delete('ticker');
  return rest.size === 0 ? openLive(ticker) : `${openLive(ticker)}?${rest}`;
}

export async function coverageOf(
  context: PageContext,
  collection: 'live' | 'preview',
): Promise<readonly CoverageEntry[]> {
  const { bytes } = await context.answers.tickers(collection);
  return (JSON.parse(bytes.toString()) as TickersResponse).tickers;
}

/** The company with the most records shows the most. */
function mostCovered(covered: readonly CoverageEntry[]): string | null {
  const most = Math.max(...covered.map(({ released_record_count: count }) => count));
  return covered.find(({ released_record_count: count }) => count === most)?.ticker ?? null;
}

function intro(live: number): Html {
  return html`<section class="intro">
    <h1>Who said what about a company, where, and what became of it</h1>
    <p class="lead">
      Every view belongs to a person, every statement leads to its source, and everything can be read as it was known on any day. What is
      not recorded is said to be so.
    </p>
    ${
      live > 0
        ? html`<p><a class="button" href="/brief">Live research: ${counted(live, 'company', 'companies')}</a></p>`
        : html`<p class="soft">No live research is released here yet.</p>`
    }
  </section>`;
}

async function previewOf(
  { answers }: ReadingContext,
  covered: readonly CoverageEntry[],
  open: OpenBrief,
): Promise<Html> {
  const ticker = mostCovered(covered);
  if (ticker === null) return html`<p class="note">No preview research is released.</p>`;
  const { bytes } = await answers.brief('preview', { ticker, detail: 'overview' });
  return html`<section class="preview" aria-labelledby="preview">
    <p class="note warn"><strong id="preview">Fictional preview research.</strong> The people, companies and prices below are made up, to try the service with. It needs no sign-in and costs nothing.</p>
    <nav aria-label="Companies of the preview">${tickerLinks(covered, { open })}</nav>
    ${briefExcerpt(JSON.parse(bytes.toString()) as SecurityBrief)}
    <p><a class="button" href="${open(ticker)}">Read the whole brief, at any cutoff</a></p>
  </section>`;
}
