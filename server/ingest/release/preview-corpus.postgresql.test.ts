// Servers that start at once on one store, each with a reader's limit on its statements.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { lockHead } from '../../store/known/clock.ts';
import { openStore, type Store } from '../../store/engine/engine.ts';
import { corpusHash } from '../../store/published/collection-corpus.ts';
import { untilBlocked } from '../../store/testing/lock-waits.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { loadPreviewCorpus } from './preview-corpus.ts';

/** Longer than any read, also on a busy machine. */
const statementTimeoutMs = 2_000;

let store: Store;
let hasty: Store;
let folder: string;
beforeEach(async () => {
  store = await openTestStore();
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${(await store.db.raw('select current_database() as name')).rows[0].name}`;
  hasty = await openStore({ databaseUrl: url.href, statementTimeoutMs });
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ releases: [] }));
});
afterEach(async () => {
  await Promise.all([store.close(), hasty.close()]);
  await rm(folder, { recursive: true, force: true });
});

it('a server waits for another one that builds the corpus for longer than a reader may wait', async () => {
  const loading = await store.db.transaction(async (trx) => {
    await lockHead(trx, 'preview');
    const started = loadPreviewCorpus(hasty, folder);
    started.catch(() => undefined);
    await untilBlocked(store.db);
    await trx.raw('select pg_sleep(?)', [(statementTimeoutMs + 500) / 1000]);
    return { started };
  });
  expect(await loading.started).toBe(true);
  expect(await corpusHash(store.db, 'preview')).toMatch(/^[0-9a-f]{64}$/);
  await store.db.transaction(async (trx) => {
    await lockHead(trx, 'preview');
    expect(await loadPreviewCorpus(hasty, folder)).toBe(false);
  });
});
