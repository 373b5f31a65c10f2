// Loads the corpus that the service ships into the preview collection, and does nothing when it is there already.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { retrying } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import {
  corpusHash,
  emptyCollection,
  lockedCorpusHash,
  noteCorpusHash,
} from '../../store/published/collection-corpus.ts';
import type { Manifest } from './publish-corpus.ts';

/** The folder of the corpus, next to the code or in the build. */
export const previewCorpus = fileURLToPath(new URL('../../../fixtures/preview/', import.meta.url));

type LoadableStore = Pick<Store, 'db' | 'patiently' | 'afterImport'>;

/** True when the corpus was loaded, false when the collection held it already. */
export async function loadPreviewCorpus(store: LoadableStore, corpusDir: string): Promise<boolean> {
  const text = await readFile(join(corpusDir, 'manifest.json'));
  const manifest = JSON.parse(text.toString('utf8')) as Manifest;
  const hash = await hashOf(corpusDir, text, manifest);
  if ((await corpusHash(store.db, 'preview')) === hash) return false;
  const { publishCorpus } = await import('./publish-corpus.ts');
  // One transaction: of several servers that start at once, one builds and the others wait for it and find it built.
  const loaded = await store.patiently((db) =>
    retrying(db, async (trx) => {
      if ((await lockedCorpusHash(trx, 'preview')) === hash) return false;
      await emptyCollection(trx, 'preview');
      await publishCorpus({ trx, collection: 'preview', corpusDir });
      await noteCorpusHash(trx, 'preview', hash);
      return true;
    }),
  );
  if (loaded) await store.afterImport();
  return loaded;
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
