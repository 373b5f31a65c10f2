// Final output of the import commands.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { commands } from '../commands.ts';
import { runCommand } from '../run-command.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

async function lastLine(name: string, file: string): Promise<string | undefined> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  const { stdout } = await runCommand(command, [file], {
    store: bench.store,
    now: () => '2026-10-05T00:00:00.000Z',
    randomBytes: (size) => Buffer.alloc(size, 7),
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
  });
  return stdout.trimEnd().split('\n').at(-1);
}

it.each([
  ['import-securities', 'ticker,name\nZQRX,Zeta\n'],
  ['import-prices', 'ticker,date,adj_close\nZQRX,2020-01-02,10\n'],
])('%s tells of a release only where one has something to publish', async (name, content) => {
  const file = await bench.file('file.csv', content);
  expect(await lastLine(name, file)).toBe('staged for live; publish it with: npm run admin -- release');
  expect(await lastLine(name, file)).toBe('staged for live; publish it with: npm run admin -- release');
  await bench.release();
  expect(await lastLine(name, file)).toBe('nothing new: nothing is staged for live');
});
