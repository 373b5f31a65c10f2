import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const listing = { type: 'entity', kind: 'listing', ticker: 'ZQRX', name: 'Zeta Quarry' };
const saturday = '2020-03-07';
const split = (day: string): { [field: string]: unknown } => ({
  type: 'split',
  ticker: 'ZQRX',
  effective_session: day,
  numerator: 4,
  denominator: 1,
});
const session = (day: string, closeAt: string | null): { [field: string]: unknown } => ({
  type: 'session',
  session_date: day,
  close_at: closeAt,
  early_close: false,
});
const refused = (line: number, day: string): string =>
  `bundle.ndjson:${line}:effective_session: the exchange has no session on ${day}; write the first session with the new shares`;

it.each([
  ['a Saturday', saturday],
  ['a holiday', '2020-04-10'],
])('refuses a split of %s, which a price file may have on the session after it', async (_what, day) => {
  const before = await bench.counts();
  expect(await bench.faults(() => bench.bundle(listing, split(day)))).toEqual([refused(2, day)]);
  expect(await bench.counts()).toEqual(before);
});

it('goes by the sessions that the operator has added and taken away, wherever the file has them', async () => {
  const opened = session(saturday, '2020-03-07T21:00:00Z');
  const closed = session('2020-03-09', null);
  expect(await bench.faults(() => bench.bundle(listing, split(saturday), split('2020-03-09'), opened, closed))).toEqual(
    [refused(3, '2020-03-09')],
  );
  await bench.bundle(opened, closed);
  expect(await bench.faults(() => bench.bundle(listing, split(saturday), split('2020-03-09')))).toEqual([
    refused(3, '2020-03-09'),
  ]);
  await bench.release();
  await bench.bundle(listing, split(saturday));
  await bench.release();
  expect(await bench.rows('select effective_session from split')).toEqual([{ effective_session: saturday }]);
});

it('takes a split of before the calendar begins: of that day nobody knows what it was', async () => {
  await bench.bundle(listing, split('1987-06-14'));
  await bench.release();
  expect(await bench.rows('select effective_session from split')).toEqual([{ effective_session: '1987-06-14' }]);
});

it('takes what is released already, whatever the calendar says by now', async () => {
  await bench.bundle(listing, split('2020-03-09'));
  await bench.release();
  await bench.bundle(session('2020-03-09', null));
  await bench.release();
  expect(await bench.bundle(split('2020-03-09'))).toMatchObject({ records: { split: { same: 1 } } });
});

describe('a split that is loaded after its prices', () => {
  const prices = (before: number, after: number): string =>
    `date,adj_close\n2020-03-05,${before}\n2020-03-06,${before}\n2020-03-09,${after}\n2020-03-10,${after}\n`;
  const contradicted = (before: number, after: number, more: string): string =>
    `bundle.ndjson:1:numerator: ZQRX has a split of 4 on 2020-03-09, and its adjusted close goes from ${before} to ${after} there: the prices before it are ${more}`;
  const unadjusted = `not adjusted for it; load a history that is adjusted for the split, or correct the split`;
  const twice = `adjusted for it twice, or the ratio is the wrong way round; load a history that is adjusted for the split once, or correct the split`;

  it.each([
    ['prices that are not adjusted for it', 40, 10, unadjusted],
    ['prices that are adjusted for it twice', 10, 40, twice],
  ])('is refused beside %s, staged or released', async (_what, before, after, more) => {
    await bench.bundle(listing);
    await bench.prices('ZQRX.csv', prices(before, after));
    expect(await bench.faults(() => bench.bundle(split('2020-03-09')))).toEqual([contradicted(before, after, more)]);
    await bench.release();
    expect(await bench.faults(() => bench.bundle(split('2020-03-09')))).toEqual([contradicted(before, after, more)]);
  });

  it('is taken beside adjusted prices, and beside prices of other days', async () => {
    await bench.bundle(listing);
    await bench.prices('ZQRX.csv', prices(10, 10.5));
    expect(await bench.bundle(split('2020-03-09'))).toMatchObject({ records: { split: { new: 1 } } });
    expect(await bench.bundle(split('2019-06-03'))).toMatchObject({ records: { split: { new: 1 } } });
  });

  it('is taken once a history that is adjusted for it waits beside the released one', async () => {
    await bench.bundle(listing);
    await bench.prices('ZQRX.csv', prices(40, 10));
    await bench.release();
    await bench.prices('ZQRX.csv', prices(10, 10));
    expect(await bench.bundle(split('2020-03-09'))).toMatchObject({ records: { split: { new: 1 } } });
    await bench.release();
    expect(await bench.rows('select effective_session from split')).toEqual([{ effective_session: '2020-03-09' }]);
  });

  it('of another ticker is no matter of these prices', async () => {
    await bench.bundle(listing, { ...listing, ticker: 'ZQRY', name: 'Zeta Quay' });
    await bench.prices('ZQRX.csv', prices(40, 10));
    const other = { ...split('2020-03-09'), ticker: 'ZQRY' };
    expect(await bench.bundle(other)).toMatchObject({ records: { split: { new: 1 } } });
  });
});
