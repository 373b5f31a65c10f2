// The formats that requests, records and answers share, and the canonical form of an instant.
import { describe, expect, it } from 'vitest';
import { recordSchemas } from '../ingest/record-schemas.ts';
import { contract } from './description.ts';
import { type SchemaName, fitsSchema } from './documents-validator.ts';
import { canonicalInstant, formats, isCalendarDate, isInstant } from './formats.ts';

describe('a requested instant', () => {
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
    expect([...new Set(named(contract()))].sort()).toEqual(known);
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
