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

it('begins two at once, and the others as a batch after one of them', async () => {
  const { statements, read } = world();
  const values = Promise.all(['a', 'b', 'a', 'c', 'b'].map(read));
  expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
  statements[1]?.end();
  await settled();
  expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['a', 'c', 'b']]);
  statements[0]?.end();
  statements[2]?.end();
  expect(await values).toEqual(['value of a', 'value of b', 'value of a', 'value of c', 'value of b']);
  const later = read('d');
  expect(statements).toHaveLength(4);
  statements[3]?.end();
  expect(await later).toBe('value of d');
});

it('fails those of its statement alone, and goes on', async () => {
  const { statements, read } = world();
  const [first, second, third] = [read('a'), read('b'), read('c')];
  statements[0]?.end(new Error('the database went away'));
  await expect(first).rejects.toThrow('the database went away');
  await settled();
  statements[1]?.end();
  statements[2]?.end();
  expect(await Promise.all([second, third])).toEqual(['value of b', 'value of c']);
});

it('refuses a statement without a value for each, and takes at most a hundred', async () => {
  const counts: number[] = [];
  const read = batched(async (keys: readonly number[]) => {
    counts.push(keys.length);
    return keys.length === 1 ? keys : keys.slice(1);
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 150 }, (_, at) => read(at)));
  expect(counts).toEqual([1, 1, 100, 48]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
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
  expect(counts).toEqual([1, 2, 1]);
});
