// The moves of the shown views that a chart marks: those inside its window, the newest twenty, oldest first.
import type { Belief, Move } from './own-beliefs.ts';
import { entrySessionIndex } from './own-marks.ts';
import type { Chart } from './own-marks.ts';
import type { Session } from './raw-files.ts';

const MARKERS_MOST = 20;

export type Marker = { session: string; move: Move };

function byTime({ move: a }: Marker, { move: b }: Marker): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.beliefId < b.beliefId ? -1 : 1;
}

export function markersOf(
  views: readonly Belief[],
  { from, to }: Chart,
  sessions: readonly Session[],
): { shown: Marker[]; omitted: number } {
  const inside = views
    .flatMap(({ moves }) =>
      moves.map((move) => ({ session: sessions[entrySessionIndex(sessions, move.at)]?.date, move })),
    )
    .filter(
      (marker): marker is Marker => marker.session !== undefined && marker.session >= from && marker.session <= to,
    )
    .sort(byTime);
  const shown = inside.slice(-MARKERS_MOST);
  return { shown, omitted: inside.length - shown.length };
}
