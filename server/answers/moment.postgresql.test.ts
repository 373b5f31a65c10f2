// The clock during a long release: questions do not wait for the head row that the release holds.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadingBench } from '../ingest/testing/loading.ts';
import { loadLetters } from '../ingest/testing/withdrawal.ts';
import { lockHead } from '../store/known/clock.ts';
import type { Instant } from '../store/engine/db.ts';
import { type Moments, createMoments } from './moment.ts';

let bench: LoadingBench;
let moments: Moments;
const onTick = vi.fn<() => void>();
beforeEach(async () => {
  bench = await LoadingBench.open();
  await loadLetters(bench);
  // Many boundaries of the calendar have passed since the last question.
  await bench.store.db.raw(`update head set watermark = now() - interval '30 days' where collection = 'live'`);
  moments = createMoments({ db: bench.store.db, now: () => new Date().toISOString(), onTick });
});
afterEach(() => bench.close());

/** Holds the head row for as long as `work` takes, as a release does. */
function duringRelease(work: (watermark: Instant) => Promise<void>): Promise<void> {
  return bench.store.db.transaction(async (trx) => work((await lockHead(trx, 'live')).watermark));
}

async function waitingStatements(): Promise<number[]> {
  const { rows } = (await bench.store.db.raw(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )) as { rows: { pid: number }[] };
  return rows.map(({ pid }) => pid);
}

it('answers with the settled watermark while a release is under way, and moves on after it', async () => {
  let settled = '';
  await duringRelease(async (watermark) => {
    settled = watermark;
    const questions = await Promise.all(Array.from({ length: 20 }, () => moments.at('live', undefined)));
    expect(new Set(questions.map(({ cutoff }) => cutoff.asOf))).toEqual(new Set([watermark]));
    // The head may have moved, so the next question reads it again.
    expect(moments.settled('live')).toBeNull();
    expect(await waitingStatements()).toHaveLength(1);
  });
  await vi.waitFor(() => expect(onTick).toHaveBeenCalledOnce());
  expect((await moments.head('live')).watermark > settled).toBe(true);
});

it('answers too when the tick fails after its wait', async () => {
  let settled = '';
  await duringRelease(async (watermark) => {
    settled = watermark;
    expect((await moments.head('live')).watermark).toBe(watermark);
    for (const pid of await waitingStatements()) await bench.store.db.raw('select pg_terminate_backend(?)', [pid]);
    expect((await moments.head('live')).watermark).toBe(watermark);
  });
  await vi.waitFor(async () => expect((await moments.head('live')).watermark > settled).toBe(true));
});
