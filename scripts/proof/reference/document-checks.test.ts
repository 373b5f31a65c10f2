// Checks of whole answers, each with an answer that passes and one that does not.
import { describe, expect, it } from 'vitest';
import { chartRows } from './document-checks.ts';
import { repeatedSentences } from './sentences.ts';
import { measureOverview, newSizes, sizeLines } from './sizes.ts';

const text = (words: string): { text: string } => ({ text: words });
const note = (words: string): Record<string, unknown> => ({ statement: text(words), provenance: 'service_derived' });

describe('the sentences of an answer', () => {
  const answer = {
    data_status: { limitations: ['One. Two.'], market_freshness: { reason: 'The price is of Monday.' } },
    trade_state: { reasons: [text('WAIT. The price is of Monday.')] },
    chart: { limitations: ['Three.'] },
    warnings: [{ message: 'Four.' }],
    theses: [
      { packet: { changes: [note('Five.')], unknowns: [note('Six.')] } },
      { packet: { unknowns: [note('Six.')] } },
    ],
  };
  it('stand there once; the price in a reason and the unknowns of two theses may repeat', () => {
    expect(repeatedSentences(answer)).toEqual([]);
  });
  it('are found twice across their places, and within the unknowns of one thesis', () => {
    expect(repeatedSentences({ ...answer, warnings: [{ message: 'Seven. Two.' }] })).toEqual(['Two.']);
    expect(repeatedSentences({ ...answer, chart: { limitations: ['The price is of Monday.'] } })).toEqual([
      'The price is of Monday.',
    ]);
    const record = { packet: { unknowns: [note('Six.'), note('Six.')] } };
    expect(repeatedSentences({ data: { belief: record } })).toEqual(['Six.']);
  });
});

describe('the chart of an answer', () => {
  const dates = Array.from({ length: 252 }, (_, i) => String(1000 + i));
  const series = new Map(dates.map((date) => [date, 1]));
  const unequal = (positions: number[]): string[] => {
    const points = positions.map((i) => ({ session_date: dates[i] }));
    const world = { sessions: [], security: series, benchmark: series, cutoff: '' };
    const answer = { status: 200, body: { chart: { series: points } }, next: null };
    return chartRows({ ticker: '', asOf: '' }, 'overview', answer, world)
      .filter(({ equal }) => !equal)
      .map(({ field }) => field);
  };
  const grid = Array.from({ length: 56 }, (_, i) => Math.round((i * 251) / 55));
  it('ends at the last common session and leaves no gap above twice its step', () => {
    expect(unequal(grid)).toEqual([]);
    expect(unequal(grid.slice(0, -1))).toEqual(['overview.chart ends at the last common session']);
    expect(unequal(grid.filter((_, i) => i !== 20 && i !== 21))).toEqual([
      'overview.chart has a gap above twice its step',
    ]);
  });
  it('counts its bytes with sixty points and six markers', () => {
    const sizes = newSizes();
    const chart = (markers: number): unknown => ({
      chart: { series: Array.from({ length: 60 }, () => ({})), markers: Array.from({ length: markers }, () => ({})) },
    });
    for (const markers of [5, 6, 20]) measureOverview(chart(markers), sizes);
    expect(sizes).toMatchObject({ overviews: 3, charts: 2, largestChart: JSON.stringify(object(6)).length });
    expect(sizeLines(sizes)[1]).toContain('2 charts');
  });
  const object = (markers: number): unknown => ({
    series: Array.from({ length: 60 }, () => ({})),
    markers: Array.from({ length: markers }, () => ({})),
  });
});
