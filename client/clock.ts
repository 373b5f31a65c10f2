// What the client takes from the outside beside the network: the time, waiting, and chance. Tests put their own in its place.

import { onAbort } from './abort.ts';

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Rejects at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timer);
        deafen();
        settle();
      };
      const stop = end(() => reject(new Error('aborted')));
      const timer = setTimeout(end(resolve), milliseconds);
      const deafen = onAbort(signal, stop);
      if (signal?.aborted) stop();
    }),
};
