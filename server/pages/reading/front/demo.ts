/** Preview brief to play with: its top and its chart, at any cutoff, in the page of the product. */
import type { BriefOverview } from '../../../../generated/api.ts';
import { ProblemError } from '../../../contract/problems.ts';
import { type Html, html } from '../../shell/html.ts';
import { openPreview } from '../address.ts';
import { type SecurityBrief, briefExcerpt } from '../brief.ts';
import { cutoffForm } from '../cutoff.ts';
import { zoomOf } from '../drawing/zoom.ts';
import type { ReadingContext } from '../front.ts';
import type { CoverageEntry } from './picker.ts';
import { questionOf } from '../question.ts';

export type Demo = { status: number; part: Html };

type DemoRequest = { covered: readonly CoverageEntry[]; isLive: boolean; asked: URLSearchParams };

const OTHERS_SHOWN = 4;

/** A refused cutoff gives the newest brief, with the reason above it. */
export async function demoOf(context: ReadingContext, { covered, isLive, asked }: DemoRequest): Promise<Demo> {
  const [first, ...others] = covered.toSorted((one, other) => other.released_record_count - one.released_record_count);
  if (first === undefined) return { status: 200, part: html`<p class="note">No preview research is released.</p>` };
  const open = openPreview(isLive);
  const found = await briefAt(context, first.ticker, asked.get('as_of') ?? '');
  const part = html`<section class="demo" aria-labelledby="demo">
    <p class="eyebrow demo-name"><span id="demo">Fictional preview research.</span> Made-up people, companies and prices; free, and without a sign-in. Move the cutoff.</p>
    ${found.notice !== null && html`<p class="note bad" role="alert">${found.notice}</p>`}
    <div class="demo-box">${await excerptOf(context, found, { asked, open })}</div>
    <p class="soft others">Others of the preview: ${others.slice(0, OTHERS_SHOWN).map(({ ticker, name }, index) => html`${index > 0 && ', '}<a href="${open(ticker)}">${name}</a>`)}</p>
  </section>`;
  return { status: found.status, part };
}

type FoundBrief = { status: number; notice: string | null; brief: SecurityBrief; asOf: string | null };

async function briefAt({ answers }: ReadingContext, ticker: string, cutoff: string): Promise<FoundBrief> {
  const at = async (asOf: string): Promise<Pick<FoundBrief, 'brief' | 'asOf'>> => {
    const question = questionOf(ticker, new URLSearchParams({ as_of: asOf }));
    const { bytes } = await answers.brief('preview', question);
    return { brief: JSON.parse(bytes.toString()) as BriefOverview, asOf: question.as_of ?? null };
  };
  try {
    return { status: 200, notice: null, ...(await at(cutoff)) };
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.entry.status >= 500) throw thrown;
    const { status, title } = thrown.entry;
    return { status, notice: thrown.options.detail ?? title, ...(await at('')) };
  }
}

type ExcerptRequest = { asked: URLSearchParams; open: (ticker: string) => string };

async function excerptOf(
  context: ReadingContext,
  { brief, asOf }: FoundBrief,
  { asked, open }: ExcerptRequest,
): Promise<Html> {
  const { security } = brief;
  // Links keep what the page understands, and nothing else of its address.
  const state = new URLSearchParams(asOf === null ? {} : { as_of: asOf });
  const { months } = zoomOf('/', asked);
  if (months !== null) state.set('months', String(months));
  const whole = open(security.ticker);
  const cutoff = cutoffForm({
    asOf: brief.as_of,
    asked: asOf,
    detail: null,
    changes: await context.changeDays('preview', security.id),
    method: 'get',
    action: '/',
    hidden: months === null ? {} : { months: String(months) },
    price: 'Free: preview research is never charged.',
    button: 'Show',
  });
  return briefExcerpt({
    brief,
    cutoff,
    zoom: zoomOf('/', state),
    whole: state.size === 0 ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${state}`,
  });
}
