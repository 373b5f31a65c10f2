// Continuous releases in the background of a run.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable, storeFailure } from '../../../server/store/engine/failures.ts';
import type { Background, Loop } from './background.ts';

const RELEASE_EVERY_MS = 700;

/** Null if the database was unavailable; any other failure is thrown again. */
export function unlessUnavailable(error: unknown): null {
  if (storeFailure(error) instanceof StoreUnavailable) return null;
  throw error;
}

/** A release during an outage is skipped; any other failure fails the run, as does a run without a release. */
export function publishing({ repeat }: Pick<Background, 'repeat'>, publish: () => Promise<unknown>): Loop {
  let published = 0;
  const loop = repeat(async () => {
    if ((await publish().catch(unlessUnavailable)) !== null) published += 1;
    await setTimeout(RELEASE_EVERY_MS);
  });
  return {
    stop: async () => {
      await loop.stop();
      if (published === 0) throw new Error('nothing was released during the run');
    },
  };
}
