// Background tasks of a run: their first failure fails the run, and none outlives it.
import { setTimeout } from 'node:timers/promises';

export type Loop = {
  /** Resolves when its last turn has ended; rejects with what it failed of. */
  stop(): Promise<void>;
};

export type Background = {
  begin<T>(work: () => Promise<T>): Promise<T>;
  /** Turn by turn, until it is stopped. */
  repeat(turn: () => Promise<unknown>): Loop;
  /** Resolves when the condition holds; rejects when a background task has failed, or the run is over. */
  until(condition: () => boolean): Promise<void>;
  /** The run is over: no turn begins any more. Resolves when all has ended, however it did. */
  end(): Promise<void>;
};

const LOOK_EVERY_MS = 2;

export function startBackground(): Background {
  const failures: unknown[] = [];
  const begun: Promise<unknown>[] = [];
  let isOver = false;
  function begin<T>(work: () => Promise<T>): Promise<T> {
    const ended = work();
    begun.push(ended.catch((error: unknown) => failures.push(error)));
    return ended;
  }
  return {
    begin,
    repeat(turn) {
      let isStopped = false;
      const ended = begin(async () => {
        while (!isStopped && !isOver) await turn();
      });
      return {
        stop: () => {
          isStopped = true;
          return ended;
        },
      };
    },
    async until(condition) {
      while (!condition()) {
        if (failures.length > 0) throw failures[0];
        if (isOver) throw new Error('the run is over');
        await setTimeout(LOOK_EVERY_MS);
      }
    },
    async end() {
      isOver = true;
      await Promise.all(begun);
    },
  };
}
