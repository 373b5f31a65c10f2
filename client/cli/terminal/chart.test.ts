// Chart in a terminal: both series in their places, at every width, never beyond the edge.
import { describe, expect, it } from 'vitest';
import type { Chart } from '../../../generated/api.ts';
import { Braille, dotsThrough } from './braille.ts';
import { chartLines } from './chart.ts';
import { asciiSigns, signs } from './glyphs.ts';
import { noPaint } from './paint.ts';
import { columnsOf } from './text-width.ts';

const day = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

function chartOf(security: readonly number[], benchmark: readonly number[], markers: Chart['markers'] = []): Chart {
  return {
    measure: 'normalized_security_and_spy_price_index',
    baseline_value: 100,
    from_session: day(0),
    to_session: day(security.length - 1),
    market_data_through: day(security.length - 1),
    sampled_from_points: security.length,
    series: security.map((value, at) => ({
      session_date: day(at),
      security_index: value,
      benchmark_index: benchmark[at] ?? 100,
      excess_return_percent: value - (benchmark[at] ?? 100),
    })),
    markers,
    omitted_marker_count: 0,
    limitations: [],
  };
}

const inkOf = (width: number, isAscii: boolean) => ({
  width,
  prose: width,
  paint: noPaint,
  glyphs: isAscii ? asciiSigns : signs,
  isAscii,
});
const charted = { ticker: 'NWTB', letterOf: (id: string) => (id === 'bel_1' ? 'A' : id === 'bel_2' ? 'B' : null) };

describe('the chart', () => {
  it('rises from the lower left to the upper right with the security, and stays flat with the benchmark', () => {
    const lines = chartLines(chartOf([100, 110, 120, 130, 140], [100, 100, 100, 100, 100]), charted, inkOf(60, true));
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^140 \| +#+ NWTB 140\.0$/);
    expect(lines[9]).toMatch(/^100 \|#+\.+ SPY 100\.0$/);
    expect(lines.at(-1)).toMatch(/^ +1 Jan 2026 +5 Jan 2026$/);
    const first = lines.slice(0, 10).map((line) => line.indexOf('#'));
    expect(first).toEqual([...first].sort((a, b) => b - a));
  });

  it('fits every width, in braille and in ASCII, with both ends named and apart', () => {
    let seen = 0;
    for (const width of [40, 60, 80, 100, 140]) {
      for (const isAscii of [true, false]) {
        for (const [a, b] of [
          [
            [100, 50],
            [100, 51],
          ],
          [
            [100, 100],
            [100, 100],
          ],
          [
            [100, 900, 3],
            [100, 90, 80],
          ],
          [
            [100, 100.001],
            [100, 100],
          ],
        ] as const) {
          const lines = chartLines(chartOf(a, b), charted, inkOf(width, isAscii));
          seen += 1;
          expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(width);
          expect(lines.filter((line) => line.includes('NWTB '))).toHaveLength(1);
          expect(lines.filter((line) => line.includes('SPY '))).toHaveLength(1);
          if (isAscii) expect(lines.join('')).toMatch(/^[\u0020-\u007e]+$/);
        }
      }
    }
    expect(seen).toBe(40);
  });

  it('puts the letter of a view under the session of its move, and moves that meet below each other', () => {
    const at = (thesis_id: string, session_date: string | null) => ({
      occurred_at: `${session_date}T00:00:00.000Z`,
      session_date,
      kind: 'updated' as const,
      thesis_id,
      person_id: 'p',
      direction: 'bullish' as const,
      label: 'x',
      citation_ids: ['c'],
    });
    const markers = [
      at('bel_1', day(0)),
      at('bel_2', day(0)),
      at('bel_1', day(10)),
      at('bel_3', day(5)),
      at('bel_2', null),
    ];
    const rising = Array.from({ length: 11 }, (_, index) => 100 + index);
    const lines = chartLines(chartOf(rising, rising, markers), charted, inkOf(60, true));
    const left = (lines[0] ?? '').indexOf('|') + 1;
    expect(lines[10]?.indexOf('A')).toBe(left);
    expect(lines[11]?.trim()).toBe('B');
    expect(lines[10]?.trim()).toMatch(/^A +A$/);
  });

  it('is nothing with fewer than two points', () => {
    expect(chartLines(chartOf([100], [100]), charted, inkOf(80, false))).toEqual([]);
  });

  it('draws with dots that touch, and leaves out what lies outside', () => {
    const dots = dotsThrough([
      [0, 0],
      [3, 9],
      [4, 9],
    ]);
    for (const [at, [x, y]] of dots.entries()) {
      const [before] = at === 0 ? [[x, y] as const] : [dots[at - 1] ?? [x, y]];
      expect(Math.max(Math.abs(x - before[0]), Math.abs(y - before[1]))).toBeLessThanOrEqual(1);
    }
    const grid = new Braille(2, 1);
    for (const dot of [
      [0, 0],
      [1, 3],
      [3, 0],
      [9, 9],
      [-1, 0],
    ] as const)
      grid.set(dot);
    expect([grid.at(0, 0), grid.at(1, 0), new Braille(1, 1).at(0, 0)]).toEqual(['⢁', '⠈', '']);
  });
});
