/** A place among the requests in work. Nobody holds one while it waits for a client: who sends slowly keeps nobody out. */
import { ProblemError } from '../contract/problems.ts';

/** Takes a place; null when there is none left. What it gives frees the place. */
export type Admit = () => (() => void) | null;

export interface Place {
  /** Gives the place back while something still has to arrive, and takes one again. Throws `unavailable` where there is none. */
  readonly whileArriving: <Arrived>(arrive: () => Promise<Arrived>) => Promise<Arrived>;
  readonly leave: () => void;
}

/** Throws `unavailable` when there is no place left. */
export function takePlace(admit: Admit): Place {
  let release: () => void = admitted(admit);
  return {
    leave: () => release(),
    async whileArriving(arrive) {
      release();
      const arrived = await arrive();
      release = admitted(admit);
      return arrived;
    },
  };
}

function admitted(admit: Admit): () => void {
  const release = admit();
  if (release !== null) return release;
  throw new ProblemError('unavailable', {
    detail: 'This server has as many requests in work as it can take.',
    headers: { 'Retry-After': '1' },
  });
}
