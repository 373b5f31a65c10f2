// After statements were legally removed, no version has their words, and the newest is as if they had never been loaded.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyTestLog } from '../../store/testing/log.ts';
import { emptyCollection, researchTables } from '../../store/published/collection-corpus.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { contradictionsIn } from '../../store/testing/contradictions.ts';
import { importRecords } from '../records/import-records.ts';
import { removeLegally } from './remove-legally.ts';
import { release } from '../release/release.ts';
import { idOf, randomHistory, recordOf, type RandomStatement } from '../testing/courses.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

async function load(statements: readonly RandomStatement[]): Promise<void> {
  for (const part of [0, 1, 2]) {
    const records = statements.flatMap((one, index) => (one.release === part ? [recordOf(one, index)] : []));
    if (records.length === 0) continue;
    const file = await bench.lines(`${part}.ndjson`, records);
    await importRecords(bench.loading('live'), file, 'statements');
    await release(bench.store.db, { collection: 'live' });
  }
}

/** Rows of research, of any version, with a text that matches. */
async function rowsWith(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of researchTables.filter((name) => !['record', 'release', 'removal'].includes(name))) {
    const rows = await bench.rows<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where t.collection = 'live' and to_jsonb(t)::text ~ ?`,
      [pattern],
    );
    found.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return found;
}

const seen = { removed: 0, rewritten: 0 };

async function play({ statements, withdrawn }: { statements: RandomStatement[]; withdrawn: number[] }): Promise<void> {
  await bench.store.db.transaction((trx) => emptyCollection(trx, 'live'));
  await emptyTestLog(bench.store.db);
  await load(statements);
  for (const index of new Set(withdrawn.map((pick) => pick % statements.length))) {
    const id = derivedId('evidence', idOf(index));
    await removeLegally(bench.store.db, { collection: 'live', id, reason: 'court order', dryRun: false });
    seen.removed += 1;
    // Rows with its words, its names, its record id or its citation.
    const own = `of ${idOf(index)}[^0-9]|"${idOf(index)}"|${derivedId('citation', idOf(index))}`;
    expect(await rowsWith(own)).toEqual([]);
    const wrong = await contradictionsIn(bench.store.db);
    expect(wrong.filter((one) => !one.startsWith('a part stands without'))).toEqual([]);
    seen.rewritten += (await rowsWith('also_cites": \\["cit')).length;
  }
}

it('has none of their words in any version, and tells nothing that no evidence carries', async () => {
  await fc.assert(fc.asyncProperty(randomHistory, play), { numRuns: 40, seed: 20_261_006 });
  expect(seen.removed).toBeGreaterThan(40);
  expect(seen.rewritten).toBeGreaterThan(40);
});
