// How the price of the underlying went since a view was opened: the mark, and the outcomes at fixed horizons.
import type { Mark, Outcome } from '../../../generated/api.ts';
import { dayOrNone, dayText, notRecorded, percent, words } from '../say.ts';
import type { Sheet } from '../terminal/sheet.ts';

export function mark(found: Mark, sheet: Sheet, indent: number): void {
  const at = (price: Mark['entry']): string =>
    price === null ? notRecorded : `${price.price} on ${dayText(price.session_date)}`;
  const moved = found.status === 'measured' ? percent(found.security_change_percent) : unmeasured(found);
  sheet.facts(
    [
      [
        'Since it opened',
        `${moved}; SPY ${percent(found.benchmark_change_percent)}, excess ${percent(found.excess_change_percent)}`,
      ],
      ['From', `${at(found.entry)}, to ${at(found.latest)}`],
    ],
    indent,
  );
  sheet.say(sheet.ink.paint('dim', 'The move of the underlying price. It is no return of the author.'), indent);
}

function unmeasured({ status, reason }: Pick<Mark, 'status' | 'reason'>): string {
  return reason === null ? status : `${status}, ${words(reason)}`;
}

export function outcomes(found: readonly Outcome[], sheet: Sheet, indent: number): void {
  if (found.length === 0) return;
  sheet.table(
    [
      { title: 'Sessions', align: 'right' },
      { title: 'Until' },
      { title: 'Price', align: 'right' },
      { title: 'SPY', align: 'right' },
      { title: 'Excess', align: 'right' },
    ],
    found.map((one) => {
      const sessions = String(one.horizon_sessions);
      if (one.status !== 'measured')
        return [sessions, one.reason === null ? one.status : words(one.reason), '', '', ''];
      const changes = [one.security_change_percent, one.benchmark_change_percent, one.excess_change_percent];
      return [sessions, dayOrNone(one.exit_session), ...changes.map(percent)];
    }),
    indent,
  );
}
