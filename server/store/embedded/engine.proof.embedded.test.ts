// The embedded engine on a real directory: one holder, nothing lost when it is killed, and a log that does not grow for ever.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore, type Store } from '../engine/engine.ts';
import { StoreHeldError, StoreUnavailable, isCutOff } from '../engine/failures.ts';
import { PGliteHost } from './pglite-host.ts';
import { knexForEmbedded } from '../engine/store-client.ts';

let made: string;
let dir: string;
const open: Store[] = [];
const children: ChildProcess[] = [];

async function opened(folder = dir): Promise<Store> {
  const store = await openStore({ dataDir: folder });
  open.push(store);
  return store;
}

// One directory is made, and each test gets a copy: making one takes seconds.
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'research-embedded-'));
  await (await openStore({ dataDir: join(made, 'empty') })).close();
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  dir = await mkdtemp(join(made, 'data-'));
  await cp(join(made, 'empty'), dir, { recursive: true });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const store of open.splice(0)) await store.close();
});

const engine = resolve(import.meta.dirname, '../engine/engine.ts');

/** Another process with the store open; it prints what `script` prints, a line at a time. */
function holder(script: string): { child: ChildProcess; line(wanted: RegExp): Promise<string> } {
  const source = `import { openStore } from ${JSON.stringify(engine)};
    const { db } = await openStore({ dataDir: ${JSON.stringify(dir)} });
    ${script}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', source];
  const child = spawn(process.execPath, args, {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const line = (wanted: RegExp): Promise<string> =>
    vi.waitFor(
      () => {
        const found = output
          .split('\n')
          .filter((text) => wanted.test(text))
          .at(-1);
        if (found === undefined) throw new Error(`not yet: ${output}`);
        return found;
      },
      { timeout: 100_000, interval: 50 },
    );
  return { child, line };
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

describe('a second opener', () => {
  it('in the same process is refused and told who holds the store, and may open it when that one has closed', async () => {
    const first = await opened();
    await expect(openStore({ dataDir: dir })).rejects.toThrow(StoreHeldError);
    await expect(openStore({ dataDir: join(dir, '.') })).rejects.toThrow(`process ${process.pid} on `);
    await first.close();
    open.length = 0;
    expect(existsSync(join(dir, 'store.lock'))).toBe(false);
    expect((await (await opened()).db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('in another process is refused, until the holder is killed', async () => {
    const { child, line } = holder(`console.log('holding');`);
    await line(/holding/);
    await expect(openStore({ dataDir: dir })).rejects.toThrow(`process ${child.pid} on `);
    await killed(child);
    expect((await (await opened()).db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is refused in each of 50 races, ten at a time, and the holder has lost nothing', async () => {
    const store = await opened();
    await store.db.raw('create table kept (n integer)');
    let refused = 0;
    for (let race = 0; race < 50; race += 10) {
      await store.db.raw('insert into kept values (?)', [race]);
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => openStore({ dataDir: dir })));
      for (const one of tries) {
        expect(one.status === 'rejected' && one.reason).toBeInstanceOf(StoreHeldError);
        refused += 1;
      }
    }
    expect(refused).toBe(50);
    expect((await store.db.raw('select count(*) as n from kept')).rows).toEqual([{ n: 5 }]);
  });

  it('only one of many that try at once gets in', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => openStore({ dataDir: dir })));
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    open.push(...won);
    expect(won).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(StoreHeldError);
  });
});

describe('a holder that this machine cannot ask', () => {
  const elsewhere = { token: 't', pid: 1, host: 'another-container', boot: 'b', namespace: 'n' };
  const beat = async (n: number): Promise<void> => {
    await writeFile(join(dir, 'draft'), JSON.stringify({ ...elsewhere, beat: n }));
    await rename(join(dir, 'draft'), join(dir, 'store.lock'));
  };

  it('is respected while its lock file shows a beat', async () => {
    let asked = false;
    await beat(0);
    const beating = (async () => {
      for (let n = 1; !asked; n += 1) {
        await setTimeout(200);
        await beat(n);
      }
    })();
    await expect(openStore({ dataDir: dir })).rejects.toThrow('process 1 on another-container');
    asked = true;
    // Its last beat is written before the folder goes.
    await beating;
  });

  it('is dead when the beat stops', async () => {
    await beat(0);
    expect((await (await opened()).db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('that took the store over makes the earlier one stop writing', async () => {
    const store = await opened();
    let beats = 0;
    // A beat that the earlier one has begun may still go over the first of these.
    const isLost = async (): Promise<void> => {
      await beat((beats += 1));
      await expect(store.db.raw('select 1')).rejects.toThrow(StoreUnavailable);
    };
    await vi.waitFor(isLost, { timeout: 60_000, interval: 200 });
    await store.close();
    open.length = 0;
    expect(JSON.parse(await readFile(join(dir, 'store.lock'), 'utf8'))).toMatchObject({ host: 'another-container' });
  });
});

describe('a process that is killed', () => {
  it('has lost no row that it had acknowledged, and left no half transaction', async () => {
    const { child, line } = holder(`
      await db.raw('create table entry (n integer)');
      await db.raw('create table total (n integer)');
      await db.raw('insert into total values (0)');
      for (let n = 1; ; n++) {
        await db.transaction(async (trx) => {
          await trx.raw('insert into entry values (?)', [n]);
          await trx.raw('update total set n = n + 1');
        });
        console.log('kept ' + n + '.');
      }`);
    await line(/kept 1\d\d\./);
    await killed(child);
    const kept = Number((await line(/kept \d+\./)).match(/\d+/)?.[0]);
    const { db } = await opened();
    const { rows } = await db.raw(`select count(*), max(n) as last, (select n from total) as total from entry`);
    const [{ count, last, total }] = rows as [{ count: number; last: number; total: number }];
    expect(count).toBeGreaterThanOrEqual(kept);
    expect([last, total]).toEqual([count, count]);
  });

  it('while it made the store for the first time leaves one that opens', async () => {
    const unfinished = join(dir, 'first');
    await mkdir(join(unfinished, 'store', 'base'), { recursive: true });
    await writeFile(join(unfinished, 'store', 'PG_VERSION'), '18\n');
    await writeFile(join(unfinished, 'store.unfinished'), '');
    const { db } = await opened(unfinished);
    expect(await db('head').pluck('version')).toEqual([0, 0]);
    expect(await readdir(unfinished)).not.toContain('store.unfinished');
  });
});

describe('a store that cannot be closed in order', () => {
  it('is let go of all the same, and the next opener has all of it', async () => {
    const store = await opened();
    await store.db.raw('create table kept (n integer)');
    await store.db.raw('insert into kept values (7)');
    // As on a full disk, the last checkpoint has nowhere to write.
    await rm(join(dir, 'store', 'pg_logical'), { recursive: true });
    open.length = 0;
    await expect(store.close()).rejects.toThrow('the embedded engine failed');
    expect(existsSync(join(dir, 'store.lock'))).toBe(false);
    for (const folder of ['', 'mappings', 'snapshots']) await mkdir(join(dir, 'store', 'pg_logical', folder));
    expect((await (await opened()).db.raw('select n from kept')).rows).toEqual([{ n: 7 }]);
  });
});

describe('a checkpoint that failed', () => {
  it('is not begun again: the engine would wait for ever, and nothing could be read or closed', async () => {
    const store = await opened();
    await store.db.raw('create table kept (n integer)');
    await store.db.raw('insert into kept values (7)');
    await rm(join(dir, 'store', 'pg_logical'), { recursive: true });
    await expect(store.afterImport()).rejects.toThrow('pg_logical');
    await store.afterImport();
    expect((await store.db.raw('select n from kept')).rows).toEqual([{ n: 7 }]);
    open.length = 0;
    await store.close();
    for (const folder of ['', 'mappings', 'snapshots']) await mkdir(join(dir, 'store', 'pg_logical', folder));
    expect((await (await opened()).db.raw('select n from kept')).rows).toEqual([{ n: 7 }]);
  });
});

describe('an engine that ends', () => {
  const reasonOf = (work: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(work).then(
      () => null,
      (error: unknown) => error,
    );

  it('leaves the outcome of the statement under way unknown, and only of that one', async () => {
    const host = await PGliteHost.start('memory://');
    const db = knexForEmbedded(host);
    await db.raw('create table kept (n integer)');
    const underWay = reasonOf(db.raw('insert into kept select n from generate_series(1, 300000) n'));
    await new Promise((resolve) => setImmediate(resolve));
    await host.kill('a test ended it');
    const [first, later] = [await underWay, await reasonOf(db.raw('select 1'))];
    expect([first, later]).toEqual([expect.any(StoreUnavailable), expect.any(StoreUnavailable)]);
    expect([isCutOff(first), isCutOff(later)]).toEqual([true, false]);
    await db.destroy();
  });
});

describe('what the engine does not do by itself', () => {
  it('keeps the store to its own user', async () => {
    expect((await stat(join(made, 'empty'))).mode & 0o777).toBe(0o700);
  });

  it('a lost connection leaves no transaction and no prepared statement to the next one', async () => {
    const { db } = await opened();
    const named = { name: 'same-name' };
    await db.raw('select 1').options(named);
    const lost = db.transaction(async (trx) => {
      await trx.raw('update head set version = 9');
      const connection = (await trx.client.acquireConnection()) as {
        connection: { stream: { destroy(error: Error): void } };
      };
      connection.connection.stream.destroy(new Error('Connection terminated'));
    });
    await expect(lost).rejects.toThrow(StoreUnavailable);
    expect(await db('head').pluck('version')).toEqual([0, 0]);
    expect((await db.raw('select 2 as two').options(named)).rows).toEqual([{ two: 2 }]);
  });

  it('checkpoints bound what a crash would have to replay, also within a transaction that never rests', async () => {
    const { db } = await opened();
    const replayed = `select pg_wal_lsn_diff(redo_lsn, ?::pg_lsn)::float8 as bytes from pg_control_checkpoint()`;
    await db.raw('create table ballast (n integer, t text)');
    const start = (await db.raw('select pg_current_wal_insert_lsn()::text as lsn')).rows[0].lsn as string;
    let statements = 0;
    let behind = -1;
    await db.transaction(async (trx) => {
      for (; behind <= 0 && statements < 400; statements++) {
        await trx.raw(`insert into ballast select n, repeat(md5(n::text), 30) from generate_series(1, 5000) n`);
        behind = (await trx.raw(replayed, [start])).rows[0].bytes as number;
      }
    });
    expect(behind).toBeGreaterThan(0);
    expect(await db('ballast').count()).toEqual([{ count: statements * 5_000 }]);
  });
});
