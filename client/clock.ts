// What the client takes from the outside beside the network: the time, waiting, and chance. Tests put their own in its place.

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
        signal?.removeEventListener('abort', stop);
        settle();
      };
      const stop = end(() => reject(new Error('aborted')));
      const timer = setTimeout(end(resolve), milliseconds);
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
    }),
};
