// Staged imports, their discard, and dry runs of a release.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedId } from '../../store/engine/ids.ts';
import { contradictionsIn } from '../../store/testing/contradictions.ts';
import { evidence } from '../testing/bundle.ts';
import { loadLetters } from '../testing/withdrawal.ts';
import { withdrawSet } from '../withdrawal/withdraw.ts';
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

describe('a bundle that later imports rest on', () => {
  const bundle = async (name: string, ...records: readonly object[]): Promise<number> => {
    await importRecords(bench.loading(), await bench.lines(name, records), 'bundle');
    return (await staged()).imports.at(-1)?.importId ?? 0;
  };
  const source = { type: 'source', source_id: 'src:1', kind: 'letter', name: 'Letters' };
  const person = { type: 'person', person_id: 'p:bo', name: 'Bo Orme', handle: null };

  it('is not discarded without them, and the fault names their line', async () => {
    const first = await bundle('a.ndjson', source);
    const second = await bundle('b.ndjson', person, evidence({ evidence_id: 'e:1', source_id: 'src:1' }));
    const refused = await bench.faults(() => discardImports(bench.store.db, { collection: 'live', imports: [first] }));
    expect(refused).toEqual([
      expect.stringMatching(/^b\.ndjson:2:source_id: .*src:1/),
      expect.stringContaining(`admin discard ${first} ${second}`),
    ]);
    expect(await keys()).toEqual(['e:1', 'p:bo', 'src:1']);
    await discardImports(bench.store.db, { collection: 'live', imports: [second, first] });
    expect(await keys()).toEqual([]);
  });

  it('is discarded after those that stay were judged again', async () => {
    const first = await bundle('a.ndjson', source);
    const second = await bundle(
      'b.ndjson',
      { ...source, source_id: 'src:2' },
      evidence({ evidence_id: 'e:1', source_id: 'src:2' }),
      person,
    );
    const before = await bench.rows('select * from staged where import_id = ? order by key', [second]);
    const { judged_again: again } = await discardImports(bench.store.db, { collection: 'live', imports: [first] });
    expect(again).toEqual([second]);
    expect(await bench.rows('select * from staged order by key')).toEqual(before);
    expect(await bench.rows('select * from import_row')).toEqual([]);
  });
});

describe('a withdrawal of several records', () => {
  const withdrawing = (set: { ids: string[] } | { release: number }) =>
    withdrawSet(bench.store.db, { collection: 'live', reason: 'wrong file', dryRun: false, actor: 'operator', ...set });

  it('is one release, whole or not at all, and names whom it touched', async () => {
    await load('a.ndjson', statement('s:1'), statement('s:2', turn));
    await release(bench.store.db, { collection: 'live' });
    const [one, two] = [derivedId('evidence', 's:1'), derivedId('evidence', 's:2')];
    expect(await bench.faults(() => withdrawing({ ids: [one, 'none', 'nobody'] }))).toHaveLength(2);
    const done = await withdrawing({ ids: [one, two, one] });
    expect(done).toMatchObject({ version: 2, kind: 'records', withdrawn: { belief: 2, citation: 2, evidence: 2 } });
    expect(done.summary).toBe('Withdrawal 2 of live withdrew 2 views on ZQRX by Ada Quill.');
    const events = await bench.rows('select action, actor, subject from admin_event');
    expect(events).toEqual([{ action: 'research-withdrawn', actor: 'operator', subject: '2' }]);
  });

  it('of a release takes what it published as new, and leaves what later ones did', async () => {
    await load('a.ndjson', statement('s:1'));
    await release(bench.store.db, { collection: 'live' });
    await load('b.ndjson', statement('s:2', turn));
    await release(bench.store.db, { collection: 'live' });
    await load('c.ndjson', statement('s:3', { ...turn, observed_at: '2020-06-04T15:00:00Z' }));
    await release(bench.store.db, { collection: 'live' });
    await withdrawing({ release: 2 });
    const open = 'select evidence_id as id from evidence where to_version = 2147483647';
    const ids = (await bench.rows<{ id: string }>(open)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([derivedId('evidence', 's:1'), derivedId('evidence', 's:3')].toSorted());
    expect(await bench.faults(() => withdrawing({ release: 2 }))).toEqual([
      expect.stringContaining('nothing that release 2 published as new is still released'),
    ]);
    expect(await bench.faults(() => withdrawing({ release: 4 }))).toEqual([
      expect.stringContaining('itself a withdrawal'),
    ]);
    expect(await bench.faults(() => withdrawing({ release: 9 }))).toEqual([expect.stringContaining('no release 9')]);
  });

  it('of a release takes revisions and parts of bundles, and counts what stays', async () => {
    await loadLetters(bench);
    const done = await withdrawing({ release: 1 });
    expect(done.withdrawn).toMatchObject({ belief: expect.any(Number), revision: expect.any(Number) });
    expect(done.stays).toMatchObject({ person: expect.any(Number), source: expect.any(Number) });
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
    const left = await bench.rows(`select 1 from evidence where from_version = 1 and to_version = 2147483647`);
    expect(left).toEqual([]);
  });
});

describe('a dry run', () => {
  it('says what the release then does, and keeps nothing', async () => {
    await load('a.ndjson', statement('s:1'));
    const trial = await dryRunRelease(bench.store.db, { collection: 'live' });
    expect(trial.seen.changes).toMatchObject([
      { ticker: 'ZQRX', covered: { before: false, after: true }, records: { before: 0 } },
    ]);
    expect(trial.seen.changes[0]?.changes.map(({ kind, before, after }) => [kind, before, after])).toContainEqual([
      'direction',
      null,
      'unclear',
    ]);
    expect(await bench.rows('select * from release')).toEqual([]);
    const done = await release(bench.store.db, { collection: 'live', digest: trial.digest });
    expect({ ...done, effective_at: null }).toEqual({ ...trial.release, effective_at: null });
  });
});
