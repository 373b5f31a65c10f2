// Citations of an answer: prefetched rows and later reads are the same, and none is missing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCorpus } from '../ingest/testing/corpus.ts';
import { readHead } from '../store/known/clock.ts';
import type { Cutoff } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';
import { citationBook, resolveCitations } from './citations.ts';

let store: Store;
let cutoff: Cutoff;
let ids: string[];

beforeAll(async () => {
  ({ store } = await openCorpus());
  const { version, watermark } = await readHead(store.db, 'preview');
  cutoff = { collection: 'preview', version, asOf: watermark };
  const rows = await store
    .db('citation')
    .distinct('citation_id')
    .where({ collection: 'preview', to_version: 2147483647 });
  ids = rows.map((row: { citation_id: string }) => row.citation_id).sort();
});

afterAll(() => store.close());

it('what was read before is given with what is read now, in the order of the ids, and is not read again', async () => {
  const whole = await resolveCitations(store.db, cutoff, new Set(ids));
  expect(whole.map((row) => row.citation_id)).toEqual(ids);
  expect(ids.length).toBeGreaterThan(50);
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }): void => void statements.push(sql);
  store.db.on('query', note);
  const cited = citationBook(store.db, cutoff, whole.slice(20));
  expect(await cited(new Set(ids.toReversed()))).toEqual(whole);
  expect(await cited(new Set(ids.slice(0, 30)))).toEqual(whole.slice(0, 30));
  store.db.removeListener('query', note);
  expect(statements).toHaveLength(1);
});

it('an id that leads to no evidence is a fault, whatever was read before', async () => {
  const cited = citationBook(store.db, cutoff, await resolveCitations(store.db, cutoff, new Set(ids)));
  await expect(cited(new Set([...ids, 'cit_nowhere']))).rejects.toThrow('citations lead to no evidence: cit_nowhere');
});
