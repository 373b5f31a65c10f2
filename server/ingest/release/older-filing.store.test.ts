// A code of an older filing that is loaded later holds from its filing to the newer one, and relates companies then alone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BriefOverview } from '../../../generated/api.ts';
import { createAnswers } from '../../answers/answers.ts';
import { importSecurities } from '../records/import-securities.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const header = 'ticker,name,cik,sic,sic_title,sic_filed';
const master = async (name: string, ...rows: string[]): Promise<void> => {
  await importSecurities(bench.loading(), await bench.file(name, `${[header, ...rows].join('\n')}\n`));
};

it('is of its time at every cutoff', async () => {
  await master(
    'newer.csv',
    'ZKD,Delta,0000000101,7372,SOFTWARE,2021-03-01',
    'ZKE,Eps,0000000102,7372,SOFTWARE,2014-03-01',
    'ZKF,Phi,0000000103,2834,PHARMA,2014-03-01',
  );
  await master('older.csv', 'ZKD,Delta,0000000101,2834,PHARMA,2015-03-01');
  const said = (ticker: string) =>
    statement(`r:${ticker}`, { security: { ticker, name: null }, observed_at: '2014-02-03T15:00:00Z' });
  await bench.statements(...['ZKD', 'ZKE', 'ZKF'].map(said));
  await bench.release('2013-01-01T00:00:00.000Z');
  const answers = createAnswers({
    store: bench.store,
    baseUrl: 'https://research.example',
    now: () => '2026-11-01T00:00:00.000Z',
  });
  const relatedAt = async (day: string): Promise<string[]> => {
    const { bytes } = await answers.brief('live', { ticker: 'ZKD', as_of: `${day}T00:00:00.000Z` });
    const { related_context: related } = JSON.parse(bytes.toString()) as BriefOverview;
    return related.related_beliefs.map(({ ticker }) => ticker);
  };
  expect(await relatedAt('2014-12-01')).toEqual([]);
  expect(await relatedAt('2016-06-01')).toEqual(['ZKF']);
  // The watermark is the newest filing.
  expect(await relatedAt('2021-03-02')).toEqual(['ZKE']);
});
