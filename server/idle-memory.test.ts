import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveMemoryBack } from './idle-memory.ts';

const LOOK_MS = 6_000;

/** A process that takes so much of a core in each stretch between two looks. */
function watched(shares: readonly number[]) {
  let [spent, stretch, collections] = [0, 0, 0];
  const stop = giveMemoryBack({
    cpuUsage: () => ({ user: spent / 2, system: spent / 2 }),
    collect: () => void (collections += 1),
  });
  const pass = (): void => {
    spent += (shares[stretch++] ?? 0) * LOOK_MS * 1_000;
    vi.advanceTimersByTime(LOOK_MS);
  };
  return { pass, stop, collected: () => collections };
}

describe('memory after a start', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is given back twice in the quiet, and then left alone', () => {
    const { pass, collected } = watched([0, 0.01, 0]);
    const seen = [1, 2, 3].map(() => {
      pass();
      return collected();
    });
    expect(seen).toEqual([1, 2, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits while the process works', () => {
    const { pass, collected } = watched([0.9, 0.3, 0, 0.5, 0]);
    const seen = [1, 2, 3, 4, 5].map(() => {
      pass();
      return collected();
    });
    expect(seen).toEqual([0, 0, 1, 1, 2]);
  });

  it('is not looked after any more in a process that is busy for two minutes, or stops', () => {
    const busy = watched(Array.from({ length: 30 }, () => 0.9));
    for (let passed = 0; passed < 30; passed += 1) busy.pass();
    expect(busy.collected()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    watched([0]).stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('needs a process that may collect when it wants to', () => {
    vi.stubGlobal('gc', undefined);
    giveMemoryBack({ cpuUsage: () => ({ user: 0, system: 0 }) });
    vi.unstubAllGlobals();
    expect(vi.getTimerCount()).toBe(0);
  });
});
