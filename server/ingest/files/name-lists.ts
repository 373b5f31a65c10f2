// Bounded lists of names in a sentence.
import type { NameList } from '../../store/published/release-effects.ts';

const SAID = 3;

export const inList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export function names(list: NameList<string>, unit: string): string {
  const shown = list.named.slice(0, SAID);
  const more = list.count - shown.length;
  return inList([...shown, ...(more > 0 ? [`${more} more ${unit}`] : [])]);
}
