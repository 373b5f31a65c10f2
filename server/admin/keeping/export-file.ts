// The file of an export: gzipped, for its owner alone, and under its name only once it is whole.
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { refused } from '../../ingest/files/faults.ts';

/** Half the time of the usual level, for a twentieth more bytes. */
const LEVEL = 3;

const folder = ['it is a folder', 'name a file in it'] as const;

export type ExportFile = { path: string; force: boolean };

/** Returns its size on disk. */
export async function writeExportFile({ path, force }: ExportFile, lines: AsyncIterable<Buffer>): Promise<number> {
  await assertFree(path, force);
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    await pipeline(lines, createGzip({ level: LEVEL }), handle.createWriteStream({ flush: true }));
    // Another process may have written it meanwhile.
    await assertFree(path, force);
    await rename(unfinished, path);
    return (await stat(path)).size;
  } catch (error) {
    // Where its folder is none, it cannot be removed either: the first error says why.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw writeFailure(path, error);
  }
}

/** Only a file is ever overwritten: a renaming would put the export in the place of a device or a link as well. */
async function assertFree(path: string, force: boolean): Promise<void> {
  // Ignore a failed stat: the write will fail with the real reason.
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw refused(path, {}, ...folder);
  if (found.isSymbolicLink())
    throw refused(path, {}, 'it is a symbolic link, and no regular file', 'name the file that it leads to');
  if (!found.isFile()) throw refused(path, {}, 'it is no regular file', 'choose another name');
  if (!force)
    throw refused(path, {}, 'there is a file of this name', 'choose another name, or overwrite it with --force');
}

function writeFailure(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return refused(path, {}, 'its folder does not exist', 'make the folder first');
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return refused(path, {}, 'it may not be written', 'check the permissions of its folder');
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return refused(path, {}, 'the disk is full', 'choose a folder on another disk');
  if (code === 'EISDIR') return refused(path, {}, ...folder);
  if (error instanceof Error && 'syscall' in error)
    return refused(path, {}, `the system cannot write it (${code})`, 'check its path and its disk');
  return error;
}
