// What the client takes from the outside beside the network: the time, waiting, and chance. Tests put their own in its place.
import { onAbort } from '../transport/abort.ts';
import { ResearchError } from '../problems.ts';

export interface Clock {
  /** Milliseconds since 1970, as this machine is set: for dates alone. Somebody may set it anew at any time. */
  now(): number;
  /** Milliseconds since some moment: for how long something takes or may take. It never jumps. */
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

/** Rejects as a call does that was aborted. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await clock.sleep(milliseconds, signal).catch(() => {
    throw new ResearchError('aborted', { detail: 'the signal was aborted' });
  });
}
