// Cached records at other cutoffs: pages are byte-equal to those of a server without a cache.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefsPage } from '../../../generated/api.ts';
import type { Answer } from '../../contract/metered.ts';
import { openCorpus } from '../../ingest/testing/corpus.ts';
import { type Fields, belief, cast, citation, evidence, revision } from '../../ingest/testing/bundle.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { databaseNow } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import { type Answers, createAnswers } from '../answers.ts';
import type { BeliefsRequest } from './beliefs.ts';

const baseUrl = 'https://research.test';

/** With its bytes as text, because comparing bytes one by one took most of the time of these tests. */
function readable(answer: Answer | string): unknown {
  if (typeof answer === 'string') return answer;
  const { bytes, parts, ...rest } = answer;
  const records = parts?.records.map((record) => record.bytes.toString());
  return { ...rest, text: bytes.toString(), frame: parts?.frame.toString(), records };
}

describe('over the preview corpus', () => {
  let store: Store;
  beforeAll(async () => {
    ({ store } = await openCorpus());
  });
  afterAll(() => store.close());

  const fresh = (): Answers => createAnswers({ store, baseUrl, now: () => '2026-11-02T12:00:00.000Z' });

  it('whatever is asked for first, by any filter, on any page', async () => {
    const keeping = fresh();
    const filters: BeliefsRequest[] = [{ limit: 50 }, { limit: 3 }, { ticker: 'NWTB' }, { status: 'active', limit: 7 }];
    const days = ['2025-12-30', '2026-03-15', '2026-04-21', '2026-06-30', '2026-08-25', '2026-09-15', '2026-10-05'];
    let [compared, told] = [0, 0];
    for (const [place, day] of [...days, ...days.toReversed()].entries()) {
      const keepingNothing = fresh();
      for (const filter of filters) {
        const request = { ...filter, as_of: `${day}T1${place % 10}:45:00.000Z` };
        const asked = (from: Answers): Promise<Answer | string> =>
          from.beliefs('preview', request).catch((thrown: unknown) => String(thrown));
        const [kept, anew] = [await asked(keeping), await asked(keepingNothing)];
        expect(readable(kept)).toEqual(readable(anew));
        if (typeof kept !== 'string') told += (asDocument(kept as never) as BeliefsPage).data.beliefs.length;
        compared += 1;
      }
    }
    expect(compared).toBe(56);
    expect(told).toBeGreaterThan(400);
  });
});

describe('beside releases that rename and correct', () => {
  let bench: LoadingBench;
  beforeAll(async () => {
    bench = await LoadingBench.open();
  });
  afterAll(() => bench.close());

  const corrected = async (record: Fields): Promise<void> => {
    const [fault] = await bench.faults(() => bench.bundle(record));
    await bench.bundle({ ...record, corrects: /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1] });
  };

  const releases: [what: string, change: () => Promise<unknown>][] = [
    ['the beginning', () => bench.bundle(...cast, evidence(), citation(), belief(), revision())],
    ['another belief', () => bench.statements(statement('s:1', { person: { id: 'p:bo', name: 'Bo', handle: null } }))],
    ['a new name of the subject', () => bench.bundle({ ...cast[2], name: 'Zeta Quarries' })],
    ['a new name of the person', () => bench.bundle({ ...cast[1], name: 'Ada Quill-Stone' })],
    ['a corrected title', () => corrected(evidence({ title: 'The first letter' }))],
    ['a corrected summary', () => corrected(revision({ summary: 'Very cheap.' }))],
    ['a new name of the source', () => bench.bundle({ ...cast[0], kind: 'report' })],
    ['a move', () => bench.bundle(revision({ revision: 2, observed_at: '2020-04-01T00:00:00Z', summary: 'Cheaper.' }))],
    ['the old name again', () => bench.bundle(cast[2] ?? {})],
  ];

  it('a page of every version reads in every later one as it did when that was the newest', async () => {
    let now = '';
    const fresh = (): Answers => createAnswers({ store: bench.store, baseUrl, now: () => now });
    const keeping = fresh();
    const first = new Map<string, string>();
    const texts = async (from: Answers, asOf: string): Promise<string> =>
      (await from.beliefs('live', { as_of: asOf, limit: 50 })).bytes.toString();
    let compared = 0;
    for (const [what, change] of releases) {
      await change();
      await bench.release();
      now = await databaseNow(bench.store.db);
      const newest = (await keeping.head('live')).watermark;
      first.set(newest, await texts(keeping, newest));
      for (const [asOf, text] of first) {
        // Another page at that version, so that the records are cached and the page is not.
        const other = (one: Answers) => one.beliefs('live', { as_of: asOf, limit: 49 });
        expect((await other(keeping)).bytes.toString(), `${what}, seen from ${asOf}`).toBe(
          (await other(fresh())).bytes.toString(),
        );
        expect(await texts(fresh(), asOf), what).toBe(text);
        compared += 1;
      }
    }
    expect(compared).toBe((releases.length * (releases.length + 1)) / 2);
    const told = [...first.values()].map((text) => (JSON.parse(text) as BeliefsPage).data);
    const wordsOf = (...[page]: typeof told): string => JSON.stringify([page?.beliefs, page?.citations]);
    const apart = new Set(told.map((page) => wordsOf(page).replaceAll(/as_of=[^"]*/g, '')));
    // Each release changed the page, and the last one restored an old name next to a newer state.
    expect(apart.size).toBe(releases.length);
  });
});
