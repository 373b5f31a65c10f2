// Limits on guessing passwords: a try counts against the guesser and never against the user alone.

/*
 * Guesses by others therefore do not lock a person out.
 * - A browser in which the person has signed in has separate tries; after these it counts like any other browser.
 * - Every other browser counts by its network address, for all people together and for each of them.
 * - A signed-in person who must enter the password again counts by session.
 * - All wrong passwords for one person together only raise an alarm.
 */
import type { Pool } from '../../store/engine/db.ts';
import { type Take, giveBack, take } from '../../store/ledger/rate-windows.ts';

export const tries = {
  device: { name: 'guess: device', quota: 5, seconds: 900 },
  address: { name: 'guess: address', quota: 20, seconds: 3_600 },
  account: { name: 'guess: account', quota: 5, seconds: 900 },
  session: { name: 'guess: session', quota: 5, seconds: 900 },
  /** An alarm, not a limit: as many as NIST SP 800-63B lets fail for one account. */
  alarm: { name: 'guess: alarm', quota: 100, seconds: 3_600 },
} as const;

export type TryResult = { kind: 'limited'; retryAfter: number };

/** The guesser: for sign-ins the typed address, the network address, and the browser if it is known as the user's. */
export type Guesser = { email: string; address: string; device: string | null };

/** Takes a try before the password is verified; returns the part to give back if it was right. */
export async function takeTry(db: Pool, { email, address, device }: Guesser): Promise<readonly Take[] | TryResult> {
  if (device !== null) {
    const taken = await takeAll(db, [{ ...tries.device, subject: device }]);
    if (!isLimited(taken)) return taken;
  }
  return takeAll(db, [
    { ...tries.address, subject: address },
    { ...tries.account, subject: `${folded(email)}\n${address}` },
  ]);
}

export function takeSessionTry(db: Pool, sessionId: string): Promise<readonly Take[] | TryResult> {
  return takeAll(db, [{ ...tries.session, subject: sessionId }]);
}

export function isLimited(taken: readonly Take[] | TryResult): taken is TryResult {
  return 'kind' in taken;
}

/** One limit that refuses takes nothing of the others. */
async function takeAll(db: Pool, limits: readonly Take[]): Promise<readonly Take[] | TryResult> {
  const taken: Take[] = [];
  for (const limit of limits) {
    const { retryAfter } = await take(db, limit);
    if (retryAfter !== null) {
      await giveAllBack(db, taken);
      return { kind: 'limited', retryAfter };
    }
    taken.push(limit);
  }
  return taken;
}

export async function giveAllBack(db: Pool, taken: readonly Take[]): Promise<void> {
  for (const one of taken) await giveBack(db, one);
}

/** Counts a wrong password for the typed address, known or not; true once in each window with too many. */
export async function isAlarming(db: Pool, email: string): Promise<boolean> {
  const { allowed, left } = await take(db, { ...tries.alarm, subject: folded(email) });
  return allowed && left === 0;
}

/** Cut to the longest address that the store can hold, so that input takes no more room. */
function folded(email: string): string {
  return email.trim().toLowerCase().slice(0, 254);
}
