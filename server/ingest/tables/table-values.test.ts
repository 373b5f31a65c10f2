import { describe, expect, it } from 'vitest';
import { dateOfText, splitDate, timeOfText } from './date-text.ts';
import { personOf } from './people.ts';
import { derivedRecordId } from './record-ids.ts';
import { dateOfSerial, timeOfSerial } from './serial-dates.ts';
import { amountOf, decimalMarkOf } from './table-numbers.ts';
import { instantsOf, isTimeZone } from './time-zones.ts';

describe('a day that a spreadsheet counts', () => {
  it.each([
    [1, false, '1900-01-01', null],
    [59, false, '1900-02-28', null],
    [61, false, '1900-03-01', null],
    [46083, false, '2026-03-02', null],
    [46083.6875, false, '2026-03-02', '16:30:00.000'],
    [46083.680555555555, false, '2026-03-02', '16:20:00.000'],
    [46083.99999999999, false, '2026-03-03', null],
    [0, true, '1904-01-01', null],
    [44621, true, '2026-03-02', null],
    [44621.5, true, '2026-03-02', '12:00:00.000'],
  ])('%d (from 1904: %s) is %s, %s', (serial, is1904, date, time) => {
    expect(dateOfSerial(serial, is1904)).toEqual({ date, time });
  });

  it.each([0, 60, -3, Number.NaN, 3_000_000])('%d is none in the calendar of 1900', (serial) => {
    expect(dateOfSerial(serial, false)).toBeNull();
  });

  it('has a time of its own as its fraction', () => {
    expect([0, 0.6875, 1, -0.5].map(timeOfSerial)).toEqual(['00:00:00.000', '16:30:00.000', null, null]);
  });
});

describe('a date in words', () => {
  it.each([
    ['2026-09-10', '2026-09-10'],
    ['2026/9/1', '2026-09-01'],
    ['20260910', '2026-09-10'],
    ['10 September 2026', '2026-09-10'],
    ['10-Sep-2026', '2026-09-10'],
    ['Thu, Sept 10, 2026', '2026-09-10'],
    ['September 10th, 2026', '2026-09-10'],
    ['04/04/2026', '2026-04-04'],
  ])('%s is %s whatever the order', (text, date) => {
    expect([dateOfText(text, null), dateOfText(text, 'day-first'), dateOfText(text, 'month-first')]).toEqual([
      date,
      date,
      date,
    ]);
  });

  it('has the stated order of day and month', () => {
    expect([dateOfText('03.04.2026', 'day-first'), dateOfText('3/4/2026', 'month-first')]).toEqual([
      '2026-04-03',
      '2026-03-04',
    ]);
  });

  it.each(['03/04/2026', '31/04/2026x', '03/04/26', '46083', 'yesterday', '2026-02-30', '10 Sprout 2026', ''])(
    '%s is refused',
    (text) => {
      expect(dateOfText(text, null)).toHaveProperty('what');
    },
  );

  it.each([
    ['2026-09-10T20:30:00Z', '2026-09-10', '20:30:00.000', 'Z'],
    ['2026-09-10 20:30+01:00', '2026-09-10', '20:30:00.000', '+01:00'],
    ['9/10/2026, 4:05 PM', '9/10/2026', '16:05:00.000', null],
    ['9/10/2026 12:05 a.m.', '9/10/2026', '00:05:00.000', null],
    ['10 Sep 2026 16:30:15.25 UTC', '10 Sep 2026', '16:30:15.250', 'Z'],
  ])('%s has a time', (text, date, time, offset) => {
    const split = splitDate(text);
    expect([split.date, timeOfText(split.time)]).toEqual([date, { time, offset }]);
  });

  it.each(['25:00', '13:00 PM', '16:30 EST', '16:61', '16:30 +1'])('%s is no time', (text) => {
    expect(timeOfText(text)).toHaveProperty('what');
  });
});

describe('a time of a zone', () => {
  it.each([
    ['2026-03-02', '16:30:00.000', 'America/New_York', ['2026-03-02T21:30:00.000Z']],
    ['2026-07-02', '16:30:00.000', 'America/New_York', ['2026-07-02T20:30:00.000Z']],
    ['2026-03-08', '02:30:00.000', 'America/New_York', []],
    ['2026-11-01', '01:30:00.000', 'America/New_York', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
    ['2026-03-02', '05:45:00.000', 'Asia/Kathmandu', ['2026-03-02T00:00:00.000Z']],
    ['2026-03-02', '05:45:00.000', 'UTC', ['2026-03-02T05:45:00.000Z']],
  ])('%s %s in %s is %j', (date, time, zone, instants) => {
    expect(instantsOf({ date, time }, zone)).toEqual(instants);
  });

  it('needs a zone of one meaning', () => {
    const names = ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'EST', 'Mars/Olympus', '+01:00', ''];
    expect(names.map(isTimeZone)).toEqual([true, true, true, false, false, false, false]);
  });
});

describe('a price', () => {
  const text = (value: string) => ({ kind: 'text' as const, text: value });

  it.each([
    ['120', null, '120', '120', null],
    ['120.50', null, '120.50', '120.50', null],
    ['12,5', null, '12.5', '12.5', null],
    ['1,234.50', null, '1234.50', '1234.50', null],
    ['1.234,50', null, '1234.50', '1234.50', null],
    ['1,234', 'point', '1234', '1234', null],
    ['1,234', 'comma', '1.234', '1.234', null],
    ['1 234,50', 'comma', '1234.50', '1234.50', null],
    ["1'234.50", 'point', '1234.50', '1234.50', null],
    ['110-120', null, '110', '120', null],
    ['$110 – $120', null, '110', '120', null],
    ['€95', null, '95', '95', 'EUR'],
    ['120 USD', null, '120', '120', 'USD'],
    ['US$ 1,200.00', null, '1200.00', '1200.00', 'USD'],
  ] as const)('%s with a decimal %s is %s to %s %s', (value, mark, ...amount) => {
    const [low, high, currency] = amount;
    expect(amountOf(text(value), mark)).toMatchObject({ low, high, currency });
  });

  it.each(['1,234', '1.234', '12,34,56', 'about 120', '0', '-5', '1,2.3,4', '#REF!', `${'1'.repeat(80)}`])(
    '%s is refused without a mark',
    (value) => {
      expect(amountOf(text(value), null)).toHaveProperty('what');
    },
  );

  it('has the mark that one of its column shows, and none where two of them disagree', () => {
    const marks = [
      ['1,234', '12.5'],
      ['1.234', '1.234,5'],
      ['1,234', '5.678'],
      ['1,5', '2.5'],
    ];
    expect(marks.map((values) => decimalMarkOf(values.map(text), undefined))).toEqual(['point', 'comma', null, null]);
  });
});

describe('an id from content', () => {
  const cells = { id: '', name: '', handle: '', firm: '' };

  it('of a person is that of the table, else of the handle, else of name and firm', () => {
    const people = [
      { ...cells, id: 'x:1', name: 'Ada Quill', handle: '@AdaQ' },
      { ...cells, name: 'Ada Quill', handle: '@AdaQ' },
      { ...cells, name: 'Ada  QUILL', firm: 'Quill & Sons' },
      { ...cells, name: 'Ada Quill' },
      { ...cells, firm: 'Quill & Sons' },
      { ...cells, name: 'Ad\u00E1 O\u2019Quill' },
      { ...cells, name: "Ad\u00E1 O'Quill" },
    ];
    expect(people.map((person) => personOf(person)?.id)).toEqual([
      'x:1',
      'p:@adaq',
      'p:ada-quill@quill-&-sons',
      'p:ada-quill',
      'p:quill-&-sons',
      "p:ad\u00E1-o'quill",
      "p:ad\u00E1-o'quill",
    ]);
    expect(personOf(cells)).toBeNull();
    expect(personOf({ ...cells, name: 'Long '.repeat(60) })?.id).toHaveLength(93);
  });

  it('of a row is the same for other spaces and line ends, and another for other words', () => {
    const at = { at: '2026-03-02T00:00:00.000Z', isDay: true };
    const row = {
      dataset: 'd',
      personId: 'p:ada',
      ticker: 'zqrx',
      at,
      statement: 'Sold out.\r\nUntil spring.',
      url: 'u',
    };
    const ids = [
      row,
      { ...row, ticker: 'ZQRX', statement: ' Sold out.\nUntil spring.' },
      { ...row, statement: 'Sold in.' },
    ];
    const [first, same, other] = ids.map(derivedRecordId);
    expect(first).toMatch(/^row:[0-9a-f]{32}$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });
});
