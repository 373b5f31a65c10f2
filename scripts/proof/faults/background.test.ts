import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startBackground } from './background.ts';

describe('a background task of a run', () => {
  it('fails the run that waits for something else', async () => {
    const { begin, until, end } = startBackground();
    const failing = begin(() => Promise.reject(new Error('no definite answer')));
    await expect(until(() => false)).rejects.toThrow('no definite answer');
    await expect(failing).rejects.toThrow('no definite answer');
    await end();
  });

  it('ends with the run: a loop at its next turn, and whoever waits at once', async () => {
    const { begin, repeat, until, end } = startBackground();
    let turns = 0;
    const loop = repeat(async () => {
      turns += 1;
      await setTimeout(1);
    });
    const waiting = begin(() => until(() => false));
    await until(() => turns > 2);
    await end();
    const before = turns;
    await setTimeout(20);
    expect(turns).toBe(before);
    await expect(waiting).rejects.toThrow('the run is over');
    await loop.stop();
  });

  it('is stopped turn by turn, and says then what it failed of', async () => {
    const { repeat, end } = startBackground();
    let turns = 0;
    const loop = repeat(async () => {
      turns += 1;
      await setTimeout(1);
      if (turns === 3) throw new Error('the third');
    });
    while (turns < 3) await setTimeout(1);
    await expect(loop.stop()).rejects.toThrow('the third');
    await end();
    expect(turns).toBe(3);
  });
});
