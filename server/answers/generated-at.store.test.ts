// `generated_at` of an answer is never before an observation in it, be it of another company.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BriefOverview } from '../../generated/api.ts';
import { type Fields, type OpenMarket, asDocument, openMarket, wholeMarket } from '../ingest/testing/market.ts';

/** The same records with another code, valid from the midnight after the filing. */
const recoded = (record: Fields): Fields[] =>
  record['type'] === 'industry' ? [record, { ...record, sic: '3512', filed_on: '2021-05-05' }] : [record];

let market: OpenMarket;

beforeAll(async () => {
  const { records, prices } = wholeMarket();
  market = await openMarket({ records: records.flatMap(recoded), prices });
});

afterAll(() => market.close());

async function overviewAt(asOf: string): Promise<BriefOverview> {
  return asDocument(await market.answers.brief('live', { ticker: 'NWTB', as_of: asOf })) as BriefOverview;
}

it.each([
  ['a belief about the neighbour', '2021-05-03T16:00:00.000Z', '2021-05-03T15:00:00.000Z'],
  ['a filed industry code', '2021-05-06T12:00:00.000Z', '2021-05-06T00:00:00.000Z'],
])('%s is the newest of what the brief tells', async (_what, asOf, newest) => {
  const { generated_at, related_context, citations } = await overviewAt(asOf);
  expect(related_context.related_beliefs).toHaveLength(1);
  expect(generated_at).toBe(newest);
  const later = citations.filter(({ observed_at }) => observed_at !== null && observed_at > generated_at);
  expect(later).toEqual([]);
});
