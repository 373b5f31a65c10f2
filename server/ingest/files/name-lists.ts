// Bounded lists of names in a sentence.
import { inList } from '../../../client/words/releases.ts';
import type { NameSummary } from '../../store/published/release-effects.ts';

const SAID = 3;

export function names(list: NameSummary<string>, unit: string): string {
  const shown = list.named.slice(0, SAID);
  const more = list.count - shown.length;
  return inList([...shown, ...(more > 0 ? [`${more} more ${unit}`] : [])]);
}
