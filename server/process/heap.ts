/** Growth of the heap in a serving process; decision 019 has the figures. */
import { setFlagsFromString } from 'node:v8';

/** V8 reads them whenever it decides, so they count from now on. */
export const flags: readonly string[] = [
  // After a pause V8 has shrunk the young generation to 1 MB: one step makes it 16 MB again, before a burst is promoted.
  '--semi-space-growth-factor=16',
  // The garbage of requests stays out of the old generation.
  '--no-allocation-site-pretenuring',
  // The whole heap is collected after it has grown by half, not by 8 MB.
  '--heap-growing-percent=50',
];

/**
 * Set by the process itself, and late. With any flag of V8 on its command line Node compiles its own modules anew
 * instead of reading them compiled.
 */
export function growForBursts(): void {
  for (const flag of flags) setFlagsFromString(flag);
}
