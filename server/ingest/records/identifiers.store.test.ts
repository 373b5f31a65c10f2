// Identifiers of a security master: checked at load, kept, and shown from the release that brings them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CoveredTicker, EntitiesPage, EntityItem, TickersResponse } from '../../../generated/api.ts';
import { createAnswers } from '../../answers/answers.ts';
import { importSecurities } from './import-securities.ts';
import { importRecords } from './import-records.ts';
import { LoadingBench, statement } from '../testing/loading.ts';
import { recordCase } from '../testing/record-cases.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const now = '2026-10-05T00:00:00.000Z';

const answers = () => createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });

async function entities(asOf?: string): Promise<readonly EntityItem[]> {
  const request = { view: 'entities' as const, ...(asOf !== undefined && { as_of: asOf }) };
  const { bytes } = await answers().beliefs('live', request);
  return (JSON.parse(bytes.toString()) as EntitiesPage).data.entities;
}

async function tickers(): Promise<readonly CoveredTicker[]> {
  const { bytes } = await answers().tickers('live');
  return (JSON.parse(bytes.toString()) as TickersResponse).tickers;
}

const master = async (content: string) => importSecurities(bench.loading(), await bench.file('master.csv', content));

const known = { cik: '0000000042', figi: 'ZZG0ZETA0016', isin: 'ZZ00ZETA0014' };

describe('identifiers', () => {
  it('are shown from the release on that brings them, and before it as they were', async () => {
    await bench.statements(statement('r:1'));
    await bench.release('2020-03-01T00:00:00Z');
    await master('ticker,cik,figi,isin\nZQRX,42,zzg0zeta0016,zz00zeta0014\n');
    await bench.release('2020-04-01T00:00:00Z');
    const [before] = await entities('2020-03-10T00:00:00Z');
    expect(before).toMatchObject({ ticker: 'ZQRX' });
    for (const field of Object.keys(known)) expect(before).not.toHaveProperty(field);
    expect(await entities('2020-04-02T00:00:00Z')).toMatchObject([known]);
    expect(await tickers()).toMatchObject([{ ticker: 'ZQRX', ...known }]);
  });

  it('stay where a later file has no column for them, and go with an empty cell', async () => {
    await bench.statements(statement('r:1'));
    await master('ticker,cik,figi,isin\nZQRX,42,ZZG0ZETA0016,ZZ00ZETA0014\n');
    await master('ticker,name\nZQRX,Zeta Quarry Works\n');
    await bench.release();
    expect(await tickers()).toMatchObject([{ name: 'Zeta Quarry Works', ...known }]);
    await master('ticker,isin\nZQRX,\n');
    await bench.release();
    const [one] = await tickers();
    expect(one).toMatchObject({ cik: known.cik, figi: known.figi });
    expect(one).not.toHaveProperty('isin');
  });

  it.each([
    ['figi', 'ZZG0ZETA0017', 'the check digit of ZZG0ZETA0017 is 7, and that of ZZG0ZETA001 would be 6'],
    ['isin', 'ZZ00ZETA0041', 'the check digit of ZZ00ZETA0041 is 1, and that of ZZ00ZETA004 would be 8'],
  ])('are refused with another check digit: %s', async (field, value, what) => {
    expect(await bench.faults(() => master(`ticker,${field}\nZQRX,${value}\n`))).toEqual([
      `master.csv:2:${field}: ${what}; copy it again from its source, or leave it out`,
    ]);
  });

  it.each([
    ['figi', 'ZZG0ZETA001'],
    ['isin', '1200ZETA0014'],
    ['cik', '12345678901'],
  ])('are refused in another form: %s', async (field, value) => {
    const [fault] = await bench.faults(() => master(`ticker,${field}\nZQRX,${value}\n`));
    expect(fault).toContain(`master.csv:2:${field}: "${value}"`);
  });
});

it('takes a CIK with and without its zeros as one company, whose classes are not related', async () => {
  await importSecurities(bench.loading(), await recordCase(bench, 's_cik.csv'));
  await importRecords(bench.loading(), await recordCase(bench, 's_cik.ndjson'), 'statements');
  await bench.release();
  const { bytes } = await answers().brief('live', { ticker: 'ZKA', detail: 'full' });
  const brief = JSON.parse(bytes.toString()) as { sector_context: { related: { security: { ticker: string } }[] } };
  expect(brief.sector_context.related.map(({ security }) => security.ticker)).toEqual(['ZKC']);
  expect((await tickers()).map(({ ticker, cik }) => [ticker, cik])).toContainEqual(['ZKA', '0001067983']);
});
