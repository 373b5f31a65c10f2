// Names at the moves of a chart: off the words of horizons, and off the lines where there is room.
import { expect, it } from 'vitest';
import type { BriefOverview, Chart } from '../../../../generated/api.ts';
import { recordedDocument } from '../../../testing/recordings.ts';
import { drawing } from './chart-drawing.ts';
import { BOTTOM, LANE } from './chart-scale.ts';

const { chart, views } = recordedDocument<BriefOverview & { chart: Chart }>('KLPF-overview');
const slim = { width: 340, height: 290, left: 32, right: 78, text: 12, months: 4, move: 9 };
const horizons = [{ name: 'Orla Venn', from: '2026-03-02', until: '2027-01-15' }];
const nameOf = (id: string): string => views.find(({ belief_id: view }) => view === id)?.person.name ?? id;

it('stand above the words of a horizon, and the last value of a long ticker stays in the drawing', () => {
  const window = { ticker: 'ABCDEFGHIJK', months: null, horizons, nameOf };
  const drawn = drawing(chart, window, slim, 'id').text;
  const heights = [...drawn.matchAll(/class="who \w+" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights.length).toBeGreaterThan(2);
  expect(Math.max(...heights) + 3).toBeLessThan(slim.height - BOTTOM - LANE);
  const [, x, words = ''] = /class="value security" x="([\d.]+)"[^>]*>([^<]+)/.exec(drawn) ?? [];
  expect(words).toBe('ABCDEFGH… ');
  expect(Number(x) + `${words}101.7`.length * slim.text * 0.6).toBeLessThanOrEqual(slim.width);
});

it.each([
  ['a valley', [180, 180, 130, 180, 180], 'below'],
  ['a peak', [130, 130, 180, 130, 130], 'above'],
  ['a falling edge after a plateau', [180, 180, 180, 130, 100], 'above'],
])('of a move in %s leave the line to be seen', (_, indices, side) => {
  const [point, marker] = [chart.series[0], chart.markers[0]];
  if (point === undefined || marker === undefined) throw new Error('the recorded chart has points and moves');
  const days = ['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04', '2026-09-30'];
  const series = indices.map((index, at) => ({
    ...point,
    session_date: days[at] ?? '',
    security_index: index,
    benchmark_index: 220,
  }));
  const markers = [{ ...marker, session_date: '2026-09-03' }];
  const wide = { ...slim, width: 1120, height: 380 };
  const window = { ticker: 'KLPF', months: null, horizons: [], nameOf: () => 'Orla Venn' };
  const drawn = drawing({ series, markers }, window, wide, 'id').text;
  const name = Number(/class="who \w+" x="[\d.]+" y="([\d.]+)"/.exec(drawn)?.[1]);
  const move = Number(/translate\([\d.]+[ ,]([\d.]+)\)/.exec(drawn)?.[1]);
  expect(name > move ? 'below' : 'above').toBe(side);
});
