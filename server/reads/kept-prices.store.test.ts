// Cached prices of one cutoff give the same result at any other as a server without a cache.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answers, createAnswers } from '../answers/answers.ts';
import { openCorpus } from '../ingest/testing/corpus.ts';
import type { Cutoff } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';
import { entityIdForTicker } from '../store/engine/ids.ts';
import { readTogether } from '../store/engine/read.ts';
import { priceReader } from './prices.ts';

let store: Store;

beforeAll(async () => {
  ({ store } = await openCorpus());
});

afterAll(() => store.close());

const fresh = (): Answers =>
  createAnswers({ store, baseUrl: 'https://research.test', now: () => '2026-11-02T12:00:00.000Z' });

it('whichever of two cutoffs is asked for first, and in whichever form', async () => {
  const days = ['2026-08-25', '2026-09-04', '2026-09-15', '2026-09-29', '2026-04-21', '2026-06-30'];
  const keeping = fresh();
  let compared = 0;
  for (const ticker of ['NWTB', 'QRZM', 'LRKQ', 'HALV', 'KLPF']) {
    for (const [place, day] of [...days, ...days.toReversed()].entries()) {
      const detail = place % 2 === 0 ? 'overview' : 'full';
      const question = { ticker, detail, as_of: `${day}T2${place % 4}:15:00.000Z` } as const;
      const kept = await keeping.brief('preview', question);
      expect(kept.bytes.equals((await fresh().brief('preview', question)).bytes)).toBe(true);
      compared += 1;
    }
  }
  expect(compared).toBe(60);
});

it('are asked for once in a version, by ticker or by id, and again in another', async () => {
  const prices = priceReader();
  const at = (version: number): Cutoff => ({ collection: 'preview', version, asOf: '2026-09-15T00:00:00.000Z' });
  const id = entityIdForTicker('NWTB');
  const first = prices.ask(at(8), { name: 'NWTB', entityId: id });
  const { histories } = await readTogether(store.db, { histories: first.read });
  const taken = first.take(histories, id);
  expect([taken.security.length, taken.benchmark.length]).toEqual([1, 1]);
  const again = prices.ask(at(8), { name: 'NWTB', entityId: id });
  expect(again.read).toBeNull();
  expect(again.take([], id)).toEqual(taken);
  // A new name: only the statement can resolve it. The benchmark is cached.
  const renamed = prices.ask({ ...at(8), asOf: '2026-09-01T00:00:00.000Z' }, { name: id, entityId: id });
  expect((await readTogether(store.db, { histories: renamed.read })).histories.map((row) => row.ticker)).toEqual([
    'NWTB',
  ]);
  expect(prices.ask(at(9), { name: 'NWTB', entityId: id }).read).not.toBeNull();
});
