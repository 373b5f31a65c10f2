// Two providers of one listing are held against each other by their returns; where they part, the price is not relied on.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswers } from '../../answers/answers.ts';
import { createCalendar } from '../../measures/calendar.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

const days = createCalendar()
  .sessions.map(({ date }) => date)
  .filter((date) => date >= '2020-03-02' && date <= '2020-04-30');
const asOf = '2020-05-01T00:00:00.000Z';
const csv = (closeAt: (at: number) => number): string =>
  ['date,adj_close', ...days.map((day, at) => `${day},${closeAt(at).toFixed(4)}`), ''].join('\n');
const rising = (at: number): number => 10 * 1.002 ** at;

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
  await bench.statements(statement('s:1'));
  await bench.prices(
    'SPY.csv',
    csv(() => 300),
  );
  await bench.prices('ZQRX.csv', csv(rising), { provider: 'zelkova' });
});
afterEach(() => bench.close());

type Brief = {
  market_price: { status: string; reference: { source: string; price: number } };
  trade_state: { setups: { price_confirmation: string }[] };
  data_status: { freshness: string; market_freshness: { reason: string } };
};

async function brief(): Promise<Brief> {
  await bench.release('2020-05-01T00:00:00.000Z');
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });
  const { bytes } = await answers.brief('live', { ticker: 'ZQRX', as_of: asOf });
  return JSON.parse(bytes.toString()) as Brief;
}

describe('a second provider', () => {
  it.each([
    ['on another basis, by a constant factor', (at: number) => rising(at) * 0.93],
    ['within a hundredth', (at: number) => rising(at) * (at % 2 === 0 ? 1.004 : 1)],
    ['of a part of the window', (at: number) => (at < 20 ? rising(at) : rising(at))],
  ])('confirms the price %s', async (_what, closeAt) => {
    await bench.prices('ZQRX.csv', csv(closeAt), { provider: 'alder' });
    const { market_price, trade_state } = await brief();
    expect(market_price).toMatchObject({ status: 'current', reference: { source: 'zelkova' } });
    expect(trade_state.setups.map((setup) => setup.price_confirmation)).toEqual(['working']);
  });

  it.each([
    ['a split that one of them does not know', (at: number) => rising(at) * (at < 20 ? 2 : 1), days[0], '100.00'],
    ['one session', (at: number) => rising(at) * (at === 30 ? 1.05 : 1), days[30], '5.00'],
    [
      'the newest closes, though the first ones are equal',
      (at: number) => rising(at) * (at > 35 ? 0.9 : 1),
      days[0],
      '11.11',
    ],
  ])(
    'that parts by %s makes the price unverified and its confirmation unmeasured',
    async (_what, closeAt, day, gap) => {
      await bench.prices('ZQRX.csv', csv(closeAt), { provider: 'alder', providerRank: 2 });
      const { market_price, trade_state, data_status } = await brief();
      // A rank outranks the order of loading, so the second provider is the quoted one.
      expect(market_price).toMatchObject({ status: 'unverified', reference: { source: 'alder' } });
      expect(data_status.freshness).toBe('stale');
      expect(data_status.market_freshness.reason).toContain(
        `Providers alder and zelkova part on ${day}: their ratio differs by`,
      );
      expect(trade_state.setups.map((setup) => setup.price_confirmation)).toEqual(['unmeasured']);
      const found = /differs by ([0-9.]+) percent/.exec(data_status.market_freshness.reason)?.[1];
      expect(Math.abs(Number(found) - Number(gap))).toBeLessThan(Number(gap) * 0.6);
    },
  );
});
