// Versions that show a belief once revisions are gone from all of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spansTold, type BeliefSpan, type RevisionSpan } from './belief-spans.ts';

const open = 2147483647;
const day = (n: number): string => `2020-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
const belief = (from: number, to = open, withdrawn_reason: string | null = null): BeliefSpan => ({
  observed_at: day(1),
  observed_as: null,
  from_version: from,
  to_version: to,
  withdrawn_reason,
});
const revision = (observed: number, from: number, given: Partial<RevisionSpan> = {}): RevisionSpan => ({
  observed_at: day(observed),
  opens: false,
  observed_as: null,
  late: false,
  status: 'active',
  from_version: from,
  to_version: open,
  ...given,
});

describe('a belief that lost its first revision', () => {
  it('begins with the next one, in the release that brought it', () => {
    expect(spansTold([belief(3)], [revision(5, 5), revision(9, 6)])).toEqual([{ ...belief(5), observed_at: day(5) }]);
  });

  it('begins later from the release on that took the next one as well', () => {
    const told = spansTold([belief(3)], [revision(5, 5, { to_version: 8 }), revision(9, 6)]);
    expect(told).toEqual([
      { ...belief(5, 8), observed_at: day(5) },
      { ...belief(8), observed_at: day(9) },
    ]);
  });

  it('is told by nobody where only its end and late statements are left', () => {
    const left = [revision(5, 5, { status: 'reversed' }), revision(2, 6, { late: true })];
    expect(spansTold([belief(3)], left)).toEqual([]);
  });

  it('keeps the reason of an earlier withdrawal where it ended', () => {
    const told = spansTold([belief(3, 8, 'asked for')], [revision(5, 5, { to_version: 8 })]);
    expect(told).toEqual([{ ...belief(5, 8, 'asked for'), observed_at: day(5) }]);
  });
});

it('in every version: told exactly when a revision states it, since the first that does', () => {
  const versions = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }))
    .map(([from, length]) => ({ from_version: from, to_version: from + length }));
  const revisions = fc.array(
    fc
      .record({ observed: fc.integer({ min: 1, max: 9 }), late: fc.boolean(), ends: fc.boolean(), versions })
      .map((row) =>
        revision(row.observed, 1, { late: row.late, status: row.ends ? 'resolved' : 'active', ...row.versions }),
      ),
    { maxLength: 5 },
  );
  let told = 0;
  fc.assert(
    fc.property(versions, revisions, (range, rows) => {
      const spans = spansTold([{ ...belief(1), ...range }], rows);
      for (let version = 1; version <= 12; version++) {
        const within = (row: { from_version: number; to_version: number }): boolean =>
          row.from_version <= version && version < row.to_version;
        const stating = rows.filter((row) => within(row) && !row.late && row.status === 'active');
        const expected = within(range) ? (stating.map((row) => row.observed_at).sort()[0] ?? null) : null;
        const found = spans.filter(within);
        expect(found.length).toBe(expected === null ? 0 : 1);
        expect(found[0]?.observed_at ?? null).toBe(expected);
        told += found.length;
      }
    }),
    { numRuns: 300, seed: 20_261_005 },
  );
  expect(told).toBeGreaterThan(100);
});
