/**
 * How often a user code may be wrong, so that trying codes leads nowhere. A code lives as long as a window of all people
 * together lasts, and meets at most two of them: with 10,000 live codes that is 90 guesses among 20^12 codes, which find
 * one with a probability below 2^-32. Above that many a wrong code costs the more.
 */
import { retrying } from '../store/clock.ts';
import type { Pool, Trx } from '../store/db.ts';
import { type SeenGrant, countLiveGrants, findGrantByUserCode } from '../store/device-grants.ts';
import { take } from '../store/rate-windows.ts';
import { GRANT_SECONDS } from './device-grant.ts';
import { sha256 } from './secrets.ts';

export const wrongCodes = {
  account: { quota: 5, seconds: 15 * 60 },
  address: { quota: 20, seconds: 60 * 60 },
  everyone: { quota: 45, seconds: GRANT_SECONDS },
} as const;

/** A wrong code takes one from everyone's quota for each so many codes that it could have hit. */
export const LIVE_CODES_PER_TAKE = 10_000;

export type LookedUp =
  | { readonly found: SeenGrant }
  | {
      readonly found: null;
      /** Seconds; null where the code was looked for and is wrong. */ readonly retryAfter: number | null;
    };

export interface Guess {
  readonly userCode: string;
  readonly userId: string;
  readonly address: string;
}

/** Undoes what a right code has taken. */
class NotWrong extends Error {
  readonly lookedUp: LookedUp;

  constructor(lookedUp: LookedUp) {
    super('the code is not wrong');
    this.lookedUp = lookedUp;
  }
}

/** The quotas are taken first and only a wrong code keeps them taken: of any number of guesses at once none is free. */
export async function lookUpUserCode(db: Pool, guess: Guess): Promise<LookedUp> {
  try {
    return await retrying(db, async (trx) => {
      const retryAfter = await takeAll(trx, guess);
      if (retryAfter !== null) throw new NotWrong({ found: null, retryAfter });
      const found = await findGrantByUserCode(trx, sha256(guess.userCode));
      if (found !== null) throw new NotWrong({ found });
      return { found: null, retryAfter: null };
    });
  } catch (thrown) {
    if (thrown instanceof NotWrong) return thrown.lookedUp;
    throw thrown;
  }
}

async function takeAll(trx: Trx, { userId, address }: Guess): Promise<number | null> {
  const { account, address: perAddress, everyone } = wrongCodes;
  const windows = [
    { name: 'wrong user codes of an account', subject: userId, ...account },
    { name: 'wrong user codes of an address', subject: address, ...perAddress },
    ...Array.from({ length: takesOf(await countLiveGrants(trx)) }, () => ({
      name: 'wrong user codes',
      subject: 'everyone',
      ...everyone,
    })),
  ];
  for (const window of windows) {
    const { retryAfter } = await take(trx, window);
    if (retryAfter !== null) return retryAfter;
  }
  return null;
}

/** One more than the quota is enough to be refused. */
export function takesOf(liveCodes: number): number {
  return Math.min(Math.max(1, Math.ceil(liveCodes / LIVE_CODES_PER_TAKE)), wrongCodes.everyone.quota + 1);
}
