// Imports and releases the files of a corpus: only a new store needs it, so a later start does not read these modules.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Calendar } from '../../measures/calendar.ts';
import type { Collection, Trx } from '../../store/engine/db.ts';
import { type PriceOptions, importPrices } from '../prices/import-prices.ts';
import { importBundles } from '../records/import-records.ts';
import { canonicalInstant } from '../../contract/validation/formats.ts';
import { loadedCalendar } from '../records/loaded-calendar.ts';
import type { ImportOptions } from '../files/loading.ts';
import { release } from './release.ts';

/** A bundle by its path, or a price file with the options of its import. */
type CorpusFile = string | { path: string; provider?: string; observed_at?: string };
export type Manifest = { releases: { effective_at: string; files: CorpusFile[] }[] };

type CorpusTarget = { trx: Trx; collection: Collection; corpusDir: string };

/** Publishes the corpus into a collection that holds nothing yet: a test store shows it as live research too. */
export async function publishCorpus(target: CorpusTarget): Promise<void> {
  const text = await readFile(join(target.corpusDir, 'manifest.json'), 'utf8');
  for (const entry of (JSON.parse(text) as Manifest).releases) await loadRelease(target, entry);
}

async function loadRelease(
  { trx, collection, corpusDir }: CorpusTarget,
  { effective_at, files }: Manifest['releases'][number],
): Promise<void> {
  const loading: ImportOptions = { db: trx, collection, dryRun: false };
  const inCorpus = (file: CorpusFile): string => join(corpusDir, typeof file === 'string' ? file : file.path);
  const bundles = files.filter((file) => typeof file === 'string').map(inCorpus);
  const [first] = bundles;
  if (first !== undefined) await importBundles(loading, dirname(first), bundles);
  let calendar: Calendar | undefined;
  for (const file of files.filter((one) => typeof one !== 'string')) {
    // Bundles may hold sessions; price files do not.
    calendar ??= await loadedCalendar(loading);
    await importPrices(loading, inCorpus(file), { ...priceOptions(file), calendar });
  }
  await release(trx, { collection, effectiveAt: canonicalInstant(effective_at) });
}

function priceOptions({ provider, observed_at }: Exclude<CorpusFile, string>): PriceOptions {
  return {
    ...(provider === undefined ? {} : { provider }),
    ...(observed_at === undefined ? {} : { observedAt: canonicalInstant(observed_at) }),
  };
}
