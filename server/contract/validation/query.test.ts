import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, hasUnsafeCharacter, merge } from './faults.ts';
import { formats, isCalendarDate, isInstant } from './formats.ts';
import { readQuery } from './query.ts';
import { routes } from '../../../generated/routes.ts';

const brief = (rawQuery: string) => readQuery(routes.getBrief, rawQuery);
const locations = (rawQuery: string) => brief(rawQuery).faults.map((fault) => fault.location);

describe('readQuery', () => {
  it('reads reserved characters without an encoding, and a plus sign as a space', () => {
    const { values, faults } = brief('ticker=BRK/B&as_of=2026-01-01T00:00:00Z');
    expect([values, faults]).toEqual([{ ticker: 'BRK/B', as_of: '2026-01-01T00:00:00.000Z' }, []]);
    expect(brief('ticker=A+B').values).toEqual({ ticker: 'A B' });
    expect(brief('ticker=a=b').values).toEqual({ ticker: 'A=B' });
  });

  it('takes integers in plain digits only', () => {
    const refused = [
      'Infinity',
      '-Infinity',
      '1e400',
      '1e1',
      '0x5',
      '5.0',
      '05',
      '%205',
      '5%20',
      '%2B5',
      '+5',
      'NaN',
      '٥',
      'true',
      '--5',
      '1_0',
    ];
    for (const text of refused) expect(locations(`ticker=A&max_results=${text}`)).toEqual(['query.max_results']);
    expect(refused.length).toBe(16);
    for (const text of ['0', '5', '-1', '21']) expect(locations(`ticker=A&max_results=${text}`)).toEqual([]);
  });

  it('names a parameter that is unknown, repeated, empty, or not valid UTF-8, and never passes it on', () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['ticker=A&x=1', ['query.x']],
      ['Ticker=A', ['query.Ticker', 'query']],
      ['ticker=A&ticker=A', ['query.ticker']],
      ['ticker[]=A', ['query.ticker[]', 'query']],
      ['ticker[x]=A', ['query.ticker[x]', 'query']],
      ['ticker=', ['query.ticker']],
      ['ticker', ['query.ticker']],
      ['ticker=%', ['query.ticker']],
      ['ticker=%FF', ['query.ticker']],
      ['ticker=%ED%A0%80', ['query.ticker']],
      ['ticker=%00', ['query.ticker']],
      ['ticker=A%C2%85', ['query.ticker']],
      ['ticker=A&%FF=1', ['query']],
      ['ticker=A&__proto__=1', ['query.__proto__']],
      ['ticker=A&constructor=1', ['query.constructor']],
      ['ticker=A&=', ['query.']],
      ['', ['query']],
      ['ticker=A&entity_id=B', ['query']],
    ];
    for (const [rawQuery, expected] of cases) expect([rawQuery, locations(rawQuery)]).toEqual([rawQuery, expected]);
    expect(cases.length).toBe(18);
    expect(brief('ticker=%00').values).toEqual({});
  });

  it('never throws, and passes on only known parameters free of control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const [name, value] of Object.entries(brief(text).values)) {
          expect(Object.keys(routes.getBrief.query)).toContain(name);
          expect(hasUnsafeCharacter(value)).toBe(false);
        }
      }),
    );
  });
});

describe('echo', () => {
  it('repeats at most 64 printable characters of any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(echo(text)).toMatch(/^[\x20-\x7e]{0,63}…?$/);
      }),
    );
    expect(echo('a\u0000\u{1F600}')).toBe('a\\u{0}\\u{1f600}');
  });

  it('keeps the first fault of a place', () => {
    const fault = (location: string, message: string) => ({ location, message, fix: 'x' });
    expect(merge([fault('a', '1')], [fault('a', '2'), fault('b', '3')]).map((one) => one.message)).toEqual(['1', '3']);
  });
});

describe('formats', () => {
  it('knows the days that exist [SPEC-F1]', () => {
    for (const day of ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) expect(isCalendarDate(day)).toBe(true);
    for (const day of [
      '2026-02-29',
      '1900-02-29',
      '0000-01-01',
      '2026-13-01',
      '2026-00-01',
      '2026-04-31',
      '2026-1-1',
      '2026-01-00',
    ]) {
      expect(isCalendarDate(day)).toBe(false);
    }
  });

  it('takes instants of records and answers in UTC with T and Z alone [SPEC-F1]', () => {
    for (const text of ['2026-01-01T00:00:00Z', '2026-01-01T23:59:59.123456789Z']) expect(isInstant(text)).toBe(true);
    const refused = [
      '2026-01-01T00:00:00+00:00',
      '2026-01-01 00:00:00Z',
      '2026-01-01t00:00:00Z',
      '2026-01-01T00:00:00z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:00:60Z',
      '2026-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00.Z',
      '2026-01-01',
    ];
    for (const text of refused) expect([text, isInstant(text)]).toEqual([text, false]);
    expect(formats['uuid']?.validate('urn:uuid:874b4ebf-6f5a-5931-9ee3-cffdace7df6e')).toBe(false);
  });
});
