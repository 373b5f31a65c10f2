// A ticker that another listing left behind: no research reaches the wrong listing, and the new one gets its own id.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { importSecurities } from '../records/import-securities.ts';
import { belief, citation, evidence, revision, type Fields } from '../testing/bundle.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

const first = entityIdForTicker('ZQRX');
const ownId = '11111111-2222-4333-8444-555555555555';
const renamed = { type: 'entity', kind: 'listing', entity_id: first, ticker: 'ZQNEW', name: 'Zeta New' };
const successor = { type: 'entity', kind: 'listing', entity_id: ownId, ticker: 'ZQRX', name: 'Zeta Other Fund' };
const person = { type: 'person', person_id: 'p:ada', name: 'Ada Quill', handle: null };
const split = { type: 'split', ticker: 'ZQRX', effective_session: '2020-01-02', numerator: 4, denominator: 1 };
const byTicker = { type: 'entity', kind: 'listing', ticker: 'ZQRX', name: 'Zeta Fund' };

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
  await bench.statements(statement('s:1'));
  await bench.release('2019-01-01T00:00:00.000Z');
});
afterEach(() => bench.close());

const fault =
  'the listing that was ZQRX is ZQNEW now; write ZQNEW, or load an entity record that gives ZQRX an entity_id of its own';

async function securities(...rows: string[]): Promise<unknown> {
  const path = await bench.file('master.csv', ['ticker,name,exchange,cik', ...rows, ''].join('\n'));
  return importSecurities(bench.loading(), path);
}

const prices = () => bench.prices('ZQRX.csv', 'date,adj_close\n2020-03-03,10\n2020-03-04,11\n');

const told: Fields[] = [
  { type: 'source', source_id: 'src:letters', kind: 'letter', name: 'Quarry Letters' },
  evidence(),
  citation(),
  belief(),
  revision(),
];

describe.each([
  ['once its renaming is released', true],
  ['while its renaming is staged', false],
])('a ticker that its listing left behind, %s', (_name, released) => {
  beforeEach(async () => {
    await bench.bundle(renamed);
    if (released) await bench.release();
  });

  it('is refused by every import, and leaves the store as it was', async () => {
    const before = await bench.counts();
    expect(await bench.faults(() => securities('ABC,Alpha,NYSE,1', 'ZQRX,Zeta Fund,NYSE,2'))).toEqual([
      `master.csv:3:ticker: ${fault}`,
    ]);
    expect(await bench.faults(() => bench.statements(statement('s:2')))).toEqual([
      `statements.ndjson:1:security.ticker: ${fault}`,
    ]);
    expect(await bench.faults(() => bench.bundle(...told))).toContain(`bundle.ndjson:4:subject.ticker: ${fault}`);
    expect(await bench.faults(prices)).toEqual([`ZQRX.csv:ZQRX: ${fault}`]);
    expect(await bench.counts()).toEqual(before);
    // The statement that was loaded before the renaming counts as loaded.
    expect((await bench.statements(statement('s:1'))).records['statement']?.same).toBe(1);
  });

  it('is another listing once an entity record gives it an id of its own, in the same release too', async () => {
    await bench.bundle(successor);
    await securities('ZQRX,Zeta Fund,NYSE,2');
    await prices();
    await bench.statements(statement('s:2', { person: { id: 'p:bo', name: 'Bo Lind', handle: null } }));
    await bench.release();
    const listings = await bench.rows('select ticker, entity_id from entity where to_version = 2147483647 order by 1');
    expect(listings).toEqual([
      { ticker: 'ZQNEW', entity_id: first },
      { ticker: 'ZQRX', entity_id: ownId },
    ]);
    expect(await bench.rows('select entity_id from price_vintage')).toEqual([{ entity_id: ownId }]);
    expect(await bench.rows(`select entity_id from belief where person_id = 'p:bo'`)).toEqual([{ entity_id: ownId }]);
  });
});

it('a file may name the listing and the one that has its ticker now, in any order', async () => {
  const aboutIt = statement('s:2', { person: { id: 'p:bo', name: 'Bo Lind', handle: null } });
  await bench.bundle({ type: 'statement', ...aboutIt, direction_basis: 'operator_classified' }, successor, renamed);
  await bench.release();
  expect(await bench.rows(`select entity_id from belief where person_id = 'p:bo'`)).toEqual([{ entity_id: ownId }]);
});

it('a release refuses a staged row of that ticker, however it came to be staged', async () => {
  await bench.bundle(byTicker);
  const [waiting] = await bench.rows<{ body: string }>('select * from staged');
  await bench.store.db('staged').delete();
  await bench.bundle(renamed);
  await bench.release();
  await bench.store.db('staged').insert(waiting ?? {});
  const before = await bench.counts();
  const [refused] = await bench.faults(() => bench.release());
  expect(refused).toContain(`ticker:ZQRX: the listing that was ZQRX is ZQNEW now (entity_id ${first}); write ZQNEW`);
  expect(await bench.counts()).toEqual(before);
});

describe('what waits for its release and says the ticker that a listing is to leave', () => {
  const says = (kind: string, key: string): string =>
    `bundle.ndjson:1:ticker: what is staged says ZQRX and means this listing, such as the ${kind} ${key}; release that first, and load this file then`;
  const other = { person: { id: 'p:bo', name: 'Bo Lind', handle: null } };

  it.each<[string, string, () => Promise<unknown>]>([
    ['statement', 's:2', () => bench.statements(statement('s:2', other))],
    ['entity', 'ticker:ZQRX', () => bench.bundle(byTicker)],
    ['belief', 'b:1', () => bench.bundle(...told, person)],
    ['split', 'ZQRX 2020-01-02', () => bench.bundle(split)],
    ['price', 'ZQRX|unstated', prices],
  ])('keeps the listing: its %s is released before the renaming is loaded', async (kind, key, load) => {
    await load();
    const before = await bench.counts();
    for (const files of [[renamed], [renamed, successor]])
      expect(await bench.faults(() => bench.bundle(...files))).toEqual([says(kind, key)]);
    expect(await bench.counts()).toEqual(before);
    await bench.release();
    await bench.bundle(renamed, successor);
    await bench.release();
  });

  it('also of a listing that only they give rise to', async () => {
    await bench.statements(
      statement('s:9', {
        ...other,
        security: { ticker: 'ZQB', name: null, cik: null, sic: null, sic_title: null, gics_sector: null },
      }),
    );
    expect(await bench.faults(() => bench.bundle({ ...renamed, entity_id: entityIdForTicker('ZQB') }))).toEqual([
      says('statement', 's:9').replace('ZQRX', 'ZQB'),
    ]);
  });

  it('is refused with the renaming in the file that states it again, and both are released in their order', async () => {
    await bench.bundle(split);
    const before = await bench.counts();
    expect(await bench.faults(() => bench.bundle(split, renamed))).toEqual([`bundle.ndjson:1:ticker: ${fault}`]);
    expect(await bench.counts()).toEqual(before);
    await bench.release();
    await bench.bundle(split, renamed);
    await bench.release();
    expect(await bench.rows('select entity_id from split')).toEqual([{ entity_id: first }]);
  });

  it("is the file's own where the file holds it: loading it again after an interruption changes nothing", async () => {
    const own = { type: 'statement', ...statement('s:2', other), direction_basis: 'operator_classified' };
    await bench.bundle(own, successor, renamed);
    await bench.store.db('staged').where({ kind: 'entity' }).delete();
    await bench.bundle(own, successor, renamed);
    await bench.release();
    expect(await bench.rows(`select entity_id from belief where person_id = 'p:bo'`)).toEqual([{ entity_id: ownId }]);
  });
});
