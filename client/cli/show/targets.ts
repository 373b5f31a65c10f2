// Targets of an author with their distance from the price: not expected returns, and no proof of the thesis.
import type { PriceOpportunity, TargetDistance } from '../../../generated/api.ts';
import { dayText, notRecorded, percent, said } from '../say.ts';
import { words } from '../../words/text.ts';
import type { Sheet } from '../terminal/sheet.ts';
import type { Cites } from './cites.ts';
import { horizonText } from './horizon.ts';

const INDENT = 2;

export function targets(found: PriceOpportunity | null, cites: Cites, sheet: Sheet): void {
  if (found === null) return sheet.facts([['Targets', 'none are compared: the thesis is not active']], INDENT);
  if (found.targets.length === 0) return sheet.facts([['Targets', 'no explicit target is recorded']], INDENT);
  const caution = 'The distance to a target is not an expected return, and does not prove that the thesis still holds.';
  sheet.say(sheet.ink.paint('bold', 'Targets'), INDENT);
  sheet.say(sheet.ink.paint('dim', caution), INDENT);
  for (const one of found.targets) {
    sheet.item(`${rangeOf(one)}, stated ${dayText(one.stated_on)}${cites.to(one.citation_id)}`, { indent: INDENT });
    sheet.facts(
      [
        ['Distance', distanceOf(one)],
        ['Horizon', horizonText(one.horizon)],
        ['Price then', one.price_when_stated === null ? notRecorded : `${one.price_when_stated} ${one.currency}`],
        ['Conditions', one.conditions.length === 0 ? notRecorded : one.conditions.map(said)],
      ],
      INDENT + 2,
    );
  }
}

function distanceOf(one: TargetDistance): string {
  if (one.reason !== null) return `${words(one.proximity)}: ${words(one.reason)}`;
  const { remaining_change_to_low_percent: low, remaining_change_to_high_percent: high } = one;
  if (low === high) return `${words(one.proximity)}: ${percent(low)}`;
  const ends = `${percent(low)} to the low end, ${percent(high)} to the high end`;
  return `${words(one.proximity)}: ${ends}`;
}

/** If one end is not stated, only the other is printed. */
function rangeOf({ low, high, currency }: TargetDistance): string {
  if (low === null || high === null) return `${low ?? high ?? notRecorded} ${currency}`;
  return low === high ? `${low} ${currency}` : `${low} to ${high} ${currency}`;
}
