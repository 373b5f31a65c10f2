// The wait for a slot, which ends in time whether the slot comes or not.
import type { Leave } from './fair-slots.ts';

/** The longest wait for a slot: answers before it may wait for a database that commits nothing. */
const SLOT_MS_MAX = 5_000;

/** Null where the slot has not come in time; it is left as soon as it comes. */
export async function slotInTime(waits: Promise<Leave>): Promise<Leave | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SLOT_MS_MAX);
  });
  const leave = await Promise.race([waits, late]);
  clearTimeout(timer);
  if (leave === null) void waits.then((leaveLate) => leaveLate());
  return leave;
}
