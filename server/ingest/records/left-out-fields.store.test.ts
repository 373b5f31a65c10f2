import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSecurities } from './import-securities.ts';
import type { LoadReport } from '../files/loading.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const load = async (...lines: string[]): Promise<LoadReport> =>
  importSecurities(bench.loading(), await bench.file('securities.csv', `${lines.join('\n')}\n`));
const listings = (): Promise<object[]> =>
  bench.rows('select name, exchange, cik, name_basis from entity where to_version = 2147483647');

const whole = ['ticker,name,exchange,cik', 'ZQRX,Zeta Quarry,NYSE,0000000042'];
const known = { name: 'Zeta Quarry', exchange: 'NYSE', cik: '0000000042', name_basis: 'record' };

describe('a column that a later file of securities does not have', () => {
  it.each([
    ['staged', false],
    ['released', true],
  ])('leaves what is %s as it is', async (_where, isReleased) => {
    await load(...whole);
    if (isReleased) await bench.release();
    await load('ticker,sic,sic_filed', 'ZQRX,1400,20210128');
    await bench.release();
    expect(await listings()).toEqual([known]);
    await load('ticker,name', 'ZQRX,Zeta Quarrying');
    await bench.release();
    expect(await listings()).toEqual([{ ...known, name: 'Zeta Quarrying' }]);
  });

  it('adds nothing to what is staged with more columns', async () => {
    await load(...whole);
    expect((await load('ticker,cik', 'ZQRX,0000000042')).records).toMatchObject({ entity: { new: 0, same: 1 } });
    expect((await load(...whole)).records).toMatchObject({ entity: { new: 0, same: 1 } });
  });

  it('leaves a name as one that statements gave', async () => {
    await bench.statements(statement('s:1'));
    await bench.release();
    await load('ticker,cik', 'ZQRX,42');
    await bench.release();
    expect(await listings()).toEqual([
      { name: 'Zeta Quarry', exchange: null, cik: '0000000042', name_basis: 'statement' },
    ]);
  });
});

it('an empty cell takes away what was known', async () => {
  await load(...whole);
  await load('ticker,name,exchange,cik', 'ZQRX,,,');
  await bench.release();
  expect(await listings()).toEqual([{ name: null, exchange: null, cik: null, name_basis: 'record' }]);
});
