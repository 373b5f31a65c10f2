// Cache of answers: one build for concurrent callers, no entry for a failed build, bounded in bytes.
import { describe, expect, it } from 'vitest';
import { type Answer, answerOf, keepAnswers } from './kept.ts';

const answer = (size: number): Answer => answerOf({ as_of: 'x'.repeat(size) });

describe('kept answers', () => {
  it('serialise a document once, and name its bytes by their hash', () => {
    const made = answerOf({ as_of: '2026-01-05T00:00:00.000Z' });
    expect(made.bytes.toString()).toBe('{"as_of":"2026-01-05T00:00:00.000Z"}');
    expect(made.sha256).toBe('Q5cLo7vjhiVPFVQjouNC82sYmMShfHG+A7EK4UI9kQI=');
    expect(made.asOf).toBe('2026-01-05T00:00:00.000Z');
  });

  it('hold memory of their own, and none that they would share with what is long gone', () => {
    const small = answer(1_000);
    expect(small.bytes.buffer.byteLength).toBe(small.bytes.length);
  });

  it('are built by one caller while the others wait for it', async () => {
    const kept = keepAnswers(10_000);
    let builds = 0;
    const ask = () =>
      kept.get('same', async () => {
        builds += 1;
        await Promise.resolve();
        return answer(10);
      });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(builds).toBe(1);
    expect(new Set(answers).size).toBe(1);
    await ask();
    expect(builds).toBe(1);
  });

  it('do not keep a failure: the next caller builds again', async () => {
    const kept = keepAnswers(10_000);
    await expect(kept.get('key', () => Promise.reject(new Error('store away')))).rejects.toThrow('store away');
    await expect(kept.get('key', () => Promise.resolve(answer(3)))).resolves.toBeDefined();
  });

  it('drop the least recently asked when the bytes exceed the bound', async () => {
    const kept = keepAnswers(4_000);
    const builds: string[] = [];
    const ask = (key: string) =>
      kept.get(key, () => {
        builds.push(key);
        return Promise.resolve(answer(40));
      });
    await ask('a');
    await ask('b');
    await ask('a');
    await ask('b');
    expect(builds).toEqual(['a', 'b', 'a', 'b']);
  });
});
