// Clock and randomness of the client, which tests replace.
import { onAbort } from '../transport/abort.ts';
import { ResearchError } from '../problems.ts';

export interface Clock {
  /** Wall clock in milliseconds since 1970, for dates only: it can be set at any time. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
  /** Rejects at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
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

/** Sleeps; rejects as an aborted call does. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await clock.sleep(milliseconds, signal).catch(() => {
    throw new ResearchError('aborted', { detail: 'the signal was aborted' });
  });
}
