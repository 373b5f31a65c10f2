// Staged imports, their discard, and dry runs of a release.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRecords } from '../records/import-records.ts';
import { release } from '../release/release.ts';
import { LoadingBench, statement } from '../testing/loading.ts';
import { discardImports } from './discard.ts';
import { dryRunRelease } from './dry-run.ts';
import { stagedReport } from './staged.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const staged = () => stagedReport(bench.store.db, 'live');
const keys = async (): Promise<string[]> =>
  (await bench.rows<{ key: string }>('select key from staged order by key')).map(({ key }) => key);

async function load(name: string, ...records: readonly object[]): Promise<number> {
  await importRecords(bench.loading(), await bench.lines(name, records), 'statements');
  return (await staged()).imports.at(-1)?.importId ?? 0;
}

const late = { observed_at: '2019-01-02T15:00:00Z' };
const turn = { observed_at: '2020-05-04T15:00:00Z', direction: 'bearish' };

describe('what is staged', () => {
  it('is listed by import, ticker and person, with what it would move', async () => {
    await load('a.ndjson', statement('s:1'));
    await release(bench.store.db, { collection: 'live' });
    await load('b.ndjson', statement('s:2', turn), statement('s:3', late));
    const { imports, release: trial, digest } = await staged();
    expect(imports.map(({ records }) => records)).toEqual([{ statement: 2 }]);
    expect(trial?.touched?.moves).toMatchObject({ opened: 1, reversed: 1, unmoved: 1 });
    expect(trial?.touched?.tickers.named).toMatchObject([{ ticker: 'ZQRX', reversed: 1 }]);
    expect(trial?.touched?.people.named).toMatchObject([{ name: 'Ada Quill', opened: 1 }]);
    expect(trial?.imports).toMatchObject([{ moves: { opened: 1, reversed: 1, unmoved: 1 } }]);
    expect(trial?.summary).toBe(
      'Release 2 of live opened 1 view, reversed 1 and added late statements to 1 on ZQRX by Ada Quill.',
    );
    expect((await staged()).digest).toBe(digest);
    expect((await bench.rows('select * from release')).length).toBe(1);
  });

  it('has a digest that any change of the set changes, and that a release may name', async () => {
    await load('a.ndjson', statement('s:1'));
    const { digest } = await staged();
    await load('b.ndjson', statement('s:2', turn));
    const second = (await staged()).digest;
    expect(second).not.toBe(digest);
    const stale = await bench.faults(() => release(bench.store.db, { collection: 'live', digest }));
    expect(stale).toEqual([expect.stringContaining('the staged set of live has changed')]);
    expect((await release(bench.store.db, { collection: 'live', digest: second })).version).toBe(1);
  });
});

describe('a discarded import', () => {
  it('is gone, and leaves the others', async () => {
    const first = await load('a.ndjson', statement('s:1'));
    await load('b.ndjson', statement('s:2', turn));
    const report = await discardImports(bench.store.db, { collection: 'live', imports: [first] });
    expect(report).toMatchObject({ discarded: [{ importId: first }], judged_again: [] });
    expect(await keys()).toEqual(['s:2']);
    expect((await staged()).digest).toBe(report.digest);
  });

  it('leaves what another file has too, as of that one', async () => {
    const first = await load('a.ndjson', statement('s:1'));
    const second = await load('b.ndjson', statement('s:1'), statement('s:2', turn));
    await discardImports(bench.store.db, { collection: 'live', imports: [first] });
    expect(await keys()).toEqual(['s:1', 's:2']);
    await discardImports(bench.store.db, { collection: 'live', imports: [second] });
    expect(await keys()).toEqual([]);
    expect(await bench.rows('select * from import')).toEqual([]);
  });

  it('stages again what it had replaced', async () => {
    const first = await load('a.ndjson', statement('s:1'));
    const [row] = await bench.rows<{ content_hash: string }>('select content_hash from staged');
    const second = await load('b.ndjson', statement('s:1', { statement: 'Mended.', corrects: row?.content_hash }));
    const refused = await bench.faults(() => discardImports(bench.store.db, { collection: 'live', imports: [first] }));
    expect(refused).toEqual([expect.stringContaining(`admin discard ${first} ${second}`)]);
    await discardImports(bench.store.db, { collection: 'live', imports: [second] });
    expect(await bench.rows('select content_hash from staged')).toEqual([row]);
  });

  it('that is not staged is refused with those that are', async () => {
    const first = await load('a.ndjson', statement('s:1'));
    const refused = await bench.faults(() => discardImports(bench.store.db, { collection: 'live', imports: [999] }));
    expect(refused).toEqual([
      `discard: no import 999 is staged for live; the staged imports are ${first}; admin staged lists them`,
    ]);
  });
});

describe('a dry run', () => {
  it('says what the release then does, and keeps nothing', async () => {
    await load('a.ndjson', statement('s:1'));
    const trial = await dryRunRelease(bench.store.db, { collection: 'live' });
    expect(trial.seen.changes).toMatchObject([
      { ticker: 'ZQRX', covered: { before: false, after: true }, direction: { before: null, after: 'unclear' } },
    ]);
    expect(await bench.rows('select * from release')).toEqual([]);
    const done = await release(bench.store.db, { collection: 'live', digest: trial.digest });
    expect({ ...done, effective_at: null }).toEqual({ ...trial.release, effective_at: null });
  });
});
