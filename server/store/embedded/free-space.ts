// Free space of the disk that a folder is on.
import { statfsSync } from 'node:fs';

type Stats = { bavail: number; bsize: number };

/** True where so many bytes are free, and where the file system does not say. */
export function hasRoom(folder: string, bytes: number, statfs: (path: string) => Stats = statfsSync): boolean {
  try {
    const { bavail, bsize } = statfs(folder);
    return bavail * bsize >= bytes;
  } catch {
    return true;
  }
}
