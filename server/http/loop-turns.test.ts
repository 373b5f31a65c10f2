import { beforeEach, describe, expect, test } from 'vitest';
import { type LoopTurns, createLoopTurns } from './loop-turns.ts';

/** An event loop and a clock that the test controls. */
let now: number;
let soon: (() => void)[];
let later: { at: number; call: () => void }[];
let turns: LoopTurns;
let done: string[];

beforeEach(() => {
  [now, soon, later, done] = [0, [], [], []];
  turns = createLoopTurns({
    elapsed: () => now,
    soon: (call) => soon.push(call),
    later: (call, ms) => later.push({ at: now + ms, call }),
  });
});

/** One turn of the loop: its callbacks, then the promises that they resolve. */
async function turn(): Promise<void> {
  const calls = [...soon.splice(0), ...later.filter(({ at }) => at <= now).map(({ call }) => call)];
  later = later.filter(({ at }) => at > now);
  for (const call of calls) call();
  await new Promise((resolve) => setImmediate(resolve));
}

/** Long work with a number of pieces and the milliseconds of each. */
async function work(name: string, { pieces, ms }: { pieces: number; ms: number }): Promise<void> {
  for (let piece = 1; piece <= pieces; piece += 1) {
    await turns.next();
    done.push(`${name}${piece}`);
    now += ms;
  }
}

/** A quick answer that ends when the test calls the result. */
function quick(): () => Promise<void> {
  let end = (): void => undefined;
  const answer = turns.quickly(() => new Promise<void>((resolve) => (end = resolve)));
  return () => {
    end();
    return answer;
  };
}

describe('long work', () => {
  test('has one piece in a turn of the loop, whoever waits', async () => {
    const all = [work('a', { pieces: 2, ms: 5 }), work('b', { pieces: 2, ms: 5 })];
    for (const so of [['a1'], ['a1', 'b1'], ['a1', 'b1', 'a2'], ['a1', 'b1', 'a2', 'b2']]) {
      await turn();
      expect(done).toEqual(so);
    }
    await Promise.all(all);
  });

  test('waits while a quick answer is under way, and goes on when it ends', async () => {
    const all = work('a', { pieces: 2, ms: 5 });
    await turn();
    const end = quick();
    await turn();
    await turn();
    expect(done).toEqual(['a1']);
    await end();
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await all;
  });

  test('waits for all quick answers that are under way', async () => {
    const all = work('a', { pieces: 2, ms: 5 });
    await turn();
    const [first, second] = [quick(), quick()];
    await first();
    await turn();
    expect(done).toEqual(['a1']);
    await second();
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await all;
  });

  test('has a third of the time when quick answers follow each other without end', async () => {
    let end = quick();
    const all = work('a', { pieces: 10, ms: 5 });
    while (done.length < 10) {
      now += 1;
      const before = end;
      end = quick();
      await before();
      await turn();
    }
    // Ten pieces of 5 ms, and nine pauses of 10 ms, each with its turn.
    expect(now).toBeGreaterThanOrEqual(140);
    expect(now).toBeLessThanOrEqual(180);
    await end();
    await all;
  });

  test('waits no longer for an answer that has been under way for 50 ms', async () => {
    const all = work('a', { pieces: 2, ms: 60 });
    const end = quick();
    await turn();
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await end();
    await all;
  });

  test('pauses for no longer than 25 ms after a piece that took a second', async () => {
    const all = work('a', { pieces: 2, ms: 1_000 });
    await turn();
    const end = quick();
    await turn();
    now += 24;
    await turn();
    expect(done).toEqual(['a1']);
    now += 1;
    await turn();
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await end();
    await all;
  });

  test('goes on after a quick answer that failed', async () => {
    const all = work('a', { pieces: 2, ms: 5 });
    await turn();
    await expect(turns.quickly(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await all;
  });
});
