// Ink of a text: its width, colours and signs.
import type { Environment, Screen } from '../world.ts';
import { type Glyphs, asciiSigns, signs } from './glyphs.ts';
import { type Paint, paintFor } from './paint.ts';

export interface Ink {
  /** Width in columns of tables and charts. */
  readonly width: number;
  /** Width in columns of prose: longer lines are hard to read. */
  readonly prose: number;
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  readonly isAscii: boolean;
}

const USUAL_COLUMNS = 80;
const COLUMNS_MIN = 40;
const COLUMNS_MAX = 140;
const PROSE_MAX = 100;

export type InkOptions = { readonly noColour: boolean; readonly ascii: boolean };

export function inkFor(screen: Screen, env: Environment, { noColour, ascii }: InkOptions): Ink {
  const asked = /^\d{1,5}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : 0;
  const columns = asked > 0 ? asked : (screen.columns ?? 0) > 0 ? (screen.columns ?? 0) : USUAL_COLUMNS;
  const width = Math.min(Math.max(columns, COLUMNS_MIN), COLUMNS_MAX);
  const isAscii = ascii || env.TERM === 'dumb';
  return {
    width,
    prose: Math.min(width, PROSE_MAX),
    paint: paintFor(screen, env, noColour),
    glyphs: isAscii ? asciiSigns : signs,
    isAscii,
  };
}

/** Joins short parts in a row with a separator; skips empty ones. */
export function joined({ paint, glyphs }: Ink, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(` ${paint('dim', glyphs.middle)} `);
}
