// Addresses of tiles as C2SP tlog-tiles has them.
import { describe, expect, it } from 'vitest';
import { bundleOf, isInLog, originOf, parseTile } from './tiles.ts';

describe('the address of a tile', () => {
  it.each([
    ['000', 0, 256],
    ['067', 67, 256],
    ['x001/234', 1_234, 256],
    ['x001/x234/067', 1_234_067, 256],
    ['x001/x234/067.p/17', 1_234_067, 17],
    ['000.p/255', 0, 255],
  ])('%s', (text, number, width) => expect(parseTile(text)).toEqual({ number, width }));

  it.each(['', '0', '0000', '000.p/0', '000.p/256', '000.p/01', 'x000/001', '001/234', 'x001', '000/', '000.p'])(
    'is not %j',
    (text) => expect(parseTile(text)).toBeNull(),
  );
});

it('a log of 70,000 leaves has the tiles of the specification', () => {
  const has = (level: number, number: number, width: number): boolean => isInLog({ number, width }, level, 70_000);
  expect([has(0, 272, 256), has(0, 273, 112), has(0, 273, 113), has(0, 274, 1)]).toEqual([true, true, false, false]);
  expect([has(1, 0, 256), has(1, 1, 17), has(1, 1, 18)]).toEqual([true, true, false]);
  expect([has(2, 0, 1), has(2, 0, 2), has(3, 0, 1)]).toEqual([true, false, false]);
});

it('a bundle has the length of each entry before it', () => {
  expect(bundleOf([Buffer.alloc(32, 1), Buffer.from([9])]).toString('hex')).toBe(`0020${'01'.repeat(32)}000109`);
});

it('the origin of a log is its address without a scheme', () => {
  expect(originOf('https://research.example/base')).toBe('research.example/base/log');
});
