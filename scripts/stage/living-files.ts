// The files of a server that runs: any of them may go while they are listed or read.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type LivingFile = { name: string; path: string; text: string };

/** Every file under a folder that is still there when its turn comes, byte for character. */
export function* livingFiles(folder: string): Generator<LivingFile> {
  for (const entry of unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* livingFiles(path);
    if (!entry.isFile()) continue;
    const text = unlessGone(() => readFileSync(path, 'latin1'));
    if (text !== null) yield { name: entry.name, path, text };
  }
}

function unlessGone<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
