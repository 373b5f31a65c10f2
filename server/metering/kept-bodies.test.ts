// Bodies stored before their charge: batched on arrival, once a day each, each with its own outcome.
import { expect, it } from 'vitest';
import type { DeliveredBody } from '../store/ledger/usage.ts';
import { bodyKeeper } from './kept-bodies.ts';

type WriteCall = { names: string[]; settle: (outcome: Error | ((name: string) => boolean)) => void };

function world() {
  const written: WriteCall[] = [];
  const keep = (bodies: readonly DeliveredBody[]): Promise<boolean[]> =>
    new Promise((resolve, reject) => {
      const names = bodies.map(({ digest }) => digest.toString());
      const settle: WriteCall['settle'] = (outcome) =>
        outcome instanceof Error ? reject(outcome) : resolve(names.map(outcome));
      written.push({ names, settle });
    });
  const { keepBody } = bodyKeeper(keep, () => '2026-01-01T00:00:00.000Z');
  const call = (name: string): Promise<boolean> =>
    keepBody({ sha256: Buffer.from(name).toString('base64'), bytes: Buffer.from(`bytes of ${name}`) });
  return { written, call };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('whoever comes alone is written at once, and those that come meanwhile together', async () => {
  const { written, call } = world();
  const calls = [call('a')];
  await turn();
  calls.push(...['b', 'c', 'b', 'a'].map(call));
  await turn();
  expect(written.map(({ names }) => names)).toEqual([['a']]);
  written[0]?.settle(() => true);
  await turn();
  expect(written.map(({ names }) => names)).toEqual([['a'], ['b', 'c']]);
  written[1]?.settle((name) => name === 'c');
  expect(await Promise.all(calls)).toEqual([true, false, true, false, true]);
});

it('what is kept today is not written again; what the law forbids is asked for each time', async () => {
  const { written, call } = world();
  const first = Promise.all(['a', 'b'].map(call));
  await turn();
  written[0]?.settle((name) => name === 'a');
  expect(await first).toEqual([true, false]);
  expect(await call('a')).toBe(true);
  const again = call('b');
  await turn();
  expect(written.map(({ names }) => names)).toEqual([['a', 'b'], ['b']]);
  written[1]?.settle(() => true);
  expect(await again).toBe(true);
});

it('a failure is that of those in the statement, and the next one is written all the same', async () => {
  const { written, call } = world();
  const calls = [call('a')];
  await turn();
  calls.push(call('b'), call('c'));
  const outcomes = Promise.allSettled(calls);
  written[0]?.settle(() => true);
  await turn();
  const late = call('d');
  written[1]?.settle(new Error('the disk is full'));
  await turn();
  written[2]?.settle(() => true);
  expect((await outcomes).map((one) => (one.status === 'rejected' ? String(one.reason) : one.value))).toEqual([
    true,
    'Error: the disk is full',
    'Error: the disk is full',
  ]);
  expect(await late).toBe(true);
  const again = call('b');
  await turn();
  expect(written.at(-1)?.names).toEqual(['b']);
  written.at(-1)?.settle(() => true);
  expect(await again).toBe(true);
});

it('never more than sixteen at once', async () => {
  const { written, call } = world();
  const calls = Array.from({ length: 40 }, (_, index) => call(`body ${index}`));
  for (let statement = 0; statement < 3; statement += 1) {
    await turn();
    written[statement]?.settle(() => true);
  }
  expect(await Promise.all(calls)).toEqual(calls.map(() => true));
  expect(written.map(({ names }) => names.length)).toEqual([16, 16, 8]);
});
