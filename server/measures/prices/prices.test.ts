// The known part of a series at a cutoff, on a table of six rows.
import { expect, test } from 'vitest';
import { indexAtOrAfter, latestPoint, noPrices, pointAt, type PricePoint, usable } from './prices.ts';
import { random } from '../../testing/random.ts';
import { createCalendar } from '../calendar.ts';
import { builtIn, point, pricedAt } from '../testing/series.ts';

const late: PricePoint = { ...point('2024-01-04', 103), observedAt: '2024-01-09T12:00:00.000Z' };
const rows = [
  point('2012-06-01', 90), // before the calendar
  point('2024-01-02', 100),
  point('2024-01-03', 101),
  late,
  point('2024-01-06', 999), // a Saturday
  point('2024-01-08', 104),
];

test.each([
  ['before the first close', '2024-01-02T20:59:59.999Z', []],
  ['at the first close', '2024-01-02T21:00:00.000Z', ['2024-01-02']],
  ['after the row on a Saturday', '2024-01-08T21:00:00.000Z', ['2024-01-02', '2024-01-03', '2024-01-08']],
  [
    'when the late row was observed',
    '2024-01-09T12:00:00.000Z',
    ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-08'],
  ],
])('only sessions closed and observed by the cutoff are usable: %s', (_, asOf, dates) => {
  expect(usable(rows, builtIn, asOf).map(({ sessionDate }) => sessionDate)).toEqual(dates);
});

test('what is usable follows the definition, in any order of observation and with any calendar', () => {
  const next = random(11);
  const days = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10));
  const closed = createCalendar([{ date: '2024-01-10', closeAt: null, early: false }]);
  let kept = 0;
  for (let round = 0; round < 40; round += 1) {
    const series = days.flatMap((day): PricePoint[] => {
      if (next() < 0.3) return [];
      const isLate = round % 2 === 1 && next() < 0.2;
      return [isLate ? { ...point(day, 100), observedAt: '2024-02-20T12:00:00.000Z' } : point(day, 100)];
    });
    for (const calendar of [builtIn, closed, builtIn]) {
      const asOf = new Date(Date.UTC(2024, 0, 1, Math.floor(next() * 1_600))).toISOString();
      const closes = new Map(calendar.sessions.map(({ date, closeAt }) => [date, closeAt]));
      const known = ({ sessionDate, observedAt }: PricePoint): boolean =>
        (closes.get(sessionDate) ?? '9') <= asOf && observedAt <= asOf;
      expect(usable(series, calendar, asOf)).toEqual(series.filter(known));
      kept += usable(series, calendar, asOf).length;
    }
  }
  expect(kept).toBeGreaterThan(1_000);
});

test('a price observed before its session closed waits for the close', () => {
  const early = { ...point('2024-01-02', 100), observedAt: '2024-01-01T00:00:00.000Z' };
  expect(usable([early], builtIn, '2024-01-02T20:00:00.000Z')).toHaveLength(0);
});

test('a price is found on its own session and never carried to another', () => {
  const series = pricedAt([
    ['2024-01-02', 100],
    ['2024-01-04', 102],
  ]);
  expect(pointAt(series, '2024-01-04')?.adjusted).toBe(102);
  expect(pointAt(series, '2024-01-03')).toBeNull();
  expect(pointAt(series, '2024-01-05')).toBeNull();
  expect(indexAtOrAfter(series, '2024-01-03')).toBe(1);
  expect(indexAtOrAfter(series, '2024-01-05')).toBe(2);
  expect(latestPoint(series)?.sessionDate).toBe('2024-01-04');
  expect(latestPoint(noPrices)).toBeNull();
});
