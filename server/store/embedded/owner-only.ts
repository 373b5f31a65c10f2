// The files of the embedded store belong to its owner alone, also in a folder that was there before: 0700 and 0600 at every start.
import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { StoreUnavailable } from '../engine/failures.ts';

const groupAndOthers = 0o077;
const writableByOthers = 0o022;

/** Entries that a server makes in its folder; a folder with any other entry is left as it is. */
const own = /^(store(\..+)?|admin\.sock|lost\+found)$/;

/** Makes the folder, or takes over an existing one: no other user may own it or write in it, and so hold the store. */
export async function claimFolder(dataDir: string, me = process.geteuid?.()): Promise<void> {
  // Later files of this process are private too. A thread may not set the mask, and shares it.
  if (isMainThread) process.umask(groupAndOthers);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!keepsModes()) return;
  const { uid, mode } = await stat(dataDir);
  if (me !== undefined && me !== 0 && uid !== me)
    throw refused(dataDir, `belongs to another user (uid ${uid})`, 'Run the server as that user, or chown it');
  if ((await readdir(dataDir)).every((name) => own.test(name))) return closeOne(dataDir, mode);
  if ((mode & writableByOthers) !== 0)
    throw refused(
      dataDir,
      `can be written by other users (mode ${(mode & 0o7777).toString(8)}), and holds other files too`,
      `Run chmod go-w ${dataDir}, or name a folder that holds nothing else`,
    );
}

/** A folder with its content. Its own mode comes first: from then on no other user reaches the rest. */
export async function closeToOthers(folder: string): Promise<void> {
  if (!keepsModes()) return;
  await closeOne(folder, (await lstat(folder)).mode);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    // A link is followed by chmod, out of the folder.
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    await closeOne(path, (await lstat(path)).mode);
  }
}

async function closeOne(path: string, mode: number): Promise<void> {
  if ((mode & groupAndOthers) !== 0) await chmod(path, mode & 0o700);
}

/** Windows has other means. */
const keepsModes = (): boolean => process.platform !== 'win32';

function refused(dataDir: string, why: string, fix: string): StoreUnavailable {
  return new StoreUnavailable(`DATA_DIR ${dataDir} ${why}, who could read, change or hold the store. ${fix}`);
}
