// Price files with the faults and layouts of real providers, made up, in the folder of a bench.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PriceOptions, importPrices } from '../prices/import-prices.ts';
import type { PriceReport } from '../prices/price-report.ts';
import type { LoadingBench } from './loading.ts';

export const priceCases = fileURLToPath(new URL('../../../fixtures/price-cases/', import.meta.url));

export async function loadPriceCase(
  bench: LoadingBench,
  name: string,
  options: PriceOptions = {},
): Promise<PriceReport> {
  const file = join(bench.folder, name);
  await copyFile(join(priceCases, name), file);
  return importPrices(bench.loading(), file, options);
}
