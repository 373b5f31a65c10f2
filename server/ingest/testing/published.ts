// The preview corpus as published research, in stores that copy it from the first one.
import type { Store } from '../../store/engine/engine.ts';
import { type StoreContent, openFilledStore } from '../../store/testing/store.ts';
import { loadPreviewCorpus, previewCorpus } from '../release/preview-corpus.ts';
import { publishLive } from './live-corpus.ts';

/** Cutoffs in the history of the corpus, each with changes since the one before. */
export const corpusCutoffs = [
  '2025-01-02T12:00:00.000Z',
  '2025-08-01T00:00:00.000Z',
  '2026-04-01T00:00:00.000Z',
  '2026-04-21T00:00:00.000Z',
  '2026-07-02T00:00:00.000Z',
  '2026-08-24T13:00:00.000Z',
];

const preview: StoreContent = {
  name: 'preview',
  fill: async (store) => void (await loadPreviewCorpus(store, previewCorpus)),
};
const both: StoreContent = {
  name: 'both',
  before: preview,
  fill: async (store) => {
    await publishLive(store);
    await store.afterImport();
  },
};
const contents = { preview, both };

/** The corpus in the preview collection, or in both collections. */
export function openPublished(where: keyof typeof contents): Promise<Store> {
  return openFilledStore(contents[where]);
}
