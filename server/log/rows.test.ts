// The canonical form of rows against that of any JSON value.
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../terms/canonical-json.ts';
import { type LogRow, canonicalRow, entryOf } from './rows.ts';

const row = (values: LogRow['values']): LogRow => ({ act: 'opened', kind: 'evidence', release: 7, values });

describe('a row', () => {
  it.each([
    ['texts, numbers and nulls', { b: 'two "quoted"\n', a: 1, c: null, d: true, e: 0.1 }],
    ['nested values', { body: { z: [1, { y: 'é', x: null }], a: {} }, also: ['b', 'a'] }],
    ['another order of the same names', { e: 5, d: false, c: 'x', a: 2, b: '' }],
    ['nothing', {}],
  ])('with %s has the canonical form of its JSON', (_what, values) => {
    expect(canonicalRow(row(values))).toBe(canonicalJson(row(values)));
    expect(canonicalRow(row(values))).toBe(canonicalJson(row(values)));
  });

  it('has another entry with another salt', () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((salt) => entryOf(salt, row({ a: 1 })));
    expect(one).toHaveLength(32);
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });
});
