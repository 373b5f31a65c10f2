import { expect, it } from 'vitest';
import { chargeLine } from './charge.ts';

const paid = { charge: 1, remaining: 1_234, replayed: false, isPreview: false };

it.each([
  [paid, '1 request charged, 1,234 left.'],
  [{ ...paid, charge: 2, remaining: 0 }, '2 requests charged, 0 left.'],
  [{ ...paid, remaining: 'unlimited' as const }, '1 request charged, no limit on what is left.'],
  // A proxy may drop the header; what is left is then unknown.
  [{ ...paid, remaining: null }, '1 request charged.'],
  [{ ...paid, charge: 0, replayed: true }, '0 charged: repeated, 1,234 left.'],
  [{ ...paid, charge: 0, remaining: null, isPreview: true }, '0 charged: preview data is free.'],
])('%o is printed as: %s', (charged, line) => {
  expect(chargeLine(charged)).toBe(line);
});
