// The search over the coverage.
import { expect, it } from 'vitest';
import { named } from './picker-page.ts';

it('finds one company by its ticker or as the only one with the text in its name', () => {
  const covered = [
    ['KLPF', 'Kelpford Foods Company'],
    ['KELP', 'Salt Foods'],
    ['BRYN', 'Brynholt Cranes'],
  ].map(([ticker = '', name = '']) => ({
    ticker,
    name,
    security_id: ticker,
    released_record_count: 1,
    first_covered_at: '2026-01-01T00:00:00.000Z',
    latest_observation_at: '2026-01-01T00:00:00.000Z',
  }));
  const found = ['brynholt', 'klpf', 'kelp', 'foods', 'nothing', ''].map((text) => named(covered, text)?.ticker);
  expect(found).toEqual(['BRYN', 'KLPF', 'KELP', undefined, undefined, undefined]);
});
