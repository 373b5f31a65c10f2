// Waits for a release: one reader for all of them, bounds, and every way in which a wait ends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionHead } from '../store/known/clock.ts';
import { type HoldOutcome, releaseWatch } from './release-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(bounds = { all: 3, each: 2, everyMs: 1_000 }) {
  const store = { version: 1, removals: 0, reads: 0, isAway: false };
  const outcomes: HoldOutcome[] = [];
  let held = 0;
  const watch = releaseWatch({
    read: async (collection) => {
      store.reads += 1;
      if (store.isAway) throw new Error('the store does not answer');
      const { version, removals } = store;
      return { collection, version, removals, watermark: '2026-01-01T00:00:00.000Z' };
    },
    elapsed: () => Date.now(),
    bounds,
    onHeld: (count) => (held = count),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const wait = (seen: CollectionHead, holder = 'a', ms = 10_000, signal = new AbortController().signal) =>
    watch.until(seen, { ms, holder, signal });
  return { store, watch, wait, outcomes, held: () => held };
}

describe('a wait', () => {
  it('ends with a release or a removal, and all waits share one reader', async () => {
    const { store, watch, wait, outcomes, held } = watched();
    const seen = await watch.head('live');
    const waits = [wait(seen), wait(seen), wait(seen, 'b')];
    expect([held(), store.reads]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.reads).toBe(6);
    store.version = 2;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(waits)).toEqual([false, false, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([held(), store.reads]).toEqual([0, 7]);
    const after = wait(await watch.head('live'));
    store.removals = 1;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await after).toBe(false);
    expect(outcomes).toEqual(['news', 'news', 'news', 'news']);
  });

  it('ends with its time, with its client and with the server, and a store that is away ends none', async () => {
    const { store, watch, wait, outcomes } = watched();
    const seen = await watch.head('live');
    store.isAway = true;
    const client = new AbortController();
    const waits = [wait(seen, 'a', 1_500), wait(seen, 'a', 60_000, client.signal), wait(seen, 'b', 60_000)];
    await vi.advanceTimersByTimeAsync(1_500);
    client.abort();
    watch.close();
    expect(await Promise.all(waits)).toEqual([true, true, true]);
    expect(watch.until(seen, { ms: 1, holder: 'a', signal: client.signal })).toBeNull();
    expect(outcomes).toEqual(['time', 'gone', 'stopped', 'stopped']);
  });

  it('of a client that has gone already ends at once', async () => {
    const { watch, wait } = watched();
    expect(await wait(await watch.head('live'), 'a', 60_000, AbortSignal.abort())).toBe(true);
  });

  it('begins only below both bounds, and another one in its place once it has ended', async () => {
    const { watch, wait, outcomes } = watched();
    const seen = await watch.head('live');
    const first = wait(seen, 'a', 100);
    expect([wait(seen, 'a'), wait(seen, 'a'), wait(seen, 'b'), wait(seen, 'c')].map((one) => one === null)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect([await first, wait(seen, 'a') === null]).toEqual([true, false]);
    expect(outcomes).toEqual(['full', 'full', 'time']);
    watch.close();
  });
});

describe('a head', () => {
  it('is shared for a moment, read anew when asked for, and no failure is kept', async () => {
    const { store, watch } = watched();
    await Promise.all([watch.head('live'), watch.head('live')]);
    expect(store.reads).toBe(1);
    await watch.head('preview');
    store.version = 9;
    expect((await watch.head('live')).version).toBe(1);
    expect((await watch.head('live', true)).version).toBe(9);
    store.isAway = true;
    await vi.advanceTimersByTimeAsync(60);
    await expect(watch.head('live')).rejects.toThrow('does not answer');
    store.isAway = false;
    expect((await watch.head('live')).version).toBe(9);
  });
});
