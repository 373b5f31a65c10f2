// Horizon of an author, in the author's own words.
import type { Horizon } from '../../../generated/api.ts';
import { dayText, notRecorded } from '../say.ts';

export function horizonText(horizon: Horizon | null): string {
  if (horizon === null) return notRecorded;
  return horizon.until_on === null ? horizon.text : `${horizon.text} (until ${dayText(horizon.until_on)})`;
}
