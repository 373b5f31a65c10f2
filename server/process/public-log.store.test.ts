// Start of the public log on a store with releases from before it, again at the next start, and with a wrong key.
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { evidence } from '../ingest/testing/bundle.ts';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openPublished } from '../ingest/testing/published.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { readConfig } from '../config.ts';
import { newestHead } from '../store/log/heads.ts';
import { LogKeyMismatch, logIdentity, logKeys } from '../store/log/keys.ts';
import { emptyTestLog } from '../store/testing/log.ts';
import { audit } from '../store/keeping/audit.ts';
import { freeAddress } from './announce.ts';
import { beginPublicLog } from './public-log.ts';
import { start } from './start.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters();
  // As a store is that was released to before there was a log.
  await emptyTestLog(bench.store.db);
});
afterEach(() => bench.close());

const log = pino({ level: 'silent' });
const baseUrl = 'https://research.northwater.example';
const origin = 'research.northwater.example/log';
const begin = (given: Buffer | null = null) => beginPublicLog(bench.store, { baseUrl, given, log });

it('gives a store its origin, a key and the releases from before', async () => {
  expect([await newestHead(bench.store.db), await logIdentity(bench.store.db)]).toEqual([null, null]);
  await (
    await begin()
  ).appended;
  expect(await logIdentity(bench.store.db)).toMatchObject({ origin, signs: true });
  expect((await newestHead(bench.store.db))?.size).toBeGreaterThan(10);
  expect((await audit(bench.store.db)).drifts).toEqual([]);
});

it('appends a release of more rows than it hashes without a break', async () => {
  await bench.bundle(...Array.from({ length: 250 }, (_, at) => evidence({ evidence_id: `e:more-${at}` })));
  await bench.release();
  await emptyTestLog(bench.store.db);
  await (
    await begin()
  ).appended;
  expect((await newestHead(bench.store.db))?.size).toBeGreaterThan(250);
  expect((await audit(bench.store.db)).drifts).toEqual([]);
});

it('leaves origin, key and leaves as they are at the next start, elsewhere too', async () => {
  await (
    await begin()
  ).appended;
  const [keys, head] = [await logKeys(bench.store.db, origin), await newestHead(bench.store.db)];
  await (
    await beginPublicLog(bench.store, { baseUrl: 'https://elsewhere.example', given: null, log })
  ).appended;
  expect([await logKeys(bench.store.db, origin), await newestHead(bench.store.db)]).toEqual([keys, head]);
});

it('takes the key of the configuration once, and refuses another', async () => {
  await (
    await begin(Buffer.alloc(32, 1))
  ).appended;
  await (
    await begin(Buffer.alloc(32, 1))
  ).appended;
  expect(await logKeys(bench.store.db, origin)).toHaveLength(1);
  await expect(begin(Buffer.alloc(32, 2))).rejects.toThrow(LogKeyMismatch);
});

it('goes on without releases that cannot be appended now, with a warning', async () => {
  const warn = vi.fn<() => void>();
  const patiently = () => Promise.reject(new Error('the database went away'));
  const begun = await beginPublicLog({ ...bench.store, patiently }, { baseUrl, given: null, log: { ...log, warn } });
  await begun.appended;
  expect(warn).toHaveBeenCalledOnce();
  expect(await newestHead(bench.store.db)).toBeNull();
});

it('is there before the server listens: a start that fails on it has answered nobody', async () => {
  // A start would publish the preview first.
  const published = await openPublished('preview');
  await (
    await beginPublicLog(published, { baseUrl, given: Buffer.alloc(32, 1), log })
  ).appended;
  const address = await freeAddress({ host: '127.0.0.1' });
  const { port } = new URL(address);
  const config = readConfig({ PORT: port, LOG_SIGNING_KEY: Buffer.alloc(32, 2).toString('base64') });
  const store = { ...published, close: () => Promise.resolve() };
  await expect(start(store, config, { log, requests: log })).rejects.toThrow(LogKeyMismatch);
  await expect(fetch(address)).rejects.toThrow(/fetch failed/);
  await published.close();
});
