// Colours, if wanted; only the sixteen that the terminal's theme defines.
import type { Tone } from '../../words/states.ts';
import type { Environment, Screen } from '../world.ts';

export type Style = 'bold' | 'dim' | 'accent' | 'underline' | Tone;

export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, readonly [on: number, off: number] | null>> = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  accent: [36, 39],
  good: [32, 39],
  warn: [33, 39],
  bad: [31, 39],
  plain: null,
};

export const noPaint: Paint = (_style, text) => text;

export const colourPaint: Paint = (style, text) => {
  const code = codes[style];
  return code === null || text === '' ? text : `\u001b[${code[0]}m${text}\u001b[${code[1]}m`;
};

/** In order of precedence: the option, FORCE_COLOR, NO_COLOR, and the abilities of the terminal. */
export function paintFor(screen: Screen, env: Environment, isRefused: boolean): Paint {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: term } = env;
  if (isRefused) return noPaint;
  if (forced !== undefined && forced !== '') return /^(0|false)$/.test(forced) ? noPaint : colourPaint;
  if (refused !== undefined && refused !== '') return noPaint;
  return screen.isTerminal && term !== 'dumb' ? colourPaint : noPaint;
}
