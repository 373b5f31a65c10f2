/** Passwords: the rule for new ones, and argon2id with bounded concurrency. */
import type * as Argon2Module from '@node-rs/argon2';
import { ProblemError } from '../../contract/problems.ts';
import { isCommon } from './common-passwords.ts';

export const password_characters_min = 12;
export const password_characters_max = 256;

/** OWASP's first choice: 19 MiB, two passes, one lane. 38 ms here, where scrypt of the same strength took 560 to 730. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes 19 MiB and a thread of the pool: more at once would only make all of them slower. */
const at_once_max = 2;
/** Of each line: strangers who fill theirs leave room for known browsers and for users who are signed in. */
const waiting_max = 32;

/** A hash of 32 random bytes, verified for an unknown address so that it takes as long as a wrong password. */
const nobodys_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$rmuupGyaiJLiVz9TyhQe+w$nw5I0A/ivwztxiNBNfjdqxiOVfwBtTOaJtLGR6n2PtQ';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a user without a password, after the same work. A known browser waits in a separate line. */
  verify(passwordHash: string | null, password: string, line?: { isKnown: boolean }): Promise<boolean>;
};

type Argon2 = Pick<typeof Argon2Module, 'hash' | 'verify'>;

/** Loaded by the first who signs in: a server that starts has no use for it yet. */
const loadArgon2 = (): Promise<Argon2> => import('@node-rs/argon2');

/** Refuses with 503 if the wait would be too long. */
export function createPasswords(argon2: () => Promise<Argon2> = loadArgon2): Passwords {
  const inTurn = turns();
  return {
    hash: (password) => inTurn('others', async () => (await argon2()).hash(normal(password), cost)),
    verify: async (passwordHash, password, line) => {
      const isSame = await inTurn(line?.isKnown === true ? 'known' : 'others', async () =>
        (await argon2()).verify(passwordHash ?? nobodys_hash, normal(password)),
      );
      return passwordHash !== null && isSame;
    },
  };
}

type Line = 'known' | 'others';

/** Two lines that take turns, so that neither keeps the other waiting for longer than one hash. */
function turns() {
  let running = 0;
  let last: Line = 'others';
  const waiting: Record<Line, (() => void)[]> = { known: [], others: [] };
  const next = (): (() => void) | undefined => {
    const other = last === 'known' ? 'others' : 'known';
    last = waiting[other].length > 0 ? other : last;
    return waiting[last].shift();
  };
  return async <T>(line: Line, work: () => Promise<T>): Promise<T> => {
    if (running >= at_once_max) {
      if (waiting[line].length >= waiting_max) {
        throw new ProblemError('unavailable', {
          detail: 'Many people are signing in at the moment. Try again in a few seconds.',
          headers: { 'Retry-After': '5' },
        });
      }
      // A finished hash hands over its place, so that no newcomer gets in between.
      await new Promise<void>((resolve) => waiting[line].push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const following = next();
      if (following === undefined) running -= 1;
      else following();
    }
  };
}

/** The same characters may be typed in several ways: one keyboard composes what another one sends in parts. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

export type PasswordFault = 'short' | 'long' | 'common';

/** The fault of a new password, or null. Length counts; rules about digits and signs only make worse ones. */
export function passwordFault(password: string, email: string): PasswordFault | null {
  const text = normal(password);
  const { length } = Array.from(text);
  if (length < password_characters_min) return 'short';
  if (length > password_characters_max) return 'long';
  return isCommon(text, email) ? 'common' : null;
}
