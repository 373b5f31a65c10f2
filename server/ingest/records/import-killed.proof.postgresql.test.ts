// An import whose process is killed while it holds the lock on staging: the next one goes on, and nothing of it is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseUrlOf } from '../../store/testing/store.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

/** So many that their acceptance is met while it runs. */
const count = 12_000;

it('killed within its acceptance, it is gone on with by the next import of the same file', async () => {
  const records = Array.from({ length: count }, (_, index) =>
    statement(`killed:${index}`, { person: { id: `p:${index % 50}`, name: 'Ada Quill', handle: null } }),
  );
  const file = await bench.lines('statements.ndjson', records);
  const source = `
    const { openStore } = await import('./server/store/engine/engine.ts');
    const { importRecords } = await import('./server/ingest/records/import-records.ts');
    const { db } = await openStore({ databaseUrl: ${JSON.stringify(await databaseUrlOf(bench.store))} });
    await importRecords({ db, collection: 'live', dryRun: false }, ${JSON.stringify(file)}, 'statements');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const begun = 'select 1 from staging_lock where import_id is not null and exists (select 1 from staged)';
  while ((await bench.rows(begun)).length === 0) {
    expect(child.exitCode).toBe(null);
    await setTimeout(5);
  }
  child.kill('SIGKILL');
  await ended;
  const [left] = await bench.rows<{ count: number }>('select count(*)::integer as count from staged');
  expect(left?.count).toBeLessThan(count);
  // The lock of the killed one is still there: the next import waits until it ends.
  expect(await bench.rows('select 1 from staging_lock where import_id is not null')).toHaveLength(1);
  const report = await bench.statements(...records);
  expect(report.records['statement']).toMatchObject({ read: count, same: left?.count });
  expect(await bench.rows('select count(*)::integer as count from staged')).toEqual([{ count }]);
  expect(await bench.rows('select 1 from staging_lock where import_id is not null')).toEqual([]);
});
