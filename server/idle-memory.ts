/** Gives back what a start leaves behind, a quarter of the memory that the process then has, once it has become quiet. */

/**
 * V8 makes its young generation small again in a collection before which little was allocated for five seconds: so one
 * collection ends the time of the start, and one comes in the quiet after it.
 */
const LOOK_MS = 6_000;
const COLLECTIONS = 2;
/** Of one core. */
const BUSY_SHARE = 0.05;
/** A process that is busy from its start on needs what it has. */
const LOOKS_MAX = 20;

export type IdleMemoryOptions = {
  /** Microseconds of CPU that the process has taken. */
  cpuUsage?: () => NodeJS.CpuUsage;
  /** What `node --expose-gc` offers, which is how `npm start` begins; without it nothing is done. */
  collect?: () => void;
};

const nothing = (): void => undefined;

/** Looks now and then until the memory is given back; call what it gives to stop looking. */
export function giveMemoryBack(options: IdleMemoryOptions = {}): () => void {
  const { cpuUsage = () => process.cpuUsage(), collect = globalThis.gc } = options;
  if (collect === undefined) return nothing;
  const spent = (): number => {
    const { user, system } = cpuUsage();
    return user + system;
  };
  let [looks, collections, before] = [0, 0, spent()];
  const look = (): void => {
    looks += 1;
    const isQuiet = spent() - before < LOOK_MS * 1_000 * BUSY_SHARE;
    if (isQuiet) {
      collections += 1;
      collect();
    }
    if (collections === COLLECTIONS || looks === LOOKS_MAX) clearInterval(timer);
    before = spent();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}
