// Target next to a close that is adjusted for a split after the cutoff: the split was released with the prices.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefDetail, BriefFull } from '../../../generated/api.ts';
import { type OpenMarket, asDocument, beliefIds, openMarket, walk, wholeMarket } from '../../ingest/testing/market.ts';

const split = { type: 'split', ticker: 'NWTB', effective_session: '2021-06-01', numerator: 4, denominator: 1 };

let market: OpenMarket;

beforeAll(async () => {
  const { records, prices } = wholeMarket();
  market = await openMarket({
    records: [...records.filter(({ type }) => type !== 'split'), split],
    prices: prices.map((file) => (file.ticker === 'NWTB' ? { ...file, rows: walk(10, 0.02) } : file)),
  });
});

afterAll(() => market.close());

const afterTheSplit = '2021-06-15T22:00:00.000Z';
const beforeTheSplit = '2021-04-15T22:00:00.000Z';

it.each([beforeTheSplit, afterTheSplit])('is counted in the shares of the close at %s', async (asOf) => {
  const { answers } = market;
  const brief = await answers.brief('live', { ticker: 'NWTB', detail: 'full', as_of: asOf });
  const full = asDocument(brief) as BriefFull;
  const detail = asDocument(await answers.belief('live', beliefIds.ada, asOf)) as BeliefDetail;
  const thesis = full.theses.find(({ belief_id }) => belief_id === beliefIds.ada);
  const [target] = thesis?.price_opportunity?.targets ?? [];
  // Stated at 60 before the split: 15 in the shares of every close of this history.
  expect(target).toMatchObject({ low: 60, split_factor: 4, proximity: 'not_reached', reason: null });
  const close = target?.current_price ?? 0;
  expect(target?.remaining_change_to_low_percent).toBeCloseTo((15 / close - 1) * 100, 6);
  expect(detail.data.belief.price_opportunity?.targets).toEqual([target]);
});
