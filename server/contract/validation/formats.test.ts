// The formats that requests, records and answers share, and the canonical form of an instant.
import { describe, expect, it } from 'vitest';
import { recordSchemas } from '../../ingest/records/record-schemas.ts';
import { contract } from '../description.ts';
import { type SchemaName, fitsSchema } from './documents-validator.ts';
import { canonicalInstant, formats, isCalendarDate, isInstant, requestedInstant } from './formats.ts';

describe('an instant of a request', () => {
  it('is the same text in every spelling of RFC 3339', () => {
    const spellings: readonly (readonly [string, string | null])[] = [
      ['2026-01-05T00:00:00Z', '2026-01-05T00:00:00.000Z'],
      ['2026-01-05t00:00:00z', '2026-01-05T00:00:00.000Z'],
      ['2026-01-05T01:00:00+01:00', '2026-01-05T00:00:00.000Z'],
      ['2026-01-04T18:30:00-05:30', '2026-01-05T00:00:00.000Z'],
      ['2026-01-05T00:00:00-00:00', '2026-01-05T00:00:00.000Z'],
      ['2024-02-29T23:59:59.9999-00:01', '2024-03-01T00:00:59.999Z'],
      [`1969-12-31T23:59:59.${'9'.repeat(900)}Z`, '1969-12-31T23:59:59.999Z'],
      ['0000-12-31T23:30:00-00:30', '0001-01-01T00:00:00.000Z'],
      ['0000-02-29T00:00:00-00:30', null],
      ['0001-01-01T00:00:00+00:01', null],
      ['9999-12-31T23:59:59-00:01', null],
      ['2023-02-29T00:00:00+01:00', null],
      ['2026-01-05 00:00:00Z', null],
      ['2026-01-05T00:00:00+24:00', null],
      ['2026-01-05T00:00:00+0100', null],
      ['2026-01-05T00:00:60Z', null],
      ['2026-01-05T00:00:00,5Z', null],
      ['2026-01-05T00:00Z', null],
      ['２026-01-05T00:00:00Z', null],
    ];
    for (const [text, expected] of spellings) expect([text, requestedInstant(text)]).toEqual([text, expected]);
  });
});

describe('a loaded instant', () => {
  const cases = [
    ['2026-01-05T00:00:00Z', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T00:00:00.5Z', '2026-01-05T00:00:00.500Z'],
    ['2026-01-05T00:00:00.9999Z', '2026-01-05T00:00:00.999Z'],
    ['2026-01-05T23:59:59.123456789Z', '2026-01-05T23:59:59.123Z'],
  ] as const;
  it('is truncated to milliseconds and never rounded up', () => {
    expect(cases.length).toBe(4);
    for (const [asked, canonical] of cases) expect(canonicalInstant(asked)).toBe(canonical);
  });
});

describe('the formats', () => {
  it('are one list for requests, loaded records and answers', () => {
    const named = (schema: unknown): string[] =>
      [...JSON.stringify(schema).matchAll(/"format":"([^"]+)"/g)].map(([, name = '']) => name);
    const known = Object.keys(formats).sort();
    const ofTexts = named(contract()).filter((name) => !name.startsWith('int'));
    expect([...new Set(ofTexts)].sort()).toEqual(known);
    expect(known).toEqual(expect.arrayContaining(named(recordSchemas)));
  });

  it('accept in an answer what they accept in a record', () => {
    const texts = ['0000-01-01', '2021-02-29', '2020-02-29', '9999-12-31', '2020-1-1'];
    const instants = texts.flatMap((day) =>
      ['T23:59:60Z', 'T23:59:59.9Z', 't10:00:00z', ' 10:00:00Z'].map((time) => day + time),
    );
    for (const text of texts) {
      expect([text, fitsSchema('Citation/properties/published_on' as SchemaName, text)]).toEqual([
        text,
        isCalendarDate(text),
      ]);
    }
    for (const text of instants) {
      expect([text, fitsSchema('Citation/properties/observed_at' as SchemaName, text)]).toEqual([
        text,
        isInstant(text),
      ]);
    }
  });
});
