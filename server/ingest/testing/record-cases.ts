// Records with the faults of real sources, made up, as files of fixtures/record-cases.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadingBench } from './loading.ts';

const recordCases = fileURLToPath(new URL('../../../fixtures/record-cases/', import.meta.url));

/** The case as a file in the folder of the bench, whose name its messages carry. */
export async function recordCase(bench: LoadingBench, name: string): Promise<string> {
  const file = join(bench.folder, name);
  await copyFile(join(recordCases, name), file);
  return file;
}
