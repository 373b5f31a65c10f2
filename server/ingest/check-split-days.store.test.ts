import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench } from './test-loading.ts';

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
