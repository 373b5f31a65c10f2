import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSecurities } from './import-securities.ts';
import { importSessions } from './import-sessions.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

describe('loading a security master', () => {
  const master = [
    'ticker,name,exchange,cik,sic,sic_title,sic_source,sic_filed,gics_sector',
    'ZQRX,"Zeta Quarry, Inc.",NYSE,0000000042,0100,AGRICULTURE,filings_2021q1,20210128,Materials',
    'NONE,,,,,,,,Energy',
    'OLDX,Old Ex,NYSE,0000000043,1400,MINING,,,Materials',
    '',
  ].join('\n');

  it('keeps codes as text with their zeros, dates them to the day after the filing, and reports those without a date', async () => {
    const path = await bench.file('master.csv', master);
    const report = await importSecurities(bench.loading(), path);
    expect(report.records).toMatchObject({ entity: { new: 3 }, industry: { new: 2 } });
    expect(report.notes).toEqual([
      '1 column is not read: gics_sector',
      '1 industry codes have no filing date: they are kept and relate to nothing',
    ]);
    await bench.release();
    expect(await bench.rows('select ticker, name, exchange, cik, name_basis from entity order by ticker')).toEqual([
      { ticker: 'NONE', name: null, exchange: null, cik: null, name_basis: 'record' },
      { ticker: 'OLDX', name: 'Old Ex', exchange: 'NYSE', cik: '0000000043', name_basis: 'record' },
      { ticker: 'ZQRX', name: 'Zeta Quarry, Inc.', exchange: 'NYSE', cik: '0000000042', name_basis: 'record' },
    ]);
    expect(await bench.rows('select sic, filed_on, observed_at from industry order by sic')).toEqual([
      { sic: '0100', filed_on: '2021-01-28', observed_at: '2021-01-29T00:00:00.000Z' },
      { sic: '1400', filed_on: null, observed_at: null },
    ]);
    await importSecurities(bench.loading(), path);
    expect((await bench.release()).version).toBeNull();
  });

  it.each([
    ['twice', 'ticker,cik,name,cik', 'cik: two columns could be the cik: cik, cik; remove one of them'],
    [
      'under two names',
      'ticker,name,company',
      'name: two columns could be the name: name, company; remove one of them',
    ],
  ])('refuses a column that is there %s', async (_name, header, fault) => {
    const path = await bench.file('master.csv', `${header}\nZQRX,42,Zeta,43\n`);
    expect(await bench.faults(() => importSecurities(bench.loading(), path))).toEqual([`master.csv:1:${fault}`]);
  });

  it.each([
    ['a semicolon', 'after a blank line', '\nticker;name\nZQRX;"Zeta, Inc."\n'],
    ['a semicolon', 'after blank lines that end with CR LF', '\r\n\r\nticker;name\r\nZQRX;Zeta\r\n'],
    ['a tab', 'after a blank line', '\nticker\tname\nZQRX\tZeta\n'],
    ['a semicolon', 'in lines that end with CR', 'ticker;name\rZQRX;a, b, c\r'],
    ['a semicolon', 'beside a name with commas in quotes', '"ticker";"name";"notes, links, tags, more"\nZQRX;Zeta;x\n'],
  ])('finds %s as the separator %s', async (_separator, _place, content) => {
    const path = await bench.file('master.csv', content);
    expect((await importSecurities(bench.loading(), path)).records).toMatchObject({ entity: { new: 1 } });
  });

  it('takes the words of tools for no value as none, and not as a name', async () => {
    const rows = ['AAX,nan,None,NULL,n/a,NaN', 'NONE,Nan Tech,NYSE,42,1400,20210128'];
    const path = await bench.file('master.csv', ['ticker,name,exchange,cik,sic,sic_filed', ...rows, ''].join('\n'));
    expect((await importSecurities(bench.loading(), path)).records).toMatchObject({
      entity: { new: 2 },
      industry: { new: 1 },
    });
    await bench.release();
    expect(await bench.rows('select ticker, name, exchange, cik from entity order by ticker')).toEqual([
      { ticker: 'AAX', name: null, exchange: null, cik: null },
      { ticker: 'NONE', name: 'Nan Tech', exchange: 'NYSE', cik: '0000000042' },
    ]);
  });

  it.each([
    ['a header alone', 'ticker,name\n', 'the file has no rows'],
    ['blank lines alone', '\n\n', 'the file is empty'],
  ])('refuses %s', async (_name, content, what) => {
    const path = await bench.file('master.csv', content);
    const fault = `master.csv: ${what}; write a header and rows`;
    expect(await bench.faults(() => importSecurities(bench.loading(), path))).toEqual([fault]);
    expect(await bench.faults(() => bench.bundle())).toEqual([
      'bundle.ndjson: the file has no records; write one JSON object on each line',
    ]);
  });

  it.each([
    [
      'a code of three digits',
      'ZQRX,Z,NYSE,42,100,,,20210128,',
      'master.csv:2:sic: "100" is not a SIC code; write four digits, as text: leading zeros count',
    ],
    [
      'a filing date that does not exist',
      'ZQRX,Z,NYSE,42,0100,,,20210230,',
      'master.csv:2:filed_on: it is not a calendar date that exists; write it as 2021-01-28 or 20210128',
    ],
    [
      'a row without a ticker',
      ',Z,NYSE,42,,,,,',
      'master.csv:2:ticker: "" is not a ticker; write 1 to 32 letters from A to Z, digits and the signs . ^ = / : _ & $ * + -',
    ],
  ])('refuses %s', async (_name, row, fault) => {
    const before = await bench.counts();
    const path = await bench.file('master.csv', `${master.split('\n')[0]}\n${row}\n`);
    expect(await bench.faults(() => importSecurities(bench.loading(), path))).toEqual([fault]);
    expect(await bench.counts()).toEqual(before);
  });
});

describe('loading sessions', () => {
  const header = 'session_date,open_utc,close_utc,early_close,source';

  it('keeps only days that differ from the built-in calendar, and prices follow them', async () => {
    const rows = [
      '2020-01-02,2020-01-02T14:30:00Z,2020-01-02T21:00:00Z,false,x',
      '2020-01-04,2020-01-04T14:30:00Z,2020-01-04T18:00:00Z,true,x',
      '2020-01-03,,,false,x',
    ];
    const path = await bench.file('sessions.csv', [header, ...rows].join('\n'));
    const report = await importSessions(bench.loading(), path);
    expect(report.records).toEqual({ session: { read: 2, new: 2, same: 0, replaced: 0 } });
    expect(report.notes).toEqual([
      '2 columns are not read: open_utc, source',
      '1 rows are as the built-in calendar has them and add nothing',
    ]);
    const prices = await bench.prices('ZQRX.csv', 'date,adj_close\n2020-01-02,1\n2020-01-03,2\n2020-01-04,3\n');
    expect(prices).toMatchObject({
      rows: 2,
      notes: ['1 row left out: the exchange had no session that day (the first: 2020-01-03)'],
    });
    await bench.release();
    expect(await bench.rows('select session_date, close_at, early_close from session order by 1')).toEqual([
      { session_date: '2020-01-03', close_at: null, early_close: false },
      { session_date: '2020-01-04', close_at: '2020-01-04T18:00:00.000Z', early_close: true },
    ]);
    // The operator takes an exception back by saying what the calendar says.
    const back = await bench.file(
      'back.csv',
      `${header}\n2020-01-03,2020-01-03T14:30:00Z,2020-01-03T21:00:00Z,false,x\n`,
    );
    expect((await importSessions(bench.loading(), back)).records['session']?.replaced).toBe(1);
  });

  it.each([
    [
      'a close on another day',
      '2020-01-02,,2020-01-03T21:00:00Z,false,x',
      'close_at: 2020-01-03T21:00:00.000Z is on another day than 2020-01-02; write the close of that session in UTC',
    ],
    [
      'an early close that is neither true nor false',
      '2020-01-02,,2020-01-02T21:00:00Z,maybe,x',
      'early_close: it is neither true nor false; write true or false',
    ],
    [
      'an early close of a closed day',
      '2020-01-02,,,true,x',
      'early_close: a closed day has no early close; write false',
    ],
  ])('refuses %s', async (_name, row, fault) => {
    const path = await bench.file('sessions.csv', `${header}\n${row}\n`);
    expect(await bench.faults(() => importSessions(bench.loading(), path))).toEqual([`sessions.csv:2:${fault}`]);
  });
});
