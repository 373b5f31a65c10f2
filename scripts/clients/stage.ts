// The service that generated clients ask: the preview corpus as live research, one account, and a clock that stands still.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishLive } from '../../server/ingest/testing/live-corpus.ts';
import { loadPreviewCorpus } from '../../server/ingest/release/preview-corpus.ts';
import { type Store, openStore } from '../../server/store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../../server/testing/accounts.ts';
import { serveStoreAt } from '../../server/testing/served-store.ts';

export const NOW = '2026-11-01T00:00:00.000Z';
export const CREDIT = 100_000;

export type Stage = {
  store: Store;
  address: string;
  /** A live key with prepaid requests, and a preview key, which is free. */
  key: string;
  previewKey: string;
  close(): Promise<void>;
};

const corpusDir = fileURLToPath(new URL('../../fixtures/preview/', import.meta.url));

/** `baseUrl`: where links lead, if a proxy stands in front. `path`: a path prefix of the service. */
export async function startStage({ baseUrl, path }: { baseUrl?: string; path?: string } = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'research-clients-'));
  const store = await openStore({ dataDir });
  await loadPreviewCorpus(store, corpusDir);
  await publishLive(store);
  const service = await serveStoreAt(store, NOW, baseUrl, path);
  const { key } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: CREDIT }));
  const { key: previewKey } = await makeTestKey(store, null);
  const close = async (): Promise<void> => {
    await service.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { store, address: service.address, key, previewKey, close };
}
