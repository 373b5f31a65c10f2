// Names that begin on a date: the one of the cutoff, in every answer that shows a name of the listing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswers } from '../../answers/answers.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { changeDays } from '../../store/known/read-change-days.ts';
import { readRows } from '../../store/engine/read.ts';
import { findListing } from '../../store/known/read-entities.ts';
import type { Collection } from '../../store/engine/db.ts';
import { importRecords } from './import-records.ts';
import { importSecurities } from './import-securities.ts';
import { release } from '../release/release.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const history = [
  'ticker,name,name_from,exchange,cik,sic,sic_title,sic_filed',
  'ZQRX,Zeta Quarry,2012-05-18,NYSE,42,1400,MINING,20120601',
  'ZQRX,Zeta Minerals,2021-10-28,NYSE,42,1400,MINING,20120601',
  'ZQRX,Zeta of the Future,20400101,NYSE,42,1400,MINING,20120601',
  'OTHR,Other Mills,,NYSE,43,1400,MINING,20120601',
  '',
].join('\n');

/** Before the first record, so that one version holds all of it. */
const start = '2010-01-01T00:00:00.000Z';

async function securities(content: string, collection: Collection = 'live') {
  return importSecurities(bench.loading(collection), await bench.file('securities.csv', content));
}

/** Views of both listings on days before, between and after the dates of the names. */
async function publish(collection: Collection = 'live'): Promise<void> {
  await securities(history, collection);
  const said = (id: string, ticker: string, observed_at: string) =>
    statement(id, { security: { ticker, name: 'As Said' }, observed_at });
  const lines = [
    said('s:1', 'ZQRX', '2011-03-02T15:00:00Z'),
    said('s:2', 'ZQRX', '2022-03-02T15:00:00Z'),
    said('s:3', 'OTHR', '2011-03-02T15:00:00Z'),
    said('s:4', 'OTHR', '2022-03-03T15:00:00Z'),
  ];
  const file = await bench.lines('statements.ndjson', lines);
  await importRecords(bench.loading(collection), file, 'statements');
  await release(bench.store.db, { collection, effectiveAt: start });
}

type NamedTicker = { ticker: string; name: string | null };
type Documents = {
  brief: { security: NamedTicker };
  full: { sector_context: { related: { security: NamedTicker }[] } };
  page: { data: { beliefs: { belief_id: string; subject: NamedTicker }[] } };
  entities: { data: { entities: NamedTicker[] } };
  record: { data: { belief: { subject: NamedTicker } } };
  tickers: { tickers: NamedTicker[] };
};

/** The name of ZQRX in each kind of answer, by one server that keeps what it has answered. */
function namesOver(collection: Collection) {
  const now = () => '2022-06-01T00:00:00.000Z';
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now });
  async function read<Kind extends keyof Documents>(
    _kind: Kind,
    answer: Promise<{ bytes: Uint8Array }>,
  ): Promise<Documents[Kind]> {
    return JSON.parse(Buffer.from((await answer).bytes).toString()) as Documents[Kind];
  }
  const nameIn = (list: readonly NamedTicker[]) => list.find(({ ticker }) => ticker === 'ZQRX')?.name;
  return {
    async at(as_of: string): Promise<(string | null | undefined)[]> {
      const brief = await read('brief', answers.brief(collection, { ticker: 'ZQRX', as_of }));
      const full = await read('full', answers.brief(collection, { ticker: 'OTHR', detail: 'full', as_of }));
      const page = await read('page', answers.beliefs(collection, { as_of }));
      const entities = await read('entities', answers.beliefs(collection, { view: 'entities', as_of }));
      const id = page.data.beliefs.find(({ subject }) => subject.ticker === 'ZQRX')?.belief_id ?? '';
      const record = await read('record', answers.belief(collection, id, as_of));
      return [
        brief.security.name,
        nameIn(full.sector_context.related.map(({ security }) => security)),
        nameIn(page.data.beliefs.map(({ subject }) => subject)),
        nameIn(entities.data.entities),
        record.data.belief.subject.name,
      ];
    },
    async now() {
      return nameIn((await read('tickers', answers.tickers(collection))).tickers);
    },
  };
}

describe('a name with name_from', () => {
  it.each(['live', 'preview'] as const)('is the one of the cutoff in every answer of %s', async (collection) => {
    await publish(collection);
    const names = namesOver(collection);
    const [early, late] = ['Zeta Quarry', 'Zeta Minerals'];
    for (const [asOf, named] of [
      ['2012-06-05T00:00:00.000Z', early],
      ['2021-10-27T23:59:59.999Z', early],
      ['2021-10-28T00:00:00.000Z', late],
      ['2012-06-05T00:00:00.000Z', early],
      ['2022-03-03T15:00:00.000Z', late],
    ] as const)
      expect([asOf, ...new Set(await names.at(asOf))]).toEqual([asOf, named]);
    expect(await names.now()).toBe(late);
  });

  it('leaves the name unknown before the first, though statements and an undated name gave one', async () => {
    await securities('ticker,name\nZQRX,Undated\n');
    await publish();
    const at = (asOf: string) => findListing(bench.store.db, { collection: 'live', version: 1, asOf }, 'ZQRX');
    expect(await at('2012-05-17T23:59:59.999Z')).toMatchObject({ name: null, named_as_loaded: false });
    expect(await at('2012-05-18T00:00:00.000Z')).toMatchObject({ name: 'Zeta Quarry', named_as_loaded: false });
  });

  it('is seen from its release on, joins those of earlier ones, and corrects the name of the same day', async () => {
    await publish();
    await securities('ticker,name,name_from\nZQRX,Zeta Corrected,2012-05-18\nZQRX,Zeta Middle,2015-01-01\n');
    await bench.release('2022-04-01T00:00:00.000Z');
    const named = async (version: number, day: string) =>
      (await findListing(bench.store.db, { collection: 'live', version, asOf: `${day}T12:00:00.000Z` }, 'ZQRX'))?.name;
    expect(await Promise.all(['2013-01-01', '2016-01-01', '2022-01-01'].map((day) => named(1, day)))).toEqual([
      'Zeta Quarry',
      'Zeta Quarry',
      'Zeta Minerals',
    ]);
    expect(await Promise.all(['2013-01-01', '2016-01-01', '2022-01-01'].map((day) => named(2, day)))).toEqual([
      'Zeta Corrected',
      'Zeta Middle',
      'Zeta Minerals',
    ]);
    const [row] = await bench.rows(`select exchange, cik from entity where ticker = 'ZQRX' and from_version = 2`);
    expect(row).toEqual({ exchange: 'NYSE', cik: '0000000042' });
  });

  it('changes its listing on the day from which it holds', async () => {
    await publish();
    const cutoff = { collection: 'live', version: 1, asOf: '2022-03-03T15:00:00.000Z' } as const;
    const read = await readRows(bench.store.db, changeDays(cutoff, { entityId: entityIdForTicker('ZQRX') }, 50));
    const days = read.filter(({ names }) => names > 0).map(({ day }) => day);
    expect(days).toEqual(['2021-10-28', '2012-06-02', '2012-05-18', '2010-01-01']);
  });

  it('is unchanged when the same file is loaded again', async () => {
    await publish();
    expect((await securities(history)).records).toMatchObject({ entity: { new: 0, same: 4, replaced: 0 } });
    expect((await bench.release()).version).toBeNull();
  });

  it('may be the only record of an entity that a belief of the same bundle, or of a later one, is about', async () => {
    const entity_id = '11111111-2222-4333-8444-555555555555';
    const record = { type: 'entity', kind: 'commodity', entity_id, name: 'Tin Ore', name_from: '2012-05-18' };
    const code = { type: 'industry', entity_id, sic: '1000', filed_on: null, source: 'by hand' };
    expect(await bench.faults(() => bench.bundle(record, code))).toEqual([]);
    expect(await bench.faults(() => bench.bundle({ ...code, sic: '1040', filed_on: '2014-01-02' }))).toEqual([]);
    await bench.release();
    expect(await bench.rows('select name, names from entity')).toEqual([
      { name: null, names: { '2012-05-18': 'Tin Ore' } },
    ]);
  });
});

describe('a file with name_from', () => {
  const faultsOf = (content: string) => bench.faults(() => securities(content));

  it.each([
    [
      'a ticker twice without a day',
      'ZQRX,One,\nZQRX,Two,',
      '3: an earlier line has other content for the entity of the same ticker, entity_id and name_from; keep the line that holds',
    ],
    [
      'a ticker twice with one day',
      'ZQRX,One,2012-05-18\nZQRX,Two,2012-05-18',
      '3: an earlier line has other content for the entity of the same ticker, entity_id and name_from; keep the line that holds',
    ],
    [
      'a day without a name',
      'ZQRX,,2012-05-18',
      '2:name: there is a name_from without a name; write the name, or leave name_from out',
    ],
    [
      'a day that does not exist',
      'ZQRX,One,2012-02-30',
      '2:name_from: it is not a calendar date that exists; write it as 2021-01-28 or 20210128',
    ],
  ])('is refused with %s', async (_what, rows, fault) => {
    const before = await bench.counts();
    expect(await faultsOf(`ticker,name,name_from\n${rows}\n`)).toEqual([`securities.csv:${fault}`]);
    expect(await bench.counts()).toEqual(before);
  });

  it('notes the names without a day that are not shown, and none that repeat the newest', async () => {
    const mixed = 'ticker,name,name_from\nZQRX,Zeta Quarry,2012-05-18\nZQRX,Zeta Minerals,\n';
    const note = (ticker: string, count = 1) =>
      `${count} names without name_from are not shown, because their listings have dated names (the first: ${ticker}); add the day from which each holds as name_from`;
    expect((await securities(mixed)).notes).toEqual([note('ZQRX')]);
    await bench.release();
    expect((await securities('ticker,name\nzqrx,Zeta Other\nOTHR,Other Mills\n')).notes).toEqual([note('ZQRX')]);
    expect((await securities('ticker,name\nZQRX,Zeta Quarry\nOTHR,Other Mills\n')).notes).toEqual([]);
  });
});

describe('a name without name_from', () => {
  const asLoaded = async (collection: Collection, version: number, asOf: string) =>
    (await findListing(bench.store.db, { collection, version, asOf }, 'OTHR'))?.named_as_loaded;

  it.each(['live', 'preview'] as const)(
    'is named as loaded before the newest observation of its release, and not from it on: %s',
    async (collection) => {
      await publish(collection);
      expect(await asLoaded(collection, 1, '2015-01-01T00:00:00.000Z')).toBe(true);
      expect(await asLoaded(collection, 1, '2022-03-03T14:59:59.999Z')).toBe(true);
      expect(await asLoaded(collection, 1, '2022-03-03T15:00:00.000Z')).toBe(false);
    },
  );

  it('counts the observations of earlier releases, and not those of later ones', async () => {
    await publish();
    await securities('ticker,name\nOTHR,Other Mills Renamed\n');
    await bench.release('2022-04-01T00:00:00.000Z');
    const later = statement('s:5', { security: { ticker: 'OTHR', name: null }, observed_at: '2022-05-02T15:00:00Z' });
    await bench.statements(later);
    await bench.release('2022-05-10T00:00:00.000Z');
    expect(await asLoaded('live', 3, '2022-03-03T14:59:59.999Z')).toBe(true);
    expect(await asLoaded('live', 3, '2022-03-03T15:00:00.000Z')).toBe(false);
  });

  it('is never named as loaded where it is unknown', async () => {
    await securities('ticker,name\nOTHR,\n');
    const nameless = statement('s:1', { security: { ticker: 'OTHR', name: null } });
    await bench.statements(nameless);
    await bench.release(start);
    expect(await asLoaded('live', 1, '2015-01-01T00:00:00.000Z')).toBe(false);
  });
});
