/** Moves of the views on the line, in the shape and colour of their direction, and the names that have room. */
import type { Chart } from '../../../../generated/api.ts';
import { capital } from '../../../../client/words/text.ts';
import { type Html, html } from '../../shell/html.ts';
import { dayText } from '../../shell/times.ts';
import { BOTTOM, type ChartScale, LANE, type Size, TOP, dateOf, heightAt, tenth } from './chart-scale.ts';
import { placed } from './icons.ts';
import { directionIcon } from './labels.ts';

type Marker = Chart['markers'][number];
type Spot = { marker: Marker; session: string; x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

export function moves(
  markers: readonly Marker[],
  nameOf: (beliefId: string) => string,
  scale: ChartScale,
  size: Size,
): Html {
  const spots = spotsOf(markers, scale, size);
  return html`${spots.map((one) => moveAt(one, nameOf(one.marker.thesis_id), size.move))} ${names(spots, nameOf, scale, size)}`;
}

/** A move that would cover another one stands above it. */
function spotsOf(markers: readonly Marker[], scale: ChartScale, size: Size): Spot[] {
  const spots: Spot[] = [];
  const { move } = size;
  for (const marker of markers) {
    const { session_date: session } = marker;
    if (session === null || dateOf(session) < scale.first || dateOf(session) > scale.last) continue;
    const [x, line] = [scale.x(dateOf(session)), heightAt(scale, session)];
    const near = spots.filter((other) => Math.abs(other.x - x) < move);
    const isTaken = (y: number): boolean => near.some((other) => Math.abs(other.y - y) < move);
    const steps = Array.from({ length: markers.length + 1 }, (_, index) => index * (move + 1));
    const free = [...steps.map((step) => line - step), ...steps.map((step) => line + step)].find(
      (y) => y >= TOP - move / 2 && y <= size.height - BOTTOM && !isTaken(y),
    );
    spots.push({ marker, session, x, y: free ?? line });
  }
  return spots;
}

function moveAt({ marker, session, x, y }: Spot, name: string, size: number): Html {
  const { kind, direction } = marker;
  return html`<g class="move ${direction}" data-session="${session}" data-view="${marker.thesis_id}">
    <title>${dayText(session)}: ${name}, ${capital(kind).toLowerCase()}, ${direction}</title>
    ${placed(directionIcon(direction), { x: tenth(x), y: tenth(y), size })}
  </g>`;
}

/** The newest move of each person is named where the name covers no move and no other words, and best no line. */
function names(spots: readonly Spot[], nameOf: (beliefId: string) => string, scale: ChartScale, size: Size): Html[] {
  const named = new Set<string>();
  const boxes: Box[] = spots.map(({ x, y }) => ({
    left: x - size.move / 2,
    right: x + size.move / 2,
    top: y - size.move / 2,
    bottom: y + size.move / 2,
  }));
  boxes.push(endsBox(scale, size));
  const crossings = linesOf(scale);
  const lowest = size.height - BOTTOM - scale.lanes * LANE;
  return spots.toReversed().flatMap((spot) => {
    const name = nameOf(spot.marker.thesis_id);
    if (named.has(name)) return [];
    const width = name.length * size.text * 0.56;
    const places = [-1, 1.9, -2.3, 3.2].map((lines) => ({ x: spot.x, y: spot.y + lines * size.text })).filter(free);
    const place = places.find((at) => !crossings.some((one) => overlap(boxOf(at), one))) ?? places[0];
    if (place === undefined) return [];
    named.add(name);
    boxes.push(boxOf(place));
    return [
      html`<text class="who ${spot.marker.direction}" x="${tenth(place.x)}" y="${tenth(place.y)}" text-anchor="middle">${name}</text>`,
    ];

    function boxOf({ x, y }: { x: number; y: number }): Box {
      return { left: x - width / 2, right: x + width / 2, top: y - size.text, bottom: y + 3 };
    }
    function free(at: { x: number; y: number }): boolean {
      const own = boxOf(at);
      const isInside = own.left > size.left && own.right < size.width - 4 && own.top > 0 && own.bottom < lowest;
      return isInside && !boxes.some((other) => overlap(own, other));
    }
  });
}

/** So many boxes stand for the line between two sessions. */
const STEPS = 5;

/** Room of both lines, in small boxes along them. */
function linesOf({ points, x, y }: ChartScale): Box[] {
  return (['security_index', 'benchmark_index'] as const).flatMap((index) => {
    const spots = points.map((point) => ({ x: x(dateOf(point.session_date)), y: y(point[index]) }));
    return spots.slice(1).flatMap((to, before) => {
      const from = spots[before] ?? to;
      const on = (step: number): { x: number; y: number } => ({
        x: from.x + ((to.x - from.x) * step) / STEPS,
        y: from.y + ((to.y - from.y) * step) / STEPS,
      });
      return Array.from({ length: STEPS }, (_, step) => {
        const [near, far] = [on(step), on(step + 1)];
        return { left: near.x, right: far.x, top: Math.min(near.y, far.y), bottom: Math.max(near.y, far.y) };
      });
    });
  });
}

/** Room of the last values. */
function endsBox({ x, y, last, points }: ChartScale, { text, width }: Size): Box {
  const final = points.at(-1);
  const heights = [final?.security_index ?? 100, final?.benchmark_index ?? 100].map((value) => y(value));
  return {
    left: x(last) - 6,
    right: width,
    top: Math.min(...heights) - text * 1.5,
    bottom: Math.max(...heights) + text * 1.5,
  };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
