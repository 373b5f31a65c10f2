// The commands that move a whole store: the file of an export, the output of restore and migrate-to, and every refusal.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { contentOf, exportedLines } from '../../store/testing/export.ts';
import { publishTold } from '../../store/testing/research.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { commands } from '../commands.ts';
import { handOver, serveAdmin } from './hand-over.ts';
import { runCommand, type CommandOutput } from '../run-command.ts';

let folder: string;
let store: Store;
let empty: Store;
let whole: Buffer;
const file = (name: string): string => join(folder, name);
const context = (of: Store) => ({
  store: of,
  now: () => '2026-03-01T00:00:00.000Z',
  randomBytes: (size: number) => Buffer.alloc(size, 7),
  baseUrl: 'https://research.test',
});

async function run(of: Store, name: string, ...argv: string[]): Promise<CommandOutput> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return runCommand(command, argv, { ...context(of), onProgress: () => undefined });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
  [store, empty] = [await openTestStore(), await openTestStore()];
  const told = Array.from({ length: 300 }, (_, at) => ({ belief: `b${at}`, observedAt: '2026-01-01T00:00:00.000Z' }));
  await publishTold(store.db, { told, now: '2026-02-01T00:00:00.000Z' });
  await makeTestWorkspace(store, { prepaid: 3 });
  await run(store, 'export', file('whole.gz'));
  whole = await readFile(file('whole.gz'));
});
afterAll(async () => {
  await Promise.all([store.close(), empty.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('export', () => {
  it('leaves one file that only its owner may read, and says what is in it', async () => {
    const printed = await run(store, 'export', file('told.gz'), '--json');
    const report = JSON.parse(printed.stdout) as Record<string, unknown>;
    expect([printed.exit, printed.stderr]).toEqual([0, '']);
    const { size, mode } = await stat(file('told.gz'));
    expect(mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
    const lines = gunzipSync(await readFile(file('told.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    const last = JSON.parse(lines.at(-1) ?? '') as { sha256: string };
    expect(report).toMatchObject({
      file: file('told.gz'),
      bytes: size,
      sha256: last.sha256,
      engine: store.engine,
      contract_version: '2026-10-05',
      rows: { belief: 300, workspace: 1 },
    });
    expect(contentOf(lines)).toEqual(contentOf(await exportedLines(store)));
    const said = await run(store, 'export', file('said.gz'));
    expect(said.stdout).toMatch(
      /^\S+said\.gz: \d+ rows of \d\d tables as of 20\S+Z, \d+ bytes\nleft out: import_name \(/,
    );
  });

  it('overwrites nothing without --force, and leaves nothing behind where it fails', async () => {
    await writeFile(file('mine'), 'mine');
    const refused = await run(store, 'export', file('mine'));
    expect(refused).toMatchObject({ exit: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'mine: there is a file of this name; choose another name, or overwrite it with --force',
    );
    expect(await readFile(file('mine'), 'utf8')).toBe('mine');
    expect((await run(store, 'export', file('mine'), '--force')).exit).toBe(0);
    expect((await stat(file('mine'))).mode & 0o777).toBe(0o600);
    expect((await run(store, 'export', file('no/where.gz'))).stderr).toContain('its folder does not exist');
    const within = await run(store, 'export', file('mine/x.gz'));
    expect(within).toMatchObject({ exit: 1, stderr: expect.stringContaining('the system cannot write it (ENOTDIR)') });
    expect((await run(store, 'export', folder, '--force')).stderr).toContain('it is a folder');
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('takes the place of nothing but a file, with --force too', async () => {
    spawnSync('mkfifo', [file('pipe')]);
    await symlink(file('whole.gz'), file('link'));
    const there: [string, RegExp][] = [
      [file('pipe'), /pipe: it is no regular file; choose another name/],
      [file('link'), /link: it is a symbolic link, and no regular file; name the file that it leads to/],
      [folder, /: it is a folder; name a file in it/],
    ];
    for (const [path, message] of there)
      for (const force of [[], ['--force']]) {
        const { exit, stdout, stderr } = await run(store, 'export', path, ...force);
        expect([exit, stdout, stderr]).toEqual([1, '', expect.stringMatching(message) as string]);
      }
    expect([(await lstat(file('pipe'))).isFIFO(), (await lstat(file('link'))).isSymbolicLink()]).toEqual([true, true]);
    expect(await readFile(file('whole.gz'))).toEqual(whole);
  });

  it('tells how far it is, exactly, to the end', async () => {
    const [command] = commands.filter(({ name }) => name === 'export');
    const shares: number[] = [];
    const onProgress = (_file: string, phase: string, share: number): void =>
      void shares.push(phase === 'export' ? share : 2);
    await command?.run({ ...context(store), onProgress }, { positionals: [file('shares.gz')] } as never);
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('restore', () => {
  it('refuses a file that is cut off, damaged or not there, with the line where there is one, and keeps nothing', async () => {
    const flipped = Buffer.from(whole);
    flipped.writeUInt8((flipped.at(-6) ?? 0) ^ 1, flipped.length - 6);
    const files: [string, Buffer, RegExp][] = [
      [
        'cut.gz',
        whole.subarray(0, whole.length - 3),
        /^\S+cut\.gz:\d{3,}: the compressed file ends too early: it is truncated;/,
      ],
      [
        'half.gz',
        whole.subarray(0, whole.length / 2),
        /^\S+half\.gz:\d+: the compressed file ends too early: it is truncated;/,
      ],
      ['flipped.gz', flipped, /^\S+flipped\.gz:\d{3,}: the compressed data is damaged;/],
      ['short', gunzipSync(whole).subarray(0, -200), /^\S+short:\d{3,}: it is broken off: the export is truncated;/],
      [
        'changed.gz',
        gzipSync(gunzipSync(whole).toString().replace('Orders cover', 'Orders caver')),
        /^\S+changed\.gz:\d{3,}: /,
      ],
      ['empty', Buffer.alloc(0), /^\S+empty: it is empty;/],
      ['prices.csv', Buffer.from('date,adj_close\n'), /^\S+prices\.csv:1: it is no export of a store; name a file/],
    ];
    const before = contentOf(await exportedLines(empty));
    for (const [name, bytes, message] of files) {
      await writeFile(file(name), bytes);
      const { exit, stderr } = await run(empty, 'restore', file(name));
      expect([name, exit, stderr]).toEqual([name, 1, expect.stringMatching(message)]);
      expect(stderr).toContain('refused: nothing of this file was kept');
    }
    expect((await run(empty, 'restore', file('none.gz'))).stderr).toContain('none.gz: there is no such file');
    expect(files).toHaveLength(7);
    expect(contentOf(await exportedLines(empty))).toEqual(before);
  });

  it('refuses a store that holds anything, says what, and how to go on', async () => {
    const { exit, stderr } = await run(store, 'restore', file('whole.gz'));
    expect(exit).toBe(1);
    expect(stderr).toContain('refused: the store is not empty: workspace 1, account 1, head 1, belief 300, ');
    expect(stderr).toContain('choose one that nothing was loaded into: another DATA_DIR, or another database');
    expect(JSON.parse((await run(store, 'restore', file('whole.gz'), '--json')).stdout)).toMatchObject({
      refused: true,
      not_empty: { belief: 300 },
    });
  });

  it('tries first, then restores, and prints the counts; a running server does the same', async () => {
    const tried = await run(empty, 'restore', file('whole.gz'), '--dry-run');
    expect(tried.stdout).toContain('  belief: 300\n');
    expect(tried.stdout).toContain('dry run: nothing was kept');
    const served = await serveAdmin(folder, context(empty));
    try {
      const phases = new Set<string>();
      const asked = { command: 'restore', argv: [file('whole.gz'), '--json'] };
      const done = await handOver(folder, asked, (_file, phase) => void phases.add(phase));
      expect(JSON.parse(done?.stdout ?? '')).toMatchObject({ dry_run: false, rows: { belief: 300 } });
      expect([...phases]).toEqual(['restore']);
      const again = await handOver(folder, { command: 'export', argv: [file('again.gz')] }, () => undefined);
      expect(again?.exit).toBe(0);
    } finally {
      await served.close();
    }
    expect(contentOf(await exportedLines(empty))).toEqual(contentOf(await exportedLines(store)));
    expect(existsSync(file('again.gz'))).toBe(true);
  });
});

describe('migrate-to', () => {
  it('refuses what is no address of a database, and says which one it cannot reach without its password', async () => {
    for (const address of ['', 'mysql://db/research', 'research'])
      await expect(run(store, 'migrate-to', address)).rejects.toThrow(
        'DATABASE_URL must be the address of a PostgreSQL',
      );
    const { exit, stdout, stderr } = await run(store, 'migrate-to', 'postgres://ada:hidden@127.0.0.1:1/research');
    expect([exit, stdout]).toEqual([3, '']);
    expect(stderr).toBe('the database to move to cannot be reached: check its host, its name and the login\n');
  });
});
