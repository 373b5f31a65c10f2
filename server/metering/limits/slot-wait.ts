// Bounded wait for a slot.
import type { Leave } from './fair-slots.ts';

/** The longest wait for a slot: earlier builds may wait for a database that does not answer. */
const SLOT_MS_MAX = 5_000;

/** Null if the slot did not come in time; it is released as soon as it comes. */
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
