// Price of the underlying since a view was opened, and since its current direction was given.
import type { Mark } from '../../../generated/api.ts';
import { dayText, notRecorded, percent } from '../say.ts';
import { words } from '../../words/text.ts';
import type { Fact, Sheet } from '../terminal/sheet.ts';

export interface ViewMarks {
  /** Null if the security has no price. */
  readonly since_inception_mark: Mark | null;
  readonly since_direction_mark: Mark | null;
  readonly entry_sessions_differ: boolean;
}

/** One mark in a line. */
export function moved(found: Mark): string {
  const { entry, latest } = found;
  if (found.status !== 'measured') return `${unmeasured(found)}${found.ended ? ' (the view has ended)' : ''}`;
  const changes = `${percent(found.security_change_percent)}; SPY ${percent(found.benchmark_change_percent)}, excess ${percent(found.excess_change_percent)}`;
  if (entry === null || latest === null) return changes;
  const end = found.ended ? ', ended with the view' : '';
  return `${changes} (${dayText(entry.session_date)} to ${dayText(latest.session_date)}${end})`;
}

export function unmeasured({ status, reason }: { readonly status: string; readonly reason: string | null }): string {
  return reason === null ? status : `${status}, ${words(reason)}`;
}

export function marks(found: ViewMarks, sheet: Sheet, indent: number): void {
  const { since_inception_mark: opened, since_direction_mark: turned } = found;
  if (opened === null && turned === null) return;
  sheet.facts([...markFacts('Since it opened', opened), ...markFacts('Since its direction', turned)], indent);
  const say = (sentence: string): void => sheet.say(sheet.ink.paint('dim', sentence), indent);
  if (found.entry_sessions_differ)
    say('The current direction is younger than the view: the two marks start at different sessions.');
  if (turned?.ended === true) say('The view has ended, and the mark since its direction ended with it.');
  say('The move of the underlying price. It is not a return of the author.');
}

function markFacts(name: string, found: Mark | null): Fact[] {
  if (found === null) return [];
  const at = (price: Mark['entry']): string =>
    price === null ? notRecorded : `${price.price} on ${dayText(price.session_date)}`;
  const change =
    found.status === 'measured'
      ? `${percent(found.security_change_percent)}; SPY ${percent(found.benchmark_change_percent)}, excess ${percent(found.excess_change_percent)}`
      : unmeasured(found);
  return [[name, [change, `from ${at(found.entry)}, to ${at(found.latest)}${found.ended ? ' (ended)' : ''}`]]];
}
