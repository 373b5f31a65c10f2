// The printed number of connections is the number that a process opens under load, compared with the database's limit.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { reportConnections } from './connections.ts';
import { createLog } from '../observe/log.ts';
import { countConnections } from '../store/engine/connection-count.ts';
import { type Store, openStore } from '../store/engine/engine.ts';
import { databaseUrlOf, openTestStore } from '../store/testing/store.ts';

let store: Store;
let lines: Record<string, unknown>[];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(() => {
  lines = [];
});

const guide = readFileSync(new URL('../docs/operate.md', import.meta.url), 'utf8');

it('is what a process opens when everything in it waits for the database', async () => {
  const counted = await countConnections(store, 4);
  expect(counted).toMatchObject({ perProcess: 14, processes: 4, mayOpen: 56 });
  const watch = await openStore({ databaseUrl: await databaseUrlOf(store) });
  // A locked table keeps all connections waiting until they are counted.
  const holding = await watch.db.transaction();
  await holding.raw('lock table cursor_key in access exclusive mode');
  const questions = Array.from({ length: 30 }, (_, at) =>
    (at % 2 === 0 ? store.db : store.accounts).raw('select * from cursor_key').then(
      () => undefined,
      () => undefined,
    ),
  );
  const patient = store.patiently(async (db) => void (await db.raw('select * from cursor_key')));
  /** A connection stays open when its statement gives up; two are the watcher's own. */
  const mine = async (): Promise<number> => {
    const { rows } = await watch.accounts.raw(
      'select count(*)::integer as n from pg_stat_activity where datname = current_database()',
    );
    return ((rows as { n: number }[])[0]?.n ?? 0) - 2;
  };
  await expect.poll(mine).toBe(counted?.perProcess);
  await holding.rollback();
  await Promise.all([...questions, patient]);
  await watch.close();
});

describe('a start', () => {
  it('says the number where the database allows as many', async () => {
    await reportConnections(store, 1, log);
    expect(lines).toMatchObject([{ level: 30, mayOpen: 14, msg: 'connections to the database' }]);
    expect(lines[0]?.['allowed']).toBeLessThan(Number(lines[0]?.['maxConnections']));
  });

  it('warns where it allows fewer, by its own limit or by that of the database', async () => {
    await reportConnections(store, 10_000, log);
    expect(lines).toMatchObject([{ level: 40, mayOpen: 140_000 }]);
    expect(lines[0]?.['msg']).toContain('may open 140000 connections (14 for each process)');
    const { rows } = await store.db.raw('select current_database() as name');
    const name = (rows as { name: string }[])[0]?.name ?? '';
    await store.db.raw(`alter database "${name}" connection limit 16`);
    await reportConnections(store, 1, log);
    expect(lines[1]).toMatchObject({ level: 40, allowed: 16 });
    await store.db.raw(`alter database "${name}" connection limit -1`);
  });

  it('goes on where the database does not answer', async () => {
    const away = await openTestStore();
    await away.close();
    await reportConnections(away, 1, log);
    expect(lines).toEqual([]);
  });
});

it('the guide names the same numbers', () => {
  const rows = [...guide.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) => row.slice(1).map(Number));
  expect(rows.map(([workers]) => workers)).toEqual([1, 4, 6, 10]);
  for (const [workers = 0, connections, wanted] of rows)
    expect([connections, wanted]).toEqual([14 * workers, 14 * workers + 6]);
  expect(guide).toContain('at most 14 connections to the database');
});
