// The preview corpus as published research, in stores that copy it from the first one.
import type { Store } from '../../store/engine/engine.ts';
import { retrying } from '../../store/known/clock.ts';
import { type Filling, openFilledStore } from '../../store/testing/store.ts';
import { loadPreviewCorpus, previewCorpus, publishCorpus } from '../release/preview-corpus.ts';

const preview: Filling = {
  name: 'preview',
  fill: async (store) => void (await loadPreviewCorpus(store, previewCorpus)),
};
const live: Filling = {
  name: 'live',
  fill: async (store) => {
    await retrying(store.db, (trx) => publishCorpus({ trx, collection: 'live', corpusDir: previewCorpus }));
    await store.afterImport();
  },
};
const fillings = { preview, live, both: { ...live, name: 'both', before: preview } };

/** The corpus in the preview collection, as live research, or in both collections. */
export function openPublished(where: keyof typeof fillings): Promise<Store> {
  return openFilledStore(fillings[where]);
}
