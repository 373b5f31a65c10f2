import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { flags } from './heap.ts';

/** Sizes of the young generation in MiB, while objects that live for a while are made, in the order of their growth. */
function sizes(set: readonly string[]): number[] {
  const program = `
    const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
    for (const flag of ${JSON.stringify(set)}) setFlagsFromString(flag);
    gc();
    const found = [young()];
    const kept = [];
    for (let made = 0; made < 250_000; made += 1) {
      const object = { made, parts: [1, 2, 3] };
      if (made % 4 === 0) kept.push(object);
      if (kept.length > 4_000) kept.shift();
      if (made % 5_000 === 0 && young() !== found.at(-1)) found.push(young());
    }
    console.log(JSON.stringify(found));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', '--eval', program], { encoding: 'utf8' }),
  ) as number[];
}

test('the young generation is whole again after one step, and not after several', () => {
  const [least = 0, grown, ...more] = sizes(flags);
  expect(grown).toBe(16 * least);
  expect(more).toEqual([]);
  expect(sizes([])[1]).toBe(2 * least);
});
