// Outcomes of a view at fixed horizons, grouped by span of one direction, oldest span first.
import type { Outcome, Thesis } from '../../../generated/api.ts';
import { dayOrNone, instantText, percent } from '../say.ts';
import { counted } from '../../words/text.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { heldText, label } from './looks.ts';
import { directions } from '../../words/states.ts';
import { unmeasured } from './marks.ts';

type MeasuredThesis = Pick<Thesis, 'outcomes' | 'omitted_span_count'>;

export function outcomes(
  { outcomes: found, omitted_span_count: omitted }: MeasuredThesis,
  sheet: Sheet,
  indent: number,
) {
  if (omitted > 0) {
    const sentence = `${counted(omitted, 'older span')} of one direction ${omitted === 1 ? 'is' : 'are'} not shown here.`;
    sheet.say(sheet.ink.paint('dim', sentence), indent);
  }
  const starts = new Set(found.map(({ span_started_at: start }) => start));
  for (const start of starts)
    span(
      found.filter((one) => one.span_started_at === start),
      sheet,
      indent,
    );
}

function span(found: readonly Outcome[], sheet: Sheet, indent: number): void {
  const [first] = found;
  if (first === undefined) return;
  const start = `Span from ${instantText(first.span_started_at)}`;
  // All four outcomes then share this reason, and the direction at the entry session belongs to a later span.
  if (first.reason === 'ended_before_entry')
    return sheet.say(`${start}: ended before its entry session, so nothing is measured.`, indent);
  sheet.say(`${start}: ${label(directions, first.direction, sheet.ink)} at its entry session`, indent);
  sheet.table(
    [
      { title: 'Sessions', align: 'right' },
      { title: 'Until' },
      { title: 'Price', align: 'right' },
      { title: 'SPY', align: 'right' },
      { title: 'Excess', align: 'right' },
      { title: 'Direction' },
    ],
    found.map((one) => {
      const held = heldText(one.direction_held);
      const sessions = String(one.horizon_sessions);
      if (one.status !== 'measured') return [sessions, unmeasured(one), '', '', '', held];
      const changes = [one.security_change_percent, one.benchmark_change_percent, one.excess_change_percent];
      return [sessions, dayOrNone(one.exit_session), ...changes.map(percent), held];
    }),
    indent,
  );
}
