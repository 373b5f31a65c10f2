// Freshness of each feed by the calendar: a price is fresh, however old, while no session was missed.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { feedReader } from '../../reads/feeds.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const days = ['2020-01-02', '2020-01-03', '2020-01-06', '2020-01-07'];
const yahoo = (count: number): string =>
  ['Date,Open,High,Low,Close,Adj Close,Volume', ...days.slice(0, count).map((day) => `${day},9,11,8,10,10,1`), ''].join(
    '\n',
  );

it('says nothing before the first release, and then of each provider what is priced and what is missing', async () => {
  const read = feedReader();
  const at = async (now: string) => (await read(bench.store.db, now)).find(({ collection }) => collection === 'live');
  expect(await at('2020-01-08T12:00:00.000Z')).toBeUndefined();
  await bench.prices('ZQRX.csv', yahoo(4), { provider: 'one' });
  await bench.prices('ZQRY.csv', yahoo(2), { provider: 'one' });
  await bench.prices('ZQRZ.csv', yahoo(1), { provider: 'two' });
  await bench.release('2020-01-01T00:00:00.000Z');

  // The close of 7 January is published at 22:00; until then nothing of it is missing.
  const before = await at('2020-01-07T21:59:59.999Z');
  expect(before?.feeds).toEqual([
    { provider: 'one', series: 2, stale: 1, sessionsBehind: 0, pricedAt: '2020-01-07T21:00:00.000Z' },
    { provider: 'two', series: 1, stale: 1, sessionsBehind: 2, pricedAt: '2020-01-02T21:00:00.000Z' },
  ]);
  expect(before?.overdueSince === null || (before?.overdueSince ?? '') <= '2020-01-07T21:59:59.999Z').toBe(true);
  const after = await at('2020-01-07T22:00:00.000Z');
  expect(after?.feeds.map(({ stale, sessionsBehind }) => [stale, sessionsBehind])).toEqual([
    [1, 0],
    [1, 3],
  ]);
  // Three days later, of which two are a weekend: 8, 9 and 10 January are missing.
  const weekend = await at('2020-01-12T12:00:00.000Z');
  expect(weekend?.feeds.map(({ stale, sessionsBehind }) => [stale, sessionsBehind])).toEqual([
    [2, 3],
    [1, 6],
  ]);
  expect(weekend?.overdueSince).toBe('2020-01-10T22:00:00.000Z');
  expect(weekend?.calendarThrough).toMatch(/^20\d\d-12-31$/);
});
