// Tables as spreadsheets and joined files leave them: rows without a value, and lines that end in several ways.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSecurities } from '../records/import-securities.ts';
import { LoadingBench } from '../testing/loading.ts';
import { loadPriceCase } from '../testing/price-cases.ts';
import { recordCase } from '../testing/record-cases.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const master = async (content: string) => importSecurities(bench.loading(), await bench.file('master.csv', content));

describe('line ends', () => {
  it.each(['mixed1.csv', 'mixed2.csv', 'mixed3.csv'])('may differ within a price file: %s', async (name) => {
    const report = await loadPriceCase(bench, name, { ticker: 'ZQRX' });
    expect(report.series[0]).toMatchObject({ ticker: 'ZQRX', rows: 10 });
  });

  it('may differ within a table', async () => {
    const report = await importSecurities(bench.loading(), await recordCase(bench, 's_mixed.csv'));
    expect(report.records).toMatchObject({ entity: { new: 2 } });
  });

  it.each([
    ['CRLF, then LF', 'ticker,"name"\r\nZKA,"A, Inc."\nZKB,"B, Inc."\n'],
    ['LF, then CRLF', 'ticker,"name"\nZKA,"A, Inc."\r\nZKB,"B, Inc."\r\n'],
    ['CR, then LF', 'ticker,"name"\rZKA,"A, Inc."\nZKB,"B, Inc."\n'],
    ['CRLF, then CR', 'ticker,name\r\nZKA,Aye\rZKB,Bee\r'],
  ])('may be %s, with and without quotes', async (_name, content) => {
    const report = await master(content);
    expect(report.records).toMatchObject({ entity: { new: 2 } });
    expect(report.notes).toEqual([]);
  });

  it('count as one line each', async () => {
    const faults = await bench.faults(() => master('ticker,"name"\r\nZKA,"A"\nZKB,"B"\rZKC\r\n'));
    expect(faults).toEqual([
      'master.csv:4: it has 1 cells and the header 2; complete the row; a file that ends within one is truncated',
    ]);
  });
});

describe('empty rows', () => {
  it('are skipped and noted with their lines', async () => {
    const report = await master('ticker,name\n,\nZKA,Aye\n , \nZKB,Bee\n,,,\n');
    expect(report.records).toMatchObject({ entity: { read: 2, new: 2 } });
    expect(report.notes).toEqual(['3 empty rows are skipped (lines 2, 4, 6)']);
  });

  it('are counted where there are many', async () => {
    const report = await master(`ticker,name\nZKA,Aye\n${',\n'.repeat(9)}`);
    expect(report.notes).toEqual(['9 empty rows are skipped (lines 3, 4, 5, 6, 7 and 4 more)']);
  });

  it('may stand before the header, and between quotes', async () => {
    const report = await master(';\n"ticker";"name"\n"";""\nZKA;Aye\n');
    expect(report.records).toMatchObject({ entity: { new: 1 } });
    expect(report.notes).toEqual(['2 empty rows are skipped (lines 1, 3)']);
  });

  it('are noted of a price file', async () => {
    const report = await bench.prices('ZQRX.csv', 'date,adj_close\n2024-01-02,50\n,\n2024-01-03,51\n');
    expect(report.series[0]).toMatchObject({ rows: 2 });
    expect(report.notes).toContain('an empty row is skipped (line 3)');
  });

  it('alone are no rows', async () => {
    expect(await bench.faults(() => master('ticker,name\n,\n,\n'))).toEqual([
      'master.csv: the file has no rows; write a header and rows',
    ]);
  });
});
