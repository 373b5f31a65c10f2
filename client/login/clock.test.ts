// System clock: a pause ends by itself, or at once by its signal, and leaves no timer or listener behind.
import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';

describe('a pause', () => {
  it('ends by itself', async () => {
    const { signal } = new AbortController();
    const [before, start] = [systemClock.now(), systemClock.elapsed()];
    await expect(systemClock.sleep(5, signal)).resolves.toBeUndefined();
    await expect(systemClock.sleep(0)).resolves.toBeUndefined();
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    expect(systemClock.elapsed()).toBeGreaterThan(start);
    expect(systemClock.random()).toBeLessThan(1);
  });

  it('ends at once where its signal is aborted, before or meanwhile', async () => {
    await expect(systemClock.sleep(3_600_000, AbortSignal.abort())).rejects.toThrow('aborted');
    const stop = new AbortController();
    const paused = systemClock.sleep(3_600_000, stop.signal);
    stop.abort();
    await expect(paused).rejects.toThrow('aborted');
  });
});
