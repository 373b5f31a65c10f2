// An embedded store in a folder that was there before, and open to everybody: at each start it becomes its owner's alone.
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../engine/engine.ts';
import { StoreUnavailable } from '../engine/failures.ts';
import { claimFolder, closeToOthers } from './owner-only.ts';

let outside: string;
let dir: string;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'research-owner-'));
  dir = join(outside, 'data');
  await mkdir(dir);
  await chmod(dir, 0o755);
});
afterEach(() => rm(outside, { recursive: true, force: true }));

/** Modes that let others in, by path, links left out. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  const found: string[] = [];
  for (const path of paths) {
    const state = await lstat(path);
    const wanted = state.isDirectory() ? 0o700 : 0o600;
    if (!state.isSymbolicLink() && !state.isSocket() && (state.mode & 0o777) !== wanted)
      found.push(`${path.slice(folder.length)} ${(state.mode & 0o777).toString(8)}`);
  }
  return found;
}

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('the files of the store', () => {
  it('are the owner’s alone after the first start, while it runs, and after one that finds them open', async () => {
    const first = await openStore({ dataDir: dir });
    await first.db.raw('create table written (n integer)');
    expect(await openToOthers(dir)).toEqual([]);
    await first.close();
    expect(await openToOthers(dir)).toEqual([]);

    for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666);
    await chmod(dir, 0o777);
    const elsewhere = join(outside, 'elsewhere');
    await writeFile(elsewhere, '');
    await chmod(elsewhere, 0o644);
    await symlink(elsewhere, join(dir, 'store', 'link'));
    const second = await openStore({ dataDir: dir });
    expect((await second.db.raw('select count(*) as n from written')).rows).toEqual([{ n: 0 }]);
    expect(await openToOthers(dir)).toEqual([]);
    await second.db.raw('create table more as select generate_series(1, 20000) n');
    expect(await openToOthers(dir)).toEqual([]);
    // The target of a link does not belong to the store.
    expect(await modeOf(elsewhere)).toBe('644');
    await second.close();
  });
});

describe('the folder', () => {
  it('that holds other files too stays as it is, unless others may write there', async () => {
    await writeFile(join(dir, 'notes.txt'), 'mine');
    await chmod(join(dir, 'notes.txt'), 0o644);
    await claimFolder(dir);
    expect([await modeOf(dir), await modeOf(join(dir, 'notes.txt'))]).toEqual(['755', '644']);
    for (const mode of [0o757, 0o775, 0o1777]) {
      await chmod(dir, mode);
      const refusal = claimFolder(dir);
      await expect(refusal).rejects.toThrow(StoreUnavailable);
      await expect(refusal).rejects.toThrow(`chmod go-w ${dir}`);
      expect((await stat(dir)).mode & 0o7777).toBe(mode);
    }
  });

  it('of another user is refused, except for the superuser', async () => {
    const { uid } = await stat(dir);
    await expect(claimFolder(dir, uid + 1)).rejects.toThrow(`belongs to another user (uid ${uid})`);
    await claimFolder(dir, 0);
    await claimFolder(dir, uid);
  });

  it('keeps files that only their owner could read anyhow as they are', async () => {
    await writeFile(join(dir, 'read-only'), '', { mode: 0o400 });
    await closeToOthers(dir);
    expect([await modeOf(dir), await modeOf(join(dir, 'read-only'))]).toEqual(['700', '400']);
  });
});
