// The raw reader over a small folder of fictional files, in the column orders that people have.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCommands } from './load.ts';
import { calendarDate, priceFileOf, readFolder } from './raw-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'raw-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files: Record<string, string> = {
  'nyse_sessions.csv':
    'session_date,open_utc,close_utc,early_close,source\n2014-01-03,2014-01-03T14:30:00Z,2014-01-03T18:00:00Z,true,x\n2014-01-02,2014-01-02T14:30:00Z,2014-01-02T21:00:00Z,false,x\n',
  'security_master.csv': 'ticker,name,cik,sic,sic_filed\nAAA,"Aarde, Inc.",0000000001,0100,20140105\nBBB,,,,\n',
  'prices/SPY.csv': 'Date,High,Low,Open,Close,Volume,Adj Close\n2014-01-02,3,1,2,2.5,100,1.25\n',
  'prices/alpha/AAA.csv':
    'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient\n2014-01-02,1,2,1,2,1.5,9,0,1\n2014-01-03,1,2,1,2,null,9,0,1\n',
  'prices/plain/many.csv': 'ticker,date,adj_close\nCCC,2014-01-02,7\nDDD,2014-01-02,8.00000000000123\n',
  'prices/bare/EEE.csv': 'Date,Open,High,Low,Close,Volume\n20140102,1,2,1,9,0\n',
};
for (const name of ['alpha', 'plain', 'bare']) mkdirSync(join(folder, 'prices', name), { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const statement = {
  record_id: 'r:1',
  person: { id: 'ada', name: 'Ada', handle: null },
  security: { ticker: 'aaa', name: null },
  direction: 'bullish',
  observed_at: '2014-01-02T10:00:00Z',
};
writeFileSync(join(folder, 'statements.ndjson.gz'), gzipSync(`${JSON.stringify(statement)}\n\n`));

describe('a data folder', () => {
  const raw = readFolder(folder);
  it('is read by column names, whatever their order, and a missing price is no price', () => {
    const closes = raw.priceFiles.map(({ ticker, hasAdjusted, prices }) => [
      ticker,
      hasAdjusted,
      ...prices.map((p) => p.adjusted),
    ]);
    expect(closes).toEqual([
      ['SPY', true, 1.25],
      ['AAA', true, 1.5],
      ['EEE', false, 9],
      ['CCC', true, 7],
      ['DDD', true, 8.00000000000123],
    ]);
  });
  it('gives sessions in order, codes with their leading zeros, and what is empty as unknown', () => {
    expect(raw.sessions.map(({ date, early }) => [date, early])).toEqual([
      ['2014-01-02', false],
      ['2014-01-03', true],
    ]);
    expect(raw.securities).toEqual([
      { ticker: 'AAA', name: 'Aarde, Inc.', cik: '0000000001', sic: '0100', filedOn: '2014-01-05' },
      { ticker: 'BBB', name: null, cik: null, sic: null, filedOn: null },
    ]);
    expect(raw.statements).toMatchObject([{ ticker: 'AAA', observedAt: '2014-01-02T10:00:00.000Z' }]);
  });
  it('is released before its first record, after a command for every provider and basis', () => {
    expect(raw.releases[0]).toBe('2014-01-01T10:00:00.000Z');
    expect(
      loadCommands(folder, raw).map(([command, ...rest]) => [
        command,
        rest.includes('--provider'),
        rest.includes('--basis'),
      ]),
    ).toEqual([
      ['import-sessions', false, false],
      ['import-securities', false, false],
      ['import-prices', false, false],
      ['import-prices', true, false],
      ['import-prices', true, true],
      ['import-prices', true, false],
      ['import-statements', false, false],
      ['release', false, false],
    ]);
  });
  it('refuses what it cannot tell: a row cut short, a date that is none, a ticker of two providers', () => {
    expect(() => calendarDate('01/02/2014')).toThrow('not a date');
    expect(() =>
      priceFileOf([...raw.priceFiles, ...raw.priceFiles.map((f) => ({ ...f, folder: 'other' }))], 'SPY'),
    ).toThrow('several providers');
    writeFileSync(join(folder, 'prices/SPY.csv'), 'Date,Adj Close\n2014-01-02\n');
    expect(() => readFolder(folder)).toThrow('not as many fields');
  });
});
