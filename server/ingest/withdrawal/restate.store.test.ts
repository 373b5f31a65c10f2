// Restatements: what was withdrawn by mistake is stated again under its own id, as if it had never been withdrawn.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAnswers } from '../../answers/answers.ts';
import { databaseNow, readHead } from '../../store/known/clock.ts';
import { derivedId as idOf } from '../../store/engine/ids.ts';
import { contradictionsIn } from '../../store/testing/contradictions.ts';
import { listReleases } from '../../store/published/release-list.ts';
import { ProblemError } from '../../contract/problems.ts';
import { RefusedInput } from '../files/faults.ts';
import { importRecords } from '../records/import-records.ts';
import { discardImports } from '../review/discard.ts';
import type { LoadingBench } from '../testing/loading.ts';
import { letters, openLetters, saidBesides } from '../testing/withdrawal.ts';
import { removeLegally } from './remove-legally.ts';
import { withdrawSet } from './withdraw.ts';

let bench: LoadingBench;
const open = async (): Promise<void> => {
  bench = await openLetters();
};

const tables = ['source', 'evidence', 'citation', 'belief', 'revision', 'belief_part'];

/** Open rows without their versions. */
async function standing(): Promise<{ [table: string]: string[] }> {
  const found: { [table: string]: string[] } = {};
  for (const table of tables) {
    const rows = await bench.rows<{ row: string }>(
      `select (to_jsonb(t) - 'from_version' - 'to_version')::text as row from ${table} t
        where collection = 'live' and to_version = 2147483647 order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Revisions that come and go get other numbers each time. */
const unnumbered = ({ revision = [] }: { [table: string]: string[] }): string[] =>
  revision.map((row) => row.replace(/"revision": \d+, /, '')).sort();

async function restate(): Promise<Awaited<ReturnType<typeof importRecords>>[]> {
  const bundle = await bench.lines('bundle.ndjson', letters);
  const statements = await bench.lines('statements.ndjson', [...saidBesides.first, ...saidBesides.late]);
  return [
    await importRecords(bench.restating(), bundle, 'bundle'),
    await importRecords(bench.restating(), statements, 'statements'),
  ];
}

async function briefAt(asOf: string): Promise<string> {
  const now = await databaseNow(bench.store.db);
  const store = bench.store;
  const answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => now, isReplica: true });
  return (await answers.brief('live', { ticker: 'ZQRX', detail: 'full', as_of: asOf })).bytes.toString();
}

const evidenceIds = ['e:1', 'e:2', 'e:3', 'e:4', 's:1', 's:2', 's:3', 's:4'].map((id) => idOf('evidence', id));
const cases: readonly (readonly [what: string, ids: readonly string[]])[] = [
  ...evidenceIds.map((id, at) => [`evidence ${at + 1}`, [id]] as const),
  ...['c:1', 'c:2', 's:2'].map((id) => [`citation ${id}`, [idOf('citation', id)]] as const),
  ...['b:1', 'b:2', 's:1', 's:2'].map((id) => [`belief ${id}`, [idOf('belief', id)]] as const),
  ['a claim', [idOf('claim', 'cl:1')]],
  ['a condition', [idOf('condition', 'k:1')]],
  ['a source of statements', [idOf('source', 'other-letters')]],
  ['a source of evidence', [idOf('source', 'src:other')]],
  ['several at once', [idOf('evidence', 'e:1'), idOf('evidence', 's:1'), idOf('belief', 'b:2')]],
  ['everything', evidenceIds],
];

describe('after its withdrawal', () => {
  // Each case leaves the store as it found it.
  beforeAll(open);
  afterAll(() => bench.close());

  it.each(cases)('%s stands again as before, and no earlier cutoff changes [SPEC-V3]', async (_what, ids) => {
    const before = await standing();
    const given = new Map<string, string>();
    const keep = async (): Promise<void> => {
      const { watermark } = await readHead(bench.store.db, 'live');
      given.set(watermark, await briefAt(watermark).catch((error: unknown) => String(error)));
    };
    await keep();
    await withdrawSet(bench.store.db, { collection: 'live', ids, reason: 'wrong', dryRun: false });
    await keep();
    expect(await standing()).not.toEqual(before);
    await restate();
    const report = await bench.release();
    expect(report.restated.map(({ reason }) => reason)).toContain('withdrawn by mistake');
    expect(report.warnings).toEqual([]);
    expect(await standing()).toEqual(before);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
    for (const [asOf, body] of given) expect(await briefAt(asOf).catch((error: unknown) => String(error))).toBe(body);
  });
});

describe('a restatement', () => {
  beforeEach(open);
  afterEach(() => bench.close());

  const visible = async (id: string): Promise<string> => {
    const now = await databaseNow(bench.store.db);
    const store = bench.store;
    const answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => now, isReplica: true });
    const asked = answers.belief('live', idOf('belief', id), undefined);
    return asked.then(
      () => 'there',
      (error: unknown) => (error instanceof ProblemError ? error.code : 'failed'),
    );
  };

  it('gives the address back, and the withdrawal stays at its cutoffs', async () => {
    expect(await visible('s:1')).toBe('there');
    await withdrawSet(bench.store.db, {
      collection: 'live',
      ids: [idOf('belief', 's:1')],
      reason: 'wrong',
      dryRun: false,
    });
    expect(await visible('s:1')).toBe('withdrawn');
    await restate();
    await bench.release();
    expect(await visible('s:1')).toBe('there');
    const releases = await listReleases(bench.store.db, 'live', 2);
    expect(releases.map(({ kind, report }) => [kind, (report as { reason?: string }).reason ?? null])).toEqual([
      ['release', null],
      ['withdrawal', 'wrong'],
    ]);
  });

  it('is taken back as one, like any release', async () => {
    await withdrawSet(bench.store.db, {
      collection: 'live',
      ids: [idOf('evidence', 's:2')],
      reason: 'wrong',
      dryRun: false,
    });
    const withdrawn = await standing();
    await restate();
    const { version } = await bench.release();
    await withdrawSet(bench.store.db, {
      collection: 'live',
      release: version ?? 0,
      reason: 'wrong after all',
      dryRun: false,
    });
    expect(unnumbered(await standing())).toEqual(unnumbered(withdrawn));
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('is discarded like any import, and needs a withdrawal', async () => {
    expect((await restate()).map(({ notes }) => notes.join())).toEqual([
      expect.stringContaining('nothing of the file was withdrawn'),
      expect.stringContaining('nothing of the file was withdrawn'),
    ]);
    expect((await bench.release()).version).toBeNull();
    await withdrawSet(bench.store.db, {
      collection: 'live',
      ids: [idOf('evidence', 's:1')],
      reason: 'wrong',
      dryRun: false,
    });
    const before = await standing();
    const [, statements] = await restate();
    expect(statements?.notes).toContain('--restate: 1 withdrawn records are stated again');
    await discardImports(bench.store.db, { collection: 'live', imports: [statements?.import_id ?? 0] });
    expect((await bench.release()).version).toBeNull();
    expect(await standing()).toEqual(before);
  });

  it('does not bring back what was removed, or other content', async () => {
    const removal = { collection: 'live', id: idOf('evidence', 's:1'), reason: 'the law', dryRun: false } as const;
    await removeLegally(bench.store.db, removal);
    const said = saidBesides.first.map((fields) => ({ ...fields, statement: 'Other words.' }));
    const removed = await bench.lines('removed.ndjson', saidBesides.first);
    const other = await bench.lines('other.ndjson', said);
    for (const file of [removed, other])
      await importRecords(bench.restating(), file, 'statements').catch((error: unknown) => {
        if (!(error instanceof RefusedInput)) throw error;
      });
    await bench.release();
    expect(await bench.rows(`select 1 from evidence where evidence_id = ?`, [idOf('evidence', 's:1')])).toEqual([]);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });
});
