import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { commands } from '../commands.ts';
import { runCommand } from '../run-command.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

function explain(...argv: string[]) {
  const command = commands.find(({ name }) => name === 'explain');
  if (command === undefined) throw new Error('no such command');
  return runCommand(command, argv, {
    store: bench.store,
    now: () => '2026-01-01T00:00:00.000Z',
    randomBytes: (size) => Buffer.alloc(size),
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
  });
}

it('explain closes no history: what it shows can still be added to in the past', async () => {
  await bench.statements(statement('s:1'));
  await bench.release('2019-01-01T00:00:00.000Z');
  const head = (): Promise<object[]> => bench.rows('select * from head order by collection');
  const before = await head();
  const shown = await explain('ZQRX', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ as_of: '2020-03-02T15:00:00.000Z', version: 1 });
  expect((await explain('ZQRX', '--as-of', '2020-03-02T00:00:00Z')).exit).toBe(0);
  expect(await head()).toEqual(before);
  await bench.statements(statement('s:2', { observed_at: '2020-03-03T15:00:00Z' }));
  expect((await bench.release('2020-03-03T15:00:00.000Z')).version).toBe(2);
});
