// After a withdrawal of statements the rest stands as if they had never been loaded, and earlier versions stay as they were.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Collection } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { emptyTestLog } from '../../store/testing/log.ts';
import { emptyCollection } from '../../store/published/collection-corpus.ts';
import { importRecords } from '../records/import-records.ts';
import { release } from '../release/release.ts';
import { LoadingBench } from '../testing/loading.ts';
import { idOf, recordOf, randomHistory, type RandomStatement } from '../testing/courses.ts';
import { withdraw } from '../withdrawal/withdraw.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

/** In the releases in which they were said, without the ones that are left out. */
async function load(
  collection: Collection,
  statements: readonly RandomStatement[],
  without: ReadonlySet<number>,
): Promise<void> {
  for (const part of [0, 1, 2]) {
    const records = statements.flatMap((one, index) =>
      one.release === part && !without.has(index) ? [recordOf(one, index)] : [],
    );
    if (records.length === 0) continue;
    const file = await bench.lines(`${collection}-${part}.ndjson`, records);
    await importRecords(bench.loading(collection), file, 'statements');
    await release(bench.store.db, { collection });
  }
}

type Course = { [column: string]: unknown }[];
type Row = { belief_id: string } & Course[number];

/** Published beliefs as the courses of their statements, without ids and numbers. */
async function toldIn(collection: Collection): Promise<{ beliefs: Course[]; ids: string[] }> {
  const rows = await bench.rows<Row>(
    `select b.belief_id, b.observed_at as since, b.person_id, r.record_key, r.observed_at, r.late, r.direction, r.status,
            r.observed_as, r.move, r.summary, r.source_citation_id, r.said, r.said_citation_id, r.also_cites,
            r.person_name, r.body,
            (select jsonb_agg(jsonb_build_array(p.kind, p.part_id, p.observed_at, p.observed_as, p.body) order by p.part_id)
               from belief_part p where p.collection = r.collection and p.belief_id = r.belief_id
                and p.revision = r.revision and p.to_version = 2147483647) as parts
       from belief b join revision r on r.collection = b.collection and r.belief_id = b.belief_id
      where b.collection = ? and b.to_version = 2147483647 and r.to_version = 2147483647
      order by b.belief_id, r.observed_at, r.revision`,
    [collection],
  );
  const ids = [...new Set(rows.map((row) => row.belief_id))];
  const beliefs = ids.map((id) =>
    rows.filter((row) => row.belief_id === id).map(({ belief_id: _id, ...course }) => course),
  );
  return { beliefs: beliefs.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)), ids };
}

const versioned = ['belief', 'revision', 'belief_part', 'evidence', 'citation', 'source'];

/** Every row that a version shows, without when it was closed. */
async function rowsAt(version: number): Promise<string> {
  const found: string[] = [];
  for (const table of versioned) {
    const rows = await bench.rows<{ row: object }>(
      `select to_jsonb(t) - 'to_version' - 'withdrawn_reason' as row from ${table} t
        where collection = 'live' and from_version <= ? and to_version > ?`,
      [version, version],
    );
    found.push(...rows.map(({ row }) => JSON.stringify(row)).sort());
  }
  return found.join('\n');
}

const seen = { retold: 0, kept: 0, beliefsWithdrawn: 0, versions: 0 };

async function play({ statements, withdrawn }: { statements: RandomStatement[]; withdrawn: number[] }): Promise<void> {
  await bench.store.db.transaction(async (trx) => {
    for (const collection of ['live', 'preview'] as const) await emptyCollection(trx, collection);
  });
  await emptyTestLog(bench.store.db);
  const gone = new Set(withdrawn.map((pick) => pick % statements.length));
  await load('live', statements, new Set());
  const before = await toldIn('live');
  const [head] = await bench.rows<{ version: number }>("select version from head where collection = 'live'");
  const versions = Array.from({ length: head?.version ?? 0 }, (_, index) => index + 1);
  const shown = await Promise.all(versions.map(rowsAt));
  for (const index of gone) {
    const id = derivedId('evidence', idOf(index));
    const report = await withdraw(bench.store.db, { collection: 'live', id, reason: 'forged', dryRun: false });
    seen.retold += report.retold['revision'] ?? 0;
    seen.beliefsWithdrawn += report.withdrawn['belief'] ?? 0;
  }
  await load('preview', statements, gone);
  const after = await toldIn('live');
  expect(after.beliefs).toEqual((await toldIn('preview')).beliefs);
  // A saved id of a belief that still stands finds that belief. Only a statement that came late, and is late no more, may
  // open one, or a statement of a group that fell apart.
  const opened = after.ids.filter((id) => !before.ids.includes(id));
  const joined = before.beliefs.flat().filter((row) => row['late'] === true || row['also_cites'] !== null);
  const records = joined.flatMap(({ body }) => (body as { statements: { record_id: string }[] }).statements);
  expect(records.map((one) => derivedId('belief', one.record_id))).toEqual(expect.arrayContaining(opened));
  seen.kept += after.ids.length;
  expect(await Promise.all(versions.map(rowsAt))).toEqual(shown);
  seen.versions += versions.length;
}

/** The embedded engine takes several times as long for the same statements. */
const runs = inject('engine') === 'embedded' ? 20 : 60;

it('tells the rest as if the withdrawn had never been loaded, under the ids that it had, and changes no earlier version', async () => {
  await fc.assert(fc.asyncProperty(randomHistory, play), { numRuns: runs, seed: 20_261_005 });
  expect(seen.retold).toBeGreaterThan(runs / 6);
  expect(seen.beliefsWithdrawn).toBeGreaterThan(runs / 6);
  expect(seen.kept).toBeGreaterThan((runs * 2) / 3);
  expect(seen.versions).toBeGreaterThan(runs);
});
