// The calendar against days and counts taken from the exchange's own published holidays, by hand.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCalendar, publicationDelayMinutes } from './calendar.ts';

const calendar = createCalendar();

function session(date: string) {
  return calendar.sessions[calendar.indexOf(date)];
}

describe('the built-in sessions', () => {
  test('count what the exchange was or will be open, year by year', () => {
    const counts: Record<string, number> = {};
    for (const { date } of calendar.sessions) counts[date.slice(0, 4)] = (counts[date.slice(0, 4)] ?? 0) + 1;
    expect(counts).toEqual({
      2013: 252,
      2014: 252,
      2015: 252,
      2016: 252,
      2017: 251,
      2018: 251,
      2019: 252,
      2020: 253,
      2021: 252,
      2022: 251,
      2023: 250,
      2024: 252,
      2025: 250,
      2026: 251,
      2027: 251,
    });
  });

  test('close on holidays, on their observed days and on days of mourning', () => {
    const closed = [
      '2013-01-01',
      '2013-03-29',
      '2014-04-18',
      '2015-07-03',
      '2016-12-26',
      '2017-01-02',
      '2018-12-05',
      '2019-11-28',
      '2020-07-03',
      '2021-07-05',
      '2021-12-24',
      '2022-06-20',
      '2023-06-19',
      '2024-01-15',
      '2025-01-09',
      '2025-02-17',
      '2026-05-25',
      '2026-07-03',
      '2027-03-26',
      '2027-06-18',
      '2027-12-24',
    ];
    expect(closed.filter((date) => calendar.indexOf(date) !== -1)).toEqual([]);
    expect(closed).toHaveLength(21);
  });

  test('open on the Friday before a Saturday New Year and on Juneteenth before 2022', () => {
    for (const date of ['2021-12-31', '2027-12-31', '2021-06-18', '2013-12-31']) expect(session(date)?.date).toBe(date);
  });

  test('close early on these days and on no others', () => {
    expect(calendar.sessions.filter(({ early }) => early).map(({ date }) => date)).toEqual([
      '2013-07-03',
      '2013-11-29',
      '2013-12-24',
      '2014-07-03',
      '2014-11-28',
      '2014-12-24',
      '2015-11-27',
      '2015-12-24',
      '2016-11-25',
      '2017-07-03',
      '2017-11-24',
      '2018-07-03',
      '2018-11-23',
      '2018-12-24',
      '2019-07-03',
      '2019-11-29',
      '2019-12-24',
      '2020-11-27',
      '2020-12-24',
      '2021-11-26',
      '2022-11-25',
      '2023-07-03',
      '2023-11-24',
      '2024-07-03',
      '2024-11-29',
      '2024-12-24',
      '2025-07-03',
      '2025-11-28',
      '2025-12-24',
      '2026-11-27',
      '2026-12-24',
      '2027-11-26',
    ]);
  });

  test.each([
    ['winter', '2024-03-08', '2024-03-08T21:00:00.000Z'],
    ['the first day of daylight time', '2024-03-11', '2024-03-11T20:00:00.000Z'],
    ['the last day of daylight time', '2024-11-01', '2024-11-01T20:00:00.000Z'],
    ['winter again', '2024-11-04', '2024-11-04T21:00:00.000Z'],
    ['an early close in summer', '2024-07-03', '2024-07-03T17:00:00.000Z'],
    ['an early close in winter', '2024-11-29', '2024-11-29T18:00:00.000Z'],
  ])('close in UTC in %s', (_, date, closeAt) => {
    expect(session(date)).toMatchObject({ closeAt });
  });
});

describe('asking the calendar', () => {
  const friday = calendar.indexOf('2024-01-05');

  test('a close belongs to its own session, the millisecond after it to the next', () => {
    expect(calendar.firstClosingAtOrAfter('2024-01-05T21:00:00.000Z')).toBe(friday);
    expect(calendar.firstClosingAtOrAfter('2024-01-05T21:00:00.001Z')).toBe(friday + 1);
    expect(calendar.sessions[friday + 1]?.date).toBe('2024-01-08');
  });

  test('a session has closed from its close on, and is published an hour later', () => {
    expect(calendar.lastClosedBy('2024-01-05T20:59:59.999Z')).toBe(friday - 1);
    expect(calendar.lastClosedBy('2024-01-05T21:00:00.000Z')).toBe(friday);
    expect(calendar.lastClosedBy('2024-01-05T21:59:59.999Z', publicationDelayMinutes)).toBe(friday - 1);
    expect(calendar.lastClosedBy('2024-01-05T22:00:00.000Z', publicationDelayMinutes)).toBe(friday);
  });

  test('boundaries are an hour after a close, the next one strictly later', () => {
    expect(calendar.boundaryAtOrBefore('2024-01-05T22:00:00.000Z')).toBe('2024-01-05T22:00:00.000Z');
    expect(calendar.boundaryAtOrBefore('2024-01-05T21:59:59.999Z')).toBe('2024-01-04T22:00:00.000Z');
    expect(calendar.nextBoundaryAfter('2024-01-05T22:00:00.000Z')).toBe('2024-01-08T22:00:00.000Z');
    expect(calendar.nextBoundaryAfter('2024-07-03T00:00:00.000Z')).toBe('2024-07-03T18:00:00.000Z');
  });

  test('outside the covered years it answers null, at the ends of time too', () => {
    expect(calendar.firstClosingAtOrAfter('2012-12-31T23:59:59.999Z')).toBeNull();
    expect(calendar.firstClosingAtOrAfter('2027-12-31T21:00:00.001Z')).toBeNull();
    expect(calendar.lastClosedBy('2013-01-02T20:59:59.999Z')).toBeNull();
    expect(calendar.lastClosedBy('9999-12-31T23:59:59.999Z', 60)).toBe(calendar.sessions.length - 1);
    expect(calendar.boundaryAtOrBefore('0001-01-01T00:00:00.000Z')).toBeNull();
    expect(calendar.nextBoundaryAfter('1970-01-01T00:00:00.000Z')).toBe('2013-01-02T22:00:00.000Z');
    expect(calendar.nextBoundaryAfter('2027-12-31T22:00:00.000Z')).toBeNull();
  });

  test('every session lies between the questions about its own close', () => {
    fc.assert(
      fc.property(fc.nat(calendar.sessions.length - 1), (index) => {
        const closeAt = calendar.sessions[index]?.closeAt ?? '';
        expect(calendar.indexOf(calendar.sessions[index]?.date ?? '')).toBe(index);
        expect(calendar.firstClosingAtOrAfter(closeAt)).toBe(index);
        expect(calendar.lastClosedBy(closeAt)).toBe(index);
        const boundary = calendar.boundaryAtOrBefore('2100-01-01T00:00:00.000Z') ?? '';
        expect(calendar.nextBoundaryAfter(boundary)).toBeNull();
      }),
    );
  });
});

describe('the days of the operator', () => {
  const extended = createCalendar([
    { date: '2028-01-03', closeAt: '2028-01-03T21:00:00.000Z', early: false },
    { date: '2024-01-08', closeAt: null, early: false },
    { date: '2024-01-09', closeAt: '2024-01-09T18:00:00.000Z', early: true },
  ]);

  test('add future sessions and extend the covered days', () => {
    expect(extended.sessions.at(-1)?.date).toBe('2028-01-03');
    expect(extended.coveredThrough).toBe('2028-01-03');
    expect(extended.coveredFrom).toBe('2013-01-01');
    expect(calendar.coveredThrough).toBe('2027-12-31');
  });

  test('close a session, or move its close', () => {
    expect(extended.indexOf('2024-01-08')).toBe(-1);
    expect(extended.sessions[extended.indexOf('2024-01-09')]).toEqual({
      date: '2024-01-09',
      closeAt: '2024-01-09T18:00:00.000Z',
      early: true,
    });
    expect(extended.sessions).toHaveLength(calendar.sessions.length);
  });

  test('leave the built-in calendar as it was', () => {
    expect(createCalendar().indexOf('2024-01-08')).toBeGreaterThan(0);
  });
});
