// States of a document on a terminal: a sign and a word in the colour of their tone.
import type { DirectionBasis } from '../../../generated/api.ts';
import { type Look, basisWords, heldState } from '../../words/states.ts';
import { words } from '../../words/text.ts';
import { together } from '../say.ts';
import type { Ink } from '../terminal/ink.ts';

/** A state with its sign. `word` replaces the word of its code. */
export function label<State extends string>(
  looks: Readonly<Record<State, Look>>,
  state: State,
  { paint, glyphs }: Ink,
  word = words(state),
): string {
  // A state unknown to this version is printed as the service writes it.
  const [tone, sign] = (looks as Readonly<Partial<Record<string, Look>>>)[state] ?? ['plain', 'open'];
  return paint(tone, together(`${glyphs[sign]} ${word}`));
}

/** A basis unknown to this version is printed as the service writes it. */
export const basisText = (basis: DirectionBasis): string => basisWords[basis] ?? words(basis);

export const heldText = (isHeld: boolean | null): string => words(heldState(isHeld));
