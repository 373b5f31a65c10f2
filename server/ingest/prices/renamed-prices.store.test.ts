// The prices of a listing that goes by another ticker: it is quoted from what is loaded under its new one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswers } from '../../answers/answers.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

const renamed = {
  type: 'entity',
  kind: 'listing',
  entity_id: entityIdForTicker('ZQRX'),
  ticker: 'ZQNEW',
  name: 'Zeta New',
};

const days = ['2020-03-03', '2020-03-04', '2020-03-05', '2020-03-06', '2020-03-09', '2020-03-10', '2020-03-11'];
const csv = (closes: readonly number[], from = 0): string =>
  ['date,adj_close', ...closes.map((close, index) => `${days[from + index]},${close}`), ''].join('\n');
const five = csv([10, 11, 12, 13, 14]);
const seven = csv([10, 11, 12, 13, 14, 15, 16]);

const loadedAt = '2020-03-20T00:00:00.000Z';
const renamedAt = '2020-04-01T00:00:00.000Z';
const pricedAt = '2020-05-01T00:00:00.000Z';
const doubtedAt = '2020-05-02T00:00:00.000Z';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
  await bench.statements(statement('s:1'));
  await bench.prices('ZQRX.csv', five);
  await bench.release(loadedAt);
});
afterEach(() => bench.close());

/** Answer of a server with empty caches at this moment: a later moment would settle records that wait for a release. */
async function brief(ticker: string, asOf: string): Promise<Buffer> {
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });
  return (await answers.brief('live', { ticker, detail: 'full', as_of: asOf })).bytes;
}

type QuoteDocument = { market_price: { reference: { price: number; source: string } | null } };
const quoted = (bytes: Buffer): unknown => (JSON.parse(bytes.toString()) as QuoteDocument).market_price.reference;

describe('once its renaming is released', () => {
  it('is quoted from what was loaded under its first ticker, until its new one has prices, and settled answers stay', async () => {
    const before = await brief('ZQRX', loadedAt);
    await bench.bundle(renamed);
    await bench.release(renamedAt);
    const between = await brief('ZQNEW', renamedAt);
    expect(quoted(between)).toMatchObject({ price: 14 });
    await bench.prices('ZQNEW.csv', seven);
    await bench.release(pricedAt);
    expect(quoted(await brief('ZQNEW', pricedAt))).toMatchObject({ price: 16 });
    expect((await brief('ZQRX', loadedAt)).equals(before)).toBe(true);
    expect((await brief('ZQNEW', renamedAt)).equals(between)).toBe(true);
  });

  it('is not doubted for what its provider told before a dividend, and is for what another one tells', async () => {
    await bench.bundle(renamed);
    await bench.release(renamedAt);
    await bench.prices('ZQNEW.csv', csv([5, 5.5, 6, 6.5, 7, 7.5, 8]));
    await bench.release(pricedAt);
    expect((await brief('ZQNEW', pricedAt)).toString()).not.toContain('Providers ');
    await bench.prices('ZQNEW.csv', csv([10, 11, 12, 13, 20, 15, 16]), { provider: 'desk' });
    await bench.release(doubtedAt);
    expect((await brief('ZQNEW', doubtedAt)).toString()).toContain(
      'Providers unstated and desk part on 2020-03-09: their ratio differs by 30.00 percent',
    );
  });
});

describe('once another listing has its ticker', () => {
  const ownId = '11111111-2222-4333-8444-555555555555';
  const successor = { type: 'entity', kind: 'listing', entity_id: ownId, ticker: 'ZQRX', name: 'Zeta Other Fund' };
  const refused = [
    `ZQRX.csv:ZQRX: ZQRX|unstated holds the prices of another listing (entity_id ${renamed.entity_id}); load these with --provider and a name of their own`,
  ];
  const its = csv([500, 501, 502, 503, 504]);

  describe.each([
    ['released', true],
    ['staged', false],
  ])('by a record that is %s', (_name, isReleased) => {
    beforeEach(async () => {
      await bench.bundle(renamed, successor);
      if (isReleased) await bench.release(renamedAt);
    });

    it.each([
      ['restates what the first one has', its],
      ['shares a session with it', csv([14, 501, 502], 4)],
      ['shares none with it', csv([500, 501], 5)],
    ])('its prices are refused when their file %s, and the first one keeps its own', async (_what, file) => {
      const before = await bench.counts();
      expect(await bench.faults(() => bench.prices('ZQRX.csv', file))).toEqual(refused);
      expect(await bench.counts()).toEqual(before);
    });

    it('has prices of its own from another provider, and the file of before adds nothing', async () => {
      expect(await bench.prices('ZQRX.csv', five)).toMatchObject({ new: 0, same: 5 });
      await bench.prices('ZQRX.csv', its, { provider: 'desk' });
      await bench.release(pricedAt);
      expect(quoted(await brief('ZQNEW', pricedAt))).toMatchObject({ price: 14, source: 'unstated' });
      const owners = 'select series_id, entity_id from price_vintage where to_version = 2147483647 order by 1';
      expect(await bench.rows(owners)).toEqual([
        { series_id: 'ZQRX|desk', entity_id: ownId },
        { series_id: 'ZQRX|unstated', entity_id: renamed.entity_id },
      ]);
    });
  });
});

describe('prices that wait for their release and continue those of a listing that has no record', () => {
  const first = entityIdForTicker('ZQB');
  const taking = { ...renamed, entity_id: '11111111-2222-4333-8444-555555555555', ticker: 'ZQB' };
  beforeEach(async () => {
    await bench.prices('ZQB.csv', five);
    await bench.release(renamedAt);
  });

  const ofZqb = () =>
    bench.rows(`select entity_id from entity where ticker_folded = 'ZQB' and to_version = 2147483647`);

  it('are released before another listing takes the ticker', async () => {
    await bench.prices('ZQB.csv', seven);
    const before = await bench.counts();
    expect(await bench.faults(() => bench.bundle(taking))).toEqual([
      'bundle.ndjson:1:ticker: what is staged says ZQB and means another listing, such as the price ZQB|unstated; release that first, and load this file then',
    ]);
    expect(await bench.counts()).toEqual(before);
    await bench.release(pricedAt);
    await bench.bundle(taking);
    await bench.release(doubtedAt);
    expect(await ofZqb()).toEqual([{ entity_id: taking.entity_id }]);
  });

  it('are refused by the release however they came to be staged beside it, and what it says helps', async () => {
    await bench.bundle(taking);
    const [waiting] = await bench.rows<object>('select * from staged');
    await bench.store.db('staged').delete();
    await bench.prices('ZQB.csv', seven);
    await bench.store.db('staged').insert(waiting ?? {});
    const before = await bench.counts();
    expect(await bench.faults(() => bench.release(pricedAt))).toEqual([
      `release:ZQB|unstated: the staged prices continue those of another listing (entity_id ${first}) than ZQB is now; load the entity record that takes ZQB with another ticker, release, and load it as it was then`,
    ]);
    expect(await bench.counts()).toEqual(before);
    await bench.bundle({ ...taking, ticker: 'ZQC' });
    await bench.release(pricedAt);
    await bench.bundle(taking);
    await bench.release(doubtedAt);
    expect(await ofZqb()).toEqual([{ entity_id: taking.entity_id }]);
    expect(await bench.rows('select distinct entity_id from price_vintage')).toHaveLength(2);
  });
});
