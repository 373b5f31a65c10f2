// Prices of a ticker without a listing: they are staged and wait, in any order of loading.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountBench, type AccountBench } from '../../admin/testing/account-bench.ts';
import { release } from '../release/release.ts';
import { LoadingBench, statement } from '../testing/loading.ts';
import { nearest } from './waiting-prices.ts';

let bench: LoadingBench;
let run: AccountBench['run'];
beforeEach(async () => {
  bench = await LoadingBench.open();
  ({ run } = accountBench(bench.store));
});
afterEach(() => bench.close());

const days = ['2020-03-03', '2020-03-04', '2020-03-05', '2020-03-06', '2020-03-09', '2020-03-10'];
const csv = (count = 5): string => ['date,adj_close', ...days.slice(0, count).map((day) => `${day},10`), ''].join('\n');
const listing = (ticker: string) => ({ type: 'entity', kind: 'listing', ticker, name: `${ticker} Works` });
const publish = () => release(bench.store.db, { collection: 'live' });
const priced = () =>
  bench.rows(
    'select v.ticker, count(*)::integer as rows from price_vintage v join price p using (vintage_id) group by 1 order by 1',
  );

describe('prices of an unknown ticker', () => {
  it('are loaded with the nearest names, left out of releases by name, and published once there is a listing', async () => {
    await bench.bundle(listing('ZQRX'), listing('NWTB'));
    await bench.prices('ZQRX.csv', csv());
    expect((await bench.prices('ZQRY.csv', csv())).waiting).toEqual({
      named: [{ ticker: 'ZQRY', nearest: ['ZQRX'] }],
      count: 1,
    });
    const first = await publish();
    expect(first.prices).toMatchObject({ rows: 5, vintages_opened: 1 });
    expect(first.warnings).toEqual([
      'prices of ZQRY wait: no listing has this ticker; load the security, or publish them with release --new-listing ZQRY',
    ]);
    expect(await publish()).toMatchObject({ version: null, warnings: ['nothing was released', first.warnings[0]] });
    expect(await bench.prices('ZQRY.csv', csv(6))).toMatchObject({ series: [{ new: 1, outcome: 'appends' }] });
    await bench.bundle(listing('ZQRY'));
    expect(await publish()).toMatchObject({ prices: { rows: 6, vintages_opened: 1 }, warnings: [] });
    expect(await priced()).toEqual([
      { ticker: 'ZQRX', rows: 5 },
      { ticker: 'ZQRY', rows: 6 },
    ]);
  });

  it('move no watermark while they wait', async () => {
    await bench.bundle(listing('ZQRX'));
    await bench.prices('ZQRY.csv', csv());
    await release(bench.store.db, { collection: 'live', effectiveAt: '2020-01-01T00:00:00.000Z' });
    expect(await bench.rows(`select watermark from head where collection = 'live'`)).toEqual([
      { watermark: '2020-01-01T00:00:00.000Z' },
    ]);
  });

  it.each([
    ['a statement', () => bench.statements(statement('s:1'))],
    ['a bundle', () => bench.bundle(listing('ZQRX'))],
    [
      'an entity with an id of its own',
      () => bench.bundle({ ...listing('ZQRX'), entity_id: '11111111-2222-4333-8444-555555555555' }),
    ],
  ])(
    'are published by the release that opens their listing from %s, loaded before them or after',
    async (_what, load) => {
      await bench.prices('ZQRX.csv', csv());
      await load();
      expect((await publish()).prices).toMatchObject({ rows: 5 });
      expect((await bench.prices('ZQRX.csv', csv(6))).waiting).toEqual({ named: [], count: 0 });
      expect((await publish()).prices).toMatchObject({ rows: 1, vintages_appended: 1 });
    },
  );

  it('are published without a listing when the operator names it, and go on from then on', async () => {
    const file = await bench.file('zqnew.csv', csv());
    const loaded = await run('import-prices', file);
    expect(loaded.stdout).toContain(
      'note: ZQNEW is the ticker of no listing: its prices wait until one is loaded, or for release --new-listing ZQNEW',
    );
    expect(loaded.stdout).toContain('zqnew.csv -> ticker ZQNEW');
    const waiting = await run('release');
    expect(waiting.stdout).toContain('prices of ZQNEW wait: no listing has this ticker');
    const released = await run('release', '--new-listing', 'zqnew', '--effective-at', '2020-01-01T00:00:00Z');
    expect(released.stdout).toContain('prices: 5 rows; series 1 opened');
    await bench.prices('ZQNEW.csv', csv(6));
    expect((await publish()).prices).toMatchObject({ rows: 1, vintages_appended: 1 });
  });

  it('need no listing where they are the benchmark', async () => {
    expect((await bench.prices('SPY.csv', csv())).waiting).toEqual({ named: [], count: 0 });
    expect((await publish()).prices).toMatchObject({ rows: 5, vintages_opened: 1 });
  });

  it('of many tickers are counted', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => `QQ${at},2020-03-03,1`);
    const { waiting } = await bench.prices('many.csv', ['ticker,date,adj_close', ...rows, ''].join('\n'));
    expect([waiting.named.length, waiting.count]).toEqual([20, 25]);
    const [, warning] = (await publish()).warnings;
    expect(warning).toMatch(/^prices of QQ0, QQ1, .* and 5 more wait: no listing has these tickers/);
  });
});

it('a second series of a ticker is noted with how to continue the first', async () => {
  await bench.prices('ZQL.csv', 'Date,Open,High,Low,Close,Adj Close\n2020-03-03,1,1,1,1,1\n');
  const other = 'Date,Open,High,Low,Close,Adj Close,Desk\n2020-03-03,1,1,1,1,1,x\n';
  expect((await bench.prices('ZQL.csv', other)).notes).toEqual([
    'ZQL has prices of yahoo already, and these are a second series of unstated: --provider yahoo continues those',
  ]);
  expect((await bench.prices('ZQL.csv', other, { provider: 'desk' })).notes).toEqual([]);
});

it('the nearest tickers are those that a slip of the hand leads to', () => {
  const listed = ['AAX', 'BRK.B', 'ZQRX', 'ZQRXA', 'NWTB', 'Z'];
  expect(nearest('BRK-B', listed)).toEqual(['BRK.B']);
  expect(nearest('ZQXR', listed)).toEqual(['ZQRX', 'ZQRXA']);
  expect(nearest('ZQR', listed)).toEqual(['ZQRX']);
  expect(nearest('QQQQ', listed)).toEqual([]);
});
