// Moves of the shown views that a chart marks: those whose entry session lies in its window, the newest twenty, oldest first.
import type { Belief } from './own-beliefs.ts';
import type { Chart } from './own-chart.ts';
import type { Revision } from './own-courses.ts';
import { entersAt, entrySessionIndex } from './own-marks.ts';
import type { Session } from '../raw-files.ts';

const MARKERS_MOST = 20;

export type Marker = { session: string; move: Revision; beliefId: string; personId: string };

function byTime(a: Marker, b: Marker): number {
  if (a.move.at !== b.move.at) return a.move.at < b.move.at ? -1 : 1;
  if (a.beliefId !== b.beliefId) return a.beliefId < b.beliefId ? -1 : 1;
  return a.move.number - b.move.number;
}

export function markersOf(
  views: readonly Belief[],
  { from, to }: Chart,
  sessions: readonly Session[],
): { shown: Marker[]; omitted: number } {
  const inside = views
    .flatMap(({ id, personId, course }) =>
      course.map((move): Marker => {
        const session = sessions[entrySessionIndex(sessions, entersAt(move))]?.date ?? '';
        return { session, move, beliefId: id, personId };
      }),
    )
    .filter(({ session, move }) => move.move !== 'none' && session >= from && session <= to)
    .sort(byTime);
  const shown = inside.slice(-MARKERS_MOST);
  return { shown, omitted: inside.length - shown.length };
}
