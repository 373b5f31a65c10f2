// The clock during a long release: questions do not wait for the head row that the release holds.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { lockHead, readHead } from '../store/known/clock.ts';
import type { Instant } from '../store/engine/db.ts';
import { type Moments, createMoments } from './moment.ts';

let bench: LoadingBench;
let moments: Moments;
const onTick = vi.fn<() => void>();
beforeEach(async () => {
  onTick.mockClear();
  bench = await openLetters();
  // Many boundaries of the calendar have passed since the last question.
  await bench.store.db.raw(`update head set watermark = now() - interval '30 days' where collection = 'live'`);
  moments = createMoments({ db: bench.store.db, now: () => new Date().toISOString(), onTick });
});
afterEach(() => bench.close());

/** Holds the head row for as long as `work` takes, as a release does. */
function duringRelease(work: (watermark: Instant) => Promise<void>): Promise<void> {
  return bench.store.db.transaction(async (trx) => work((await lockHead(trx, 'live')).watermark));
}

it('answers with the settled watermark while a release is under way, and moves on after it', async () => {
  let settled = '';
  await duringRelease(async (watermark) => {
    settled = watermark;
    const questions = await Promise.all(Array.from({ length: 20 }, () => moments.at('live', undefined)));
    expect(new Set(questions.map(({ cutoff }) => cutoff.asOf))).toEqual(new Set([watermark]));
    // The head may have moved, so the next question reads it again.
    expect(moments.settled('live')).toBeNull();
    expect(onTick).not.toHaveBeenCalled();
  });
  expect((await moments.head('live')).watermark > settled).toBe(true);
  expect(onTick).toHaveBeenCalledOnce();
});

it('moves on once for all questions of a moment, and each sees it', async () => {
  const { watermark } = await readHead(bench.store.db, 'live');
  const questions = await Promise.all(Array.from({ length: 20 }, () => moments.head('live')));
  expect(questions.filter((head) => head.watermark <= watermark)).toEqual([]);
  expect(onTick).toHaveBeenCalledOnce();
});
