/** Admission control: a slot per request in progress; a request that only waits holds none. */
import { ProblemError } from '../contract/problems.ts';

/** Takes a slot and returns its release, or null if none is free. */
export type Admit = () => (() => void) | null;

export interface Slot {
  /** Releases the slot while a body or a release arrives, then takes one again. Throws `unavailable` if none is free. */
  readonly whileArriving: <Arrived>(arrive: () => Promise<Arrived>) => Promise<Arrived>;
  readonly leave: () => void;
}

/** Throws `unavailable` if no slot is free. */
export function takeSlot(admit: Admit): Slot {
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
