// Limit on the files of a folder: a newcomer reads the list of a room at one glance.
import { posix } from 'node:path';

export const filesMax = 30;

/** Folders with more files than the limit, as `folder count`; files of folders below do not count. */
export function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of files.map((file) => posix.dirname(file))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > filesMax).map(([folder, count]) => `${folder} ${count}`);
}
