// Limits on guessing user codes.

// A wrong code counts only against the user who enters it: a right one is never refused because of others. That is
// enough, because a code has 20^12 values.
// A thousand accounts that guess together have 10,000 guesses in the life of a code. They find one of 10,000 live codes
// with a probability below 2^-25. All wrong codes together only raise an alarm.
import { retrying } from '../../store/known/clock.ts';
import type { Pool } from '../../store/engine/db.ts';
import { type SeenGrant, findGrantByUserCode } from '../../store/people/device-grants.ts';
import { take } from '../../store/ledger/rate-windows.ts';
import { GRANT_SECONDS } from './device-grant.ts';
import { sha256 } from '../secrets.ts';

export const wrongCodes = {
  account: { quota: 5, seconds: 15 * 60 },
  /** An alarm, not a limit. */
  alarm: { quota: 45, seconds: GRANT_SECONDS },
} as const;

export type LookedUp =
  | { readonly found: SeenGrant }
  | {
      readonly found: null;
      /** Seconds; null if the code was looked for and is wrong. */
      readonly retryAfter: number | null;
      /** True once in each window with an alarming number of wrong codes. */
      readonly isAlarm: boolean;
    };

export interface Guess {
  readonly userCode: string;
  readonly userId: string;
}

/** Rolls back the quota that a right code has taken. */
class NotWrong extends Error {
  readonly lookedUp: LookedUp;

  constructor(lookedUp: LookedUp) {
    super('the code is not wrong');
    this.lookedUp = lookedUp;
  }
}

/** The quota is taken first and only a wrong code keeps it: concurrent guesses are never free. */
export async function lookUpUserCode(db: Pool, { userCode, userId }: Guess): Promise<LookedUp> {
  try {
    return await retrying(db, async (trx) => {
      const { retryAfter } = await take(trx, {
        name: 'guess: user code',
        subject: userId,
        ...wrongCodes.account,
      });
      if (retryAfter !== null) throw new NotWrong({ found: null, retryAfter, isAlarm: false });
      const found = await findGrantByUserCode(trx, sha256(userCode));
      if (found !== null) throw new NotWrong({ found });
      const all = await take(trx, { name: 'guess: user code alarm', subject: 'everyone', ...wrongCodes.alarm });
      return { found: null, retryAfter: null, isAlarm: all.allowed && all.left === 0 };
    });
  } catch (thrown) {
    if (thrown instanceof NotWrong) return thrown.lookedUp;
    throw thrown;
  }
}
