// Separation of companies: related research changes nothing here, and an unreliable price measures nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import type { BeliefDetail, BriefFull } from '../../../generated/api.ts';
import { changes, placeOf } from '../../ingest/testing/market-changes.ts';
import {
  type Documents,
  type Fields,
  type Market,
  documentsOf,
  walk,
  wholeMarket,
} from '../../ingest/testing/market.ts';

let whole: Documents;

beforeAll(async () => {
  whole = await documentsOf(wholeMarket());
});

/** Questions about NWTB, and about the company that is not a listing. */
const ownQuestions = ['overview', 'full', 'entity', 'belief ada', 'belief bert', 'belief cora'];
const own = (documents: Documents): Documents =>
  Object.fromEntries(ownQuestions.map((question) => [question, documents[question]]));

const neighbourAs =
  (more: Fields, parts: readonly Fields[] = []) =>
  ({ records, prices }: Market): Market => ({
    prices,
    records: [
      ...records.map((record) =>
        record['type'] === 'revision' && record['belief_id'] === 'b:spark-bert' ? { ...record, ...more } : record,
      ),
      ...parts,
    ],
  });

const target: Fields = {
  type: 'target',
  belief_id: 'b:spark-bert',
  revision: 1,
  target_id: 't:spark',
  low: '400',
  high: null,
  currency: 'USD',
  stated_on: '2021-05-03',
  horizon: null,
  price_when_stated: null,
  conditions: [],
  citation_id: 'c:spark-bert:support',
};
const triggered = { validity: 'needs_review', external_state: 'triggered' };

const neighbours: [what: string, market: (market: Market) => Market, shown: boolean][] = [
  ['bearish', neighbourAs({ direction: 'bearish' }), true],
  ['mixed', neighbourAs({ direction: 'mixed' }), true],
  ['unclear', neighbourAs({ direction: 'unclear' }), true],
  ['still forming', neighbourAs({ status: 'forming' }), true],
  ['triggered', neighbourAs(triggered), false],
  ['very confident', neighbourAs({ confidence: 'high', horizon: { text: 'One year' } }), false],
  ['aiming at a price', neighbourAs({}, [target]), false],
  ['saying something else', neighbourAs({ summary: 'Something else.' }), true],
];

describe('a related company', () => {
  it.each(neighbours)(
    'that is %s changes nothing outside of related_context and sector_context [SPEC-R4]',
    async (_what, market, shown) => {
      const differing = changes(own(whole), own(await documentsOf(market(wholeMarket()))));
      const outside = differing.map(placeOf).filter((place) => !/^(related_context|sector_context)\//.test(place));
      expect(outside).toEqual([]);
      expect(differing.length > 0).toBe(shown);
    },
  );

  it('without research changes nothing else either', async () => {
    const alone = (market: Market): Market => ({
      ...market,
      records: market.records.filter((record) => !JSON.stringify(record).includes('spark-bert')),
    });
    const differing = changes(own(whole), own(await documentsOf(alone(wholeMarket()))));
    const expected = /^(related_context|sector_context|citations)\//;
    expect(differing.map(placeOf).filter((place) => !expected.test(place))).toEqual([]);
    expect(differing.length).toBeGreaterThan(5);
  });
});

/** All distances to targets in these documents. */
function distances(documents: Documents) {
  const full = documents['full'] as BriefFull;
  const detail = documents['belief ada'] as BeliefDetail;
  const opportunities = [
    ...full.theses.map((thesis) => thesis.price_opportunity),
    detail.data.belief.price_opportunity,
  ];
  return opportunities.flatMap((opportunity) => opportunity?.targets ?? []);
}

const priced =
  (change: (market: Market) => Market['prices']) =>
  (market: Market): Market => ({
    records: market.records,
    prices: change(market),
  });
const behind = (sessions: number) =>
  priced(({ prices }) =>
    prices.map((file) => (file.ticker === 'NWTB' ? { ...file, rows: file.rows.slice(0, -sessions) } : file)),
  );
const disagreeing = priced(({ prices }) =>
  prices.map((file) =>
    file.provider === 'Test feed' && file.ticker === 'NWTB' ? { ...file, rows: walk(42, 0.15) } : file,
  ),
);
const nowhere = priced(({ prices }) => prices.filter((file) => file.ticker !== 'NWTB'));

describe('the distance to a target', () => {
  it('is a number while the price is current', () => {
    expect(distances(whole).map((one) => one.remaining_change_to_low_percent)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it.each([
    { what: 'one session behind', market: behind(1), status: 'stale', reason: 'price_stale' },
    { what: 'ten sessions behind', market: behind(10), status: 'stale', reason: 'price_stale' },
    { what: 'disputed by another provider', market: disagreeing, status: 'unverified', reason: 'price_unverified' },
    { what: 'unknown', market: nowhere, status: 'unavailable', reason: 'price_unavailable' },
  ])('is no number once the price is $what, and says why [SPEC-R3] [SPEC-R5]', async ({ market, status, reason }) => {
    const documents = await documentsOf(market(wholeMarket()));
    expect((documents['full'] as BriefFull).market_price.status).toBe(status);
    const unknown = {
      current_price: null,
      current_session: null,
      remaining_change_to_low_percent: null,
      remaining_change_to_high_percent: null,
      proximity: 'unknown',
      reason,
    };
    expect(distances(documents)).toMatchObject([unknown, unknown]);
    const { is_expected_return, proves_thesis_valid } =
      (documents['full'] as BriefFull).theses[0]?.price_opportunity ?? {};
    expect([is_expected_return, proves_thesis_valid]).toEqual([false, false]);
  });
});
