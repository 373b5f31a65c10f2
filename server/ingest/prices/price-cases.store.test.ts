// Price files with the faults of real providers, made up: what contradicts itself is refused, what is odd is noted, the rest loads.
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceOptions } from './import-prices.ts';
import { importRecords } from '../records/import-records.ts';
import { LoadingBench } from '../testing/loading.ts';
import { loadPriceCase, priceCases } from '../testing/price-cases.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const load = (name: string, options?: PriceOptions) => loadPriceCase(bench, name, options);

async function refused(name: string): Promise<string[]> {
  const before = await bench.counts();
  const faults = await bench.faults(() => load(name));
  expect(await bench.counts()).toEqual(before);
  return faults;
}

/** Rows `date,close,adj_close,split_ratio` of five sessions with a split on the fourth. */
function splitFile(ratio: number, adjusted: readonly number[], closes: readonly (number | '')[] = []): string {
  const days = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];
  const rows = days.map((day, at) => `${day},${closes[at] ?? ''},${adjusted[at]},${at === 3 ? ratio : 1}`);
  return ['date,close,adj_close,split_ratio', ...rows, ''].join('\n');
}

describe('a split that the prices contradict', () => {
  it('is refused where they are not adjusted for it', async () => {
    expect(await refused('ZQA.csv')).toEqual([
      'ZQA.csv:32:Stock Splits: ZQA has a split of 4 on 2024-02-14, and its adjusted close goes from 191.57 to 47.7 there: the prices before it are not adjusted for it; load a history that is adjusted for the split, or correct the split',
    ]);
  });

  it('is refused where its ratio is the wrong way round', async () => {
    expect(await refused('splitratio.csv')).toEqual([
      'splitratio.csv:7:split_ratio: SPLITRATIO has a split of 0.25 on 2024-01-09, and its close goes from 199.12 to 49.79 there: the ratio is the wrong way round; write new shares per old one: 4',
    ]);
  });

  it.each([
    ['adjusted twice', 4, [10, 10, 10, 40, 40], 'adjusted for it twice'],
    ['a reverse split that is not in the prices', 0.1, [1, 1, 1, 10, 10], 'not adjusted for it'],
    ['a split of three for two', 1.5, [30, 30, 30, 20, 20], 'not adjusted for it'],
  ])('is refused: %s', async (_what, ratio, adjusted, what) => {
    const [fault] = await bench.faults(() => bench.prices('ZQRX.csv', splitFile(ratio, adjusted)));
    expect(fault).toContain(what);
  });

  it.each([
    ['adjusted, with a close as traded beside it', 4, [10, 10, 10, 10.2, 10], [40, 40, 40, 10.2, 10]],
    ['adjusted, with a close that is adjusted too', 4, [10, 10, 10, 10.2, 10], [11, 11, 11, 11.2, 11]],
    ['a stock dividend that a session may move as much as', 1.05, [10, 10, 10, 9.5, 9.5], []],
    ['a session of its own with a large move', 4, [10, 10, 10, 6, 6], []],
  ])('is none: %s', async (_what, ratio, adjusted, closes) => {
    expect(await bench.prices('ZQRX.csv', splitFile(ratio, adjusted, closes))).toMatchObject({ splits: 1 });
  });

  it.each([
    ['staged', false],
    ['released', true],
  ])('is refused where a bundle has it, %s, and the prices do not', async (_how, isReleased) => {
    const listing = { type: 'entity', kind: 'listing', ticker: 'ZQRX', name: 'Zeta Quarry' };
    const day = '2024-01-05';
    await bench.bundle(listing, {
      type: 'split',
      ticker: 'ZQRX',
      effective_session: day,
      numerator: 4,
      denominator: 1,
    });
    if (isReleased) await bench.release();
    const plain = splitFile(1, [40, 40, 40, 10, 10]);
    expect(await bench.faults(() => bench.prices('ZQRX.csv', plain))).toEqual([
      'ZQRX.csv:5:ZQRX: ZQRX has a split of 4 on 2024-01-05, and its adjusted close goes from 40 to 10 there: the prices before it are not adjusted for it; load a history that is adjusted for the split, or correct the split',
    ]);
    expect(await bench.prices('ZQRX.csv', splitFile(1, [10, 10, 10, 10, 10]))).toMatchObject({ new: 5 });
  });
});

describe('one split that is dated by two days', () => {
  it('is refused in a bundle, beside itself and beside what is loaded', async () => {
    const file = join(bench.folder, 'd1.ndjson');
    const lines = (await readFile(join(priceCases, 'd1.ndjson'), 'utf8')).trim().split('\n');
    await copyFile(join(priceCases, 'd1.ndjson'), file);
    expect(await bench.faults(() => importRecords(bench.loading(), file, 'bundle'))).toEqual([
      'd1.ndjson:11:effective_session: ZDA splits by 4 on 2024-02-16, and the same split of 2024-02-15 is on line 10: no listing splits by the same ratio twice within a month; keep the first session with the new shares',
    ]);
    const records = lines.map((line) => JSON.parse(line) as object);
    await bench.bundle(...records.slice(0, -1));
    const [fault] = await bench.faults(() => bench.bundle(...records.slice(-1)));
    expect(fault).toContain('the same split of 2024-02-15 is loaded: no listing splits');
  });

  it('counts once in a price file beside what is loaded, and is noted', async () => {
    const listing = { type: 'entity', kind: 'listing', ticker: 'ZDA', name: 'ZDA Works' };
    const split = { type: 'split', ticker: 'ZDA', effective_session: '2024-02-15', numerator: 4, denominator: 1 };
    await bench.bundle(listing, split);
    const content = (await readFile(join(priceCases, 'ZDA.csv'), 'utf8'))
      .split('\n')
      .map((line) => (line.startsWith('2024-02-16') ? line.replace(/0\.0$/, '4.0') : line));
    const { splits, notes } = await bench.prices('ZDA.csv', content.join('\n'));
    expect([splits, notes]).toEqual([
      0,
      [
        'the split of ZDA on 2024-02-16 is taken for the one of 2024-02-15 by the same ratio that is loaded already, and counts once',
      ],
    ]);
    await bench.release();
    expect(await bench.rows('select effective_session from split')).toEqual([{ effective_session: '2024-02-15' }]);
  });
});

describe('a price far from its neighbours', () => {
  it.each([
    ['ZQE', 'the price of ZQE on 2024-02-07 is 101 times that of the session before it'],
    ['ZQF', 'the price of ZQF on 2024-01-31 is 100 times that of the session before it'],
  ])('is loaded and noted: %s', async (ticker, note) => {
    const { rows, notes } = await load(`${ticker}.csv`);
    expect([rows, notes]).toEqual([
      60,
      [`${note}: look at it before a release: a unit may be mixed up, or a split left out`],
    ]);
  });

  it.each([
    ['the newest row', [10, 10, 10, 10, 50], '5 times'],
    ['a fall', [10, 10, 10, 10, 2], '0.2 times'],
  ])('is noted: %s', async (_what, adjusted, said) => {
    const { notes } = await bench.prices('ZQRX.csv', splitFile(1, adjusted));
    expect(notes).toEqual([expect.stringContaining(`on 2024-01-08 is ${said} that of`)]);
  });

  it('is none below five times', async () => {
    expect((await bench.prices('ZQRX.csv', splitFile(1, [10, 49, 10, 10, 10]))).notes).toEqual([]);
  });
});

describe('dates that are shifted', () => {
  it('are refused for what they show: prices on days without a session, and a weekday that never occurs', async () => {
    expect(await refused('ZQH.csv')).toEqual([
      'ZQH.csv:2:ZQH: 13 of the 60 prices of ZQH are of days without a session (the first: 2024-01-01) and none of a Friday: the dates are shifted, or prices are carried over; date each close by the session that it is of, in the time of New York',
    ]);
  });

  it('are refused where the days without a session were taken out', async () => {
    const lines = (await readFile(join(priceCases, 'ZQH.csv'), 'utf8')).split('\n');
    const isOff = (line: string): boolean => [0, 6].includes(new Date(line.slice(0, 10)).getUTCDay());
    const [fault] = await bench.faults(() =>
      bench.prices(
        'ZQH.csv',
        lines.filter((line) => !isOff(line) && !/^2024-01-(01|15)|^2024-02-19/.test(line)).join('\n'),
      ),
    );
    expect(fault).toContain('prices of ZQH is of a Friday: the dates are shifted, or a day is left out');
  });
});

describe('holes in a series', () => {
  const rows = async (): Promise<string[]> => (await readFile(join(priceCases, 'ZDA.csv'), 'utf8')).trim().split('\n');

  it('are noted where they are long', async () => {
    const all = await rows();
    const { notes } = await bench.prices('ZDA.csv', all.filter((_, at) => at < 20 || at > 29).join('\n'));
    expect(notes).toEqual([
      'ZDA has no price on 10 sessions between 2024-01-29 and 2024-02-13, and on 10 of the 60 from 2024-01-02 to 2024-03-27: a missing price is never carried forward',
    ]);
  });

  it('are noted where a series ends before the others of its file', async () => {
    const [, ...body] = await rows();
    const closes = body.map((line) => `${line.slice(0, 10)},10`);
    const of = (ticker: string, count: number): string[] => closes.slice(0, count).map((line) => `${ticker},${line}`);
    const content = ['ticker,date,adj_close', ...of('AAX', 60), ...of('BBX', 40), ...of('CCX', 57), ''].join('\n');
    expect((await bench.prices('many.csv', content)).notes).toEqual([
      'BBX ends on 2024-02-28, 20 sessions before the newest of the file: its price is stale from then on',
    ]);
  });
});

describe('what held before', () => {
  it('a dividend row without a price is left out beside the row with one', async () => {
    expect(await load('ZQK.csv')).toMatchObject({
      rows: 60,
      notes: ['1 row left out: no price in the row (the first: 2024-01-31)'],
    });
  });

  it('tickers that look like missing values are tickers', async () => {
    const { series } = await load('tick.csv');
    expect(series.map(({ ticker }) => ticker)).toEqual(['NA', 'NAN', 'NULL', 'TRUE', 'NONE', 'ON', '1E5']);
    await bench.release();
    expect(await bench.rows('select ticker from price_vintage order by ticker collate "C"')).toEqual(
      ['1E5', 'NA', 'NAN', 'NONE', 'NULL', 'ON', 'TRUE'].map((ticker) => ({ ticker })),
    );
  });

  it.each([
    ['ZQN.csv', 4, 'ZQN.csv:2:Adj Close: "-0.02" is below 0; correct it, or leave the cell empty'],
    ['ZQO.csv', 2, 'ZQO.csv:6:Adj Close: a price of 0 is no price; leave the cell empty when there is none'],
    ['dup2.csv', 1, 'dup2.csv:12:DUP2: 2024-01-16 has 49.26 here and 49.25 on line 11; keep one row for each session'],
    [
      'gbx.csv',
      1,
      'gbx.csv:2:currency: the price is in "GBp", and prices are served in USD alone; load prices in USD; the same in 9 more lines: 3, 4, 5, ...',
    ],
    [
      'live.csv',
      1,
      'live.csv:11:Date: "2024-01-16 15:59:58-05:00" is no calendar date that exists; write it as 2014-06-30',
    ],
  ])('%s is refused by line, with a fix', async (name, count, first) => {
    const faults = await refused(name);
    expect([faults.length, faults[0]]).toEqual([count, first]);
  });

  it('equal repeats of a session are one row', async () => {
    expect(await load('dup.csv')).toMatchObject({ rows: 10 });
  });
});

it('other last digits of a download are no news', async () => {
  await load('ZQM1.csv', { ticker: 'ZQM' });
  await bench.release('2019-01-01T00:00:00.000Z');
  expect(await load('ZQM2.csv', { ticker: 'ZQM' })).toMatchObject({ series: [{ new: 10, outcome: 'appends' }] });
  await bench.release();
  expect(await load('ZQM3.csv', { ticker: 'ZQM' })).toMatchObject({ new: 0, series: [{ outcome: 'unchanged' }] });
});
