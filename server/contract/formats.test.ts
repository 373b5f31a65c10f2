// The canonical form of a requested instant.
import { describe, expect, it } from 'vitest';
import { canonicalInstant } from './formats.ts';

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
