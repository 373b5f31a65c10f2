// Made-up records with the faults of public bug reports, in the folder of a bench.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importRecords } from '../records/import-records.ts';
import type { LoadReport } from '../files/loading.ts';
import type { Form } from '../records/parse-record.ts';
import type { LoadingBench } from './loading.ts';

const reported = fileURLToPath(new URL('../../../fixtures/reported/', import.meta.url));

export async function loadReported(bench: LoadingBench, name: string, form: Form): Promise<LoadReport> {
  const file = join(bench.folder, name);
  await copyFile(join(reported, name), file);
  return importRecords(bench.loading(), file, form);
}
