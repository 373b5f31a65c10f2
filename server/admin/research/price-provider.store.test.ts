// The operator's name for a price provider: it is published with each price, and no price can be withdrawn.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { type AccountBench, accountBench } from '../testing/account-bench.ts';

let bench: LoadingBench;
let run: AccountBench['run'];
beforeEach(async () => {
  bench = await LoadingBench.open();
  ({ run } = accountBench(bench.store));
});
afterEach(() => bench.close());

const unseen = ['', '   ', '\u3164', 'x\nkey_fake  live', 'a\u2028b', 'a\u2029b', '\u202E', '\u200B\u001B'];

async function load(provider: string): Promise<unknown> {
  const file = await bench.file('ZQRX.csv', 'Date,Open,High,Low,Close,Adj Close\n2020-01-02,1,1,1,1,1\n');
  return run('import-prices', file, '--provider', provider);
}

describe('import-prices --provider', () => {
  it('keeps the name as texts are kept', async () => {
    for (const name of [' Desk\u202E prices\u0007 ', 'x'.repeat(64)])
      expect(await load(name)).toMatchObject({ exit: 0, stderr: '' });
    expect(await bench.rows("select distinct series_id from import_series where state = 'staged' order by 1")).toEqual([
      { series_id: 'ZQRX|Desk prices' },
      { series_id: `ZQRX|${'x'.repeat(64)}` },
    ]);
  });

  it('refuses one that is empty, too long, or has something in it that cannot be seen', async () => {
    for (const name of [...unseen, 'x'.repeat(65), 'x'.repeat(100_000)])
      await expect(load(name)).rejects.toThrow('--provider must be 1 to 64 visible characters');
    expect(await bench.rows('select 1 from import_price')).toEqual([]);
  });
});
