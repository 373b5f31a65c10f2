/** Front page: the product in one sentence, a preview brief to play with, ways to ask, and the plans. */
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
import { offerCards } from '../subscribe/offers.ts';
import { referralOf } from '../subscribe/referral.ts';
import { openLive } from './address.ts';
import { briefScripts } from './browser/script.ts';
import { redirectedDay } from './front/day-address.ts';
import { demoOf } from './front/demo.ts';
import { hero } from './front/hero.ts';
import { waysToAsk } from './front/ways-to-ask.ts';
import type { CoverageEntry } from './front/picker.ts';

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
    if (redirectedDay(request, response, asked)) return;
    pace(request);
    const isLive = (await context.answers.publicCollection()) === 'live';
    const covered = await coverageOf(context, 'preview');
    const live = isLive ? await coverageOf(context, 'live') : [];
    const demo = await demoOf(context, { covered, isLive, asked });
    // A page with a name on it must not be cached.
    const viewer = request.headers.cookie === undefined ? null : await signedIn(context, request);
    const content = page({
      title: 'Cited research on listed companies',
      description: 'Attributed, cited investor-thesis research for listed securities, as it was known at any day.',
      card: { baseUrl: context.baseUrl, path: '/' },
      viewer,
      current: 'brief',
      scripts: briefScripts,
      main: html`<div class="front">
        ${hero({ live, viewer, context })} ${demo.part} ${exampleOf(context, isLive ? live : covered)} ${plansOf(context)}
      </div>`,
    });
    const headers = { Vary: 'Accept-Encoding, Cookie', Link: discoveryLinks };
    if (viewer === null && demo.status === 200) return sendPublicPage(response, content, headers);
    sendPage(response, content, { status: demo.status, headers });
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

/** A call about the company with the most records, because it shows the most. */
function exampleOf({ baseUrl }: PageContext, covered: readonly CoverageEntry[]): Html | false {
  const [most] = covered.toSorted((one, other) => other.released_record_count - one.released_record_count);
  return most !== undefined && waysToAsk({ baseUrl, ticker: most.ticker });
}

function plansOf({ payments }: PageContext): Html {
  return html`<section aria-labelledby="plans">
    <h2 id="plans">Plans</h2>
    ${offerCards({ payments, payer: null, referral: referralOf(new URLSearchParams()) })}
    <p><a href="/subscribe">How charging works</a></p>
  </section>`;
}
