// The last use of a key is noted in batches, at intervals, and again after a failure.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyUse } from './key-use.ts';

describe('the use of keys', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const noting = (fail = false) => {
    const notes: string[][] = [];
    const clock = { ms: 0 };
    const use = keyUse(
      async (keyIds) => {
        notes.push([...keyIds]);
        if (fail) throw new Error('the store is away');
      },
      () => clock.ms,
    );
    const pass = async (ms: number): Promise<void> => {
      clock.ms += ms;
      await vi.advanceTimersByTimeAsync(ms);
    };
    return { notes, use, pass };
  };

  it('is noted together, each key once, and again after ten minutes', async () => {
    const { notes, use, pass } = noting();
    for (const keyId of ['a', 'b', 'a', 'c', 'b']) use(keyId);
    expect(notes).toEqual([]);
    await pass(1_000);
    expect(notes).toEqual([['a', 'b', 'c']]);
    use('a');
    await pass(9 * 60_000);
    use('b');
    expect(notes).toHaveLength(1);
    await pass(60_000);
    for (const keyId of ['c', 'd']) use(keyId);
    await pass(1_000);
    expect(notes[1]).toEqual(['c', 'd']);
  });

  it('is noted by the next use where noting failed', async () => {
    const { notes, use, pass } = noting(true);
    use('a');
    await pass(1_000);
    use('a');
    await pass(1_000);
    expect(notes).toEqual([['a'], ['a']]);
  });
});
