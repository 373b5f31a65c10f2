// Releases all the while beside a run.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable, storeFailure } from '../../../server/store/engine/failures.ts';
import type { Beside, Loop } from './beside.ts';

const RELEASE_EVERY_MS = 700;

/** Null where the database was away; any other failure is thrown again. */
export function unlessUnavailable(error: unknown): null {
  if (storeFailure(error) instanceof StoreUnavailable) return null;
  throw error;
}

/** A release that meets a dead database is left out; any other failure is one of the run, and so is no release at all. */
export function publishing({ repeat }: Pick<Beside, 'repeat'>, publish: () => Promise<unknown>): Loop {
  let published = 0;
  const loop = repeat(async () => {
    if ((await publish().catch(unlessUnavailable)) !== null) published += 1;
    await setTimeout(RELEASE_EVERY_MS);
  });
  return {
    stop: async () => {
      await loop.stop();
      if (published === 0) throw new Error('nothing was released beside the run');
    },
  };
}
