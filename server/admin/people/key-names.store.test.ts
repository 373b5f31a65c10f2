// Names of keys that an operator gives: one visible line in a list.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { type AccountBench, accountBench } from '../testing/account-bench.ts';

let bench: LoadingBench;
let run: AccountBench['run'];
let reported: AccountBench['reported'];
beforeEach(async () => {
  bench = await LoadingBench.open();
  ({ run, reported } = accountBench(bench.store));
});
afterEach(() => bench.close());

const unseen = ['', '   ', 'a\u0000b', 'x\nkey_fake  live', 'a\u001Bb', 'a\u2028b', 'a\u2029b', 'a\u202Eb', 'a\u200Bb'];

describe('the name of a key', () => {
  it('is kept without the white space around it', async () => {
    await reported('create-key', '--preview', '--name', '  Research desk ');
    await reported('create-key', '--preview', '--name', 'x'.repeat(120));
    expect(await bench.rows('select name from api_key order by created_at')).toEqual([
      { name: 'Research desk' },
      { name: 'x'.repeat(120) },
    ]);
  });

  it('is refused where it could forge a line of list-keys, or shows nothing', async () => {
    for (const name of [...unseen, 'x'.repeat(121)])
      await expect(run('create-key', '--preview', '--name', name)).rejects.toThrow(
        '--name must be 1 to 120 visible characters',
      );
    expect(await bench.rows('select name from api_key')).toEqual([]);
  });
});
