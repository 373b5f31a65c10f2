// Brief of a listed security as text: price, trade state, chart, views, related companies, sources.
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { dayText, instantText, percent } from '../say.ts';
import { counted } from '../../words/text.ts';
import { chartLines } from '../terminal/chart.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { activity } from './activity.ts';
import { Cites } from './cites.ts';
import { label } from './looks.ts';
import { prices } from '../../words/states.ts';
import { relatedCompanies } from './related.ts';
import { left, limits, standing } from './standing.ts';
import { tradeState } from './trade-state.ts';
import { letterFor, views } from './views.ts';

export function showSecurityBrief(brief: BriefOverview | BriefFull, sheet: Sheet): void {
  const { paint } = sheet.ink;
  const { security, coverage } = brief;
  const cites = new Cites(brief.citations, sheet.ink);
  sheet.row(paint('bold', security.ticker), paint('bold', security.name), paint('dim', security.id));
  sheet.say(`As of ${instantText(brief.as_of)}`);
  price(brief, sheet);
  sheet.gap();
  const counts = `${counted(coverage.released_record_count, 'released record')}, ${coverage.returned_view_count} shown, ${coverage.omitted_record_count} not shown`;
  standing(brief, sheet, counts);
  const letters = new Map(brief.views.map(({ belief_id: id }, at) => [id, letterFor(at)]));
  tradeState(brief.trade_state, { cites, letters }, sheet);
  activity(brief.activity, { cites, letters }, sheet);
  chart(brief, letters, sheet);
  const theses = brief.view === 'full' ? brief.theses : [];
  views({ shown: brief.views, directions: brief.activity.views, theses, cites }, sheet);
  if (brief.views.length === 0) sheet.say(`No research on ${security.ticker} itself is released at this cutoff.`);
  sheet.gap();
  left(coverage.omitted_record_count, 'released record', sheet);
  if (brief.view === 'full')
    left(brief.omitted_thesis_count, 'case behind a view', sheet, { several: 'cases behind views' });
  relatedCompanies(brief, cites, sheet);
  cites.list(sheet);
}

function price({ market_price: { status, reference } }: BriefOverview | BriefFull, sheet: Sheet): void {
  const { ink } = sheet;
  const state = label(prices, status, ink, `price ${status}`);
  if (reference === null) return sheet.say(`${state}; nothing is put in its place`);
  const close = `adjusted close of ${dayText(reference.session_date)} from ${reference.source}`;
  sheet.row(ink.paint('bold', `${reference.price} ${reference.currency}`), state, close);
}

function chart(
  { chart: found, security }: BriefOverview | BriefFull,
  letters: ReadonlyMap<string, string>,
  sheet: Sheet,
) {
  sheet.heading('Price against the benchmark');
  const [first, last] = [found?.series[0], found?.series.at(-1)];
  if (found == null || first === undefined || last === undefined)
    return sheet.say('There is no chart: fewer than two sessions are priced in both series.');
  const { ticker } = security;
  sheet.say(
    `From ${dayText(first.session_date)} to ${dayText(last.session_date)}, ${ticker} went from 100 to ${last.security_index.toFixed(2)} and SPY (dashed) from 100 to ${last.benchmark_index.toFixed(2)}: ${percent(last.excess_return_percent).replace(' %', '')} index points between them.`,
  );
  sheet.gap();
  sheet.lines(chartLines(found, { ticker, letterOf: (id) => letters.get(id) ?? null }, sheet.ink));
  sheet.gap();
  if (found.markers.length > 0)
    sheet.say(sheet.ink.paint('dim', 'Letters: moves of the views below, at their sessions.'));
  left(found.omitted_marker_count, 'move', sheet);
  limits(found.limitations, sheet);
}
