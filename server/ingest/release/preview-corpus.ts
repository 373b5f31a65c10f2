// Loads the corpus that the service ships into the preview collection, and does nothing when it is there already.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Calendar } from '../../measures/calendar.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Collection, Trx } from '../../store/engine/db.ts';
import type { Store } from '../../store/engine/engine.ts';
import {
  corpusHash,
  emptyCollection,
  lockedCorpusHash,
  noteCorpusHash,
} from '../../store/published/collection-corpus.ts';
import { type PriceOptions, importPrices } from '../prices/import-prices.ts';
import { importRecords } from '../records/import-records.ts';
import { canonicalInstant } from '../../contract/validation/formats.ts';
import { loadedCalendar } from '../records/loaded-calendar.ts';
import type { ImportOptions } from '../files/loading.ts';
import { release } from './release.ts';

/** A bundle by its path, or a price file with the options of its import. */
type CorpusFile = string | { path: string; provider?: string; observed_at?: string };
type Manifest = { releases: { effective_at: string; files: CorpusFile[] }[] };

/** The folder of the corpus, next to the code or in the build. */
export const previewCorpus = fileURLToPath(new URL('../../../fixtures/preview/', import.meta.url));

type LoadableStore = Pick<Store, 'db' | 'patiently' | 'afterImport'>;

/** True when the corpus was loaded, false when the collection held it already. */
export async function loadPreviewCorpus(store: LoadableStore, corpusDir: string): Promise<boolean> {
  const text = await readFile(join(corpusDir, 'manifest.json'));
  const manifest = JSON.parse(text.toString('utf8')) as Manifest;
  const hash = await hashOf(corpusDir, text, manifest);
  if ((await corpusHash(store.db, 'preview')) === hash) return false;
  // One transaction: of several servers that start at once, one builds and the others wait for it and find it built.
  const loaded = await store.patiently((db) =>
    retrying(db, async (trx) => {
      if ((await lockedCorpusHash(trx, 'preview')) === hash) return false;
      await emptyCollection(trx, 'preview');
      await publishReleases({ trx, collection: 'preview', corpusDir }, manifest);
      await noteCorpusHash(trx, 'preview', hash);
      return true;
    }),
  );
  if (loaded) await store.afterImport();
  return loaded;
}

type CorpusTarget = { trx: Trx; collection: Collection; corpusDir: string };

/** Publishes the corpus into a collection that holds nothing yet: a test store shows it as live research too. */
export async function publishCorpus(publishing: CorpusTarget): Promise<void> {
  const text = await readFile(join(publishing.corpusDir, 'manifest.json'), 'utf8');
  await publishReleases(publishing, JSON.parse(text) as Manifest);
}

async function publishReleases(publishing: CorpusTarget, manifest: Manifest): Promise<void> {
  for (const entry of manifest.releases) await loadRelease(publishing, entry);
}

async function loadRelease(
  { trx, collection, corpusDir }: CorpusTarget,
  { effective_at, files }: Manifest['releases'][number],
): Promise<void> {
  const loading: ImportOptions = { db: trx, collection, dryRun: false };
  let calendar: Calendar | undefined;
  for (const file of files) {
    if (typeof file === 'string') {
      await importRecords(loading, join(corpusDir, file), 'bundle');
      calendar = undefined;
    } else {
      // Bundles may hold sessions; price files do not.
      calendar ??= await loadedCalendar(loading);
      await importPrices(loading, join(corpusDir, file.path), { ...priceOptions(file), calendar });
    }
  }
  await release(trx, { collection, effectiveAt: canonicalInstant(effective_at) });
}

function priceOptions({ provider, observed_at }: Exclude<CorpusFile, string>): PriceOptions {
  return {
    ...(provider === undefined ? {} : { provider }),
    ...(observed_at === undefined ? {} : { observedAt: canonicalInstant(observed_at) }),
  };
}

/** Over names and contents, in the order of the manifest. */
async function hashOf(corpusDir: string, manifestText: Buffer, manifest: Manifest): Promise<string> {
  const hash = createHash('sha256').update(manifestText);
  for (const file of manifest.releases.flatMap((entry) => entry.files)) {
    const path = typeof file === 'string' ? file : file.path;
    hash.update(`\n${path}\n`).update(await readFile(join(corpusDir, path)));
  }
  return hash.digest('hex');
}
