// Batches of look-ups: each gets its value from a statement after its question, and fails with that statement alone.
import { expect, it } from 'vitest';
import { batched } from './batched.ts';

/** Statements that the test ends. */
function world() {
  const statements: { keys: readonly string[]; end: (error?: Error) => void }[] = [];
  const read = batched(
    (keys: readonly string[]) =>
      new Promise<string[]>((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(keys.map((key) => `value of ${key}`)) : reject(error);
        statements.push({ keys, end });
      }),
  );
  return { statements, read };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('begins with all calls of a turn, then a second batch beside it, and the others after one of them', async () => {
  const { statements, read } = world();
  const values = ['a', 'b', 'a'].map(read);
  expect(statements).toEqual([]);
  await settled();
  values.push(read('c'));
  await settled();
  values.push(read('b'), read('d'));
  await settled();
  expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b', 'a'], ['c']]);
  statements[1]?.end();
  await settled();
  expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b', 'a'], ['c'], ['b', 'd']]);
  statements[0]?.end();
  statements[2]?.end();
  expect(await Promise.all(values)).toEqual(['a', 'b', 'a', 'c', 'b', 'd'].map((key) => `value of ${key}`));
  const later = read('e');
  await settled();
  expect(statements).toHaveLength(4);
  statements[3]?.end();
  expect(await later).toBe('value of e');
});

it('fails those of its statement alone, and goes on', async () => {
  const { statements, read } = world();
  const first = read('a');
  await settled();
  const others = [read('b'), read('c')];
  statements[0]?.end(new Error('the database went away'));
  await expect(first).rejects.toThrow('the database went away');
  await settled();
  statements[1]?.end();
  expect(await Promise.all(others)).toEqual(['value of b', 'value of c']);
});

it('refuses a statement without a value for each, and takes at most a hundred', async () => {
  const counts: number[] = [];
  const read = batched(async (keys: readonly number[]) => {
    counts.push(keys.length);
    return keys.length === 1 ? keys : keys.slice(1);
  });
  const many = await Promise.allSettled(Array.from({ length: 150 }, (_, at) => read(at)));
  const outcomes = [...many, ...(await Promise.allSettled([read(150)]))];
  expect(counts).toEqual([100, 50, 1]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('keeps to other bounds', async () => {
  const counts: number[] = [];
  const run = async (keys: readonly number[]) => {
    counts.push(keys.length);
    await settled();
    return keys;
  };
  const read = batched(run, { keysMax: 2, underwayMax: 1 });
  expect(await Promise.all([1, 2, 3, 4].map(read))).toEqual([1, 2, 3, 4]);
  expect(counts).toEqual([2, 2]);
});
