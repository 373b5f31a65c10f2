// Answers at the newest head: found without a query, evicted when the head moves, and never mixed up between questions.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../contract/metered.ts';
import { recentAnswers } from './recent.ts';
import type { Head } from '../terms/research.ts';

const first: Head = { version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 };
const answer = (text: string, size = 0): Answer => ({
  bytes: Buffer.from(text.padEnd(size, ' ')),
  sha256: text,
  asOf: first.watermark,
});

/** Answers over a head that tests move; `settled`: it was read since the last boundary. */
function world() {
  const state = { live: first, preview: first, settled: true, reads: 0, builds: 0 };
  const recent = recentAnswers({
    settled: (collection) => (state.settled ? state[collection] : null),
    read: async (collection) => {
      state.reads += 1;
      return state[collection];
    },
  });
  const build = (text: string) => async () => {
    state.builds += 1;
    return answer(text);
  };
  return { state, recent, build };
}

describe('recent answers', () => {
  it('are built once for a question, and found without a query from then on', async () => {
    const { state, recent, build } = world();
    expect(recent.find('live', 'q')).toBeNull();
    const made = await recent.settle('live', 'q', build('one'));
    expect(made).toEqual({ answer: answer('one'), head: first });
    expect(recent.find('live', 'q')).toEqual(made);
    expect((await recent.settle('live', 'q', build('two'))).answer).toBe(made.answer);
    expect([state.builds, state.reads]).toEqual([1, 0]);
    expect((await recent.settleAnew('live', 'q', build('three'))).answer).toBe(made.answer);
    expect([state.builds, state.reads]).toEqual([1, 1]);
  });

  it('belong to one question of one collection', async () => {
    const { recent, build } = world();
    await recent.settle('live', 'q', build('live'));
    expect(recent.find('preview', 'q')).toBeNull();
    expect(recent.find('live', 'other')).toBeNull();
    await recent.settle('preview', 'q', build('preview'));
    expect(recent.find('live', 'q')?.answer.sha256).toBe('live');
    expect(recent.find('preview', 'q')?.answer.sha256).toBe('preview');
  });

  it('are forgotten when any part of the head has moved', async () => {
    const moves: Partial<Head>[] = [{ version: 2 }, { watermark: '2026-01-02T00:00:00.000Z' }, { removals: 1 }];
    for (const move of moves) {
      const { state, recent, build } = world();
      await recent.settle('live', 'q', build('old'));
      state.live = { ...first, ...move };
      expect(recent.find('live', 'q')).toBeNull();
      expect(await recent.settle('live', 'q', build('new'))).toEqual({ answer: answer('new'), head: state.live });
    }
    expect(moves).toHaveLength(3);
  });

  it('are not looked at while a boundary has passed that nobody has looked for yet', async () => {
    const { state, recent, build } = world();
    await recent.settle('live', 'q', build('one'));
    state.settled = false;
    expect(recent.find('live', 'q')).toBeNull();
    state.settled = true;
    expect(recent.find('live', 'q')).not.toBeNull();
  });

  it('name the head that was read before they were built: the charge finds out that it has moved meanwhile', async () => {
    const { state, recent } = world();
    const made = await recent.settle('live', 'q', async () => {
      state.live = { ...first, version: 2 };
      return answer('built on the newer head');
    });
    expect(made.head).toEqual(first);
    expect(recent.find('live', 'q')).toBeNull();
  });

  it('do not keep a failure, and are bounded in bytes', async () => {
    const { recent, build } = world();
    await expect(recent.settle('live', 'q', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await recent.settle('live', 'q', build('one'))).answer.sha256).toBe('one');
    const large = 5 * 1024 * 1024;
    for (const name of ['a', 'b', 'c']) await recent.settle('live', name, async () => answer(name, large));
    expect(['q', 'a', 'b', 'c'].map((name) => recent.find('live', name) !== null)).toEqual([false, false, true, true]);
  });
});
