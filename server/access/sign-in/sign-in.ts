// Sign-in of a person: password or identity provider, and the start of a session.

// 1. A link proves an address and lets its owner set a password, once: `welcome` in links.ts.
// 2. E-mail and password begin a session: `signInWithPassword`. Tries are counted over all processes before the
// password is verified (sign-in-limits.ts); a right one is given back. An unknown address costs the same.
// 3. A person who knows the password can change it: `changePassword`. Every other session ends.
// 4. The operator's identity provider may vouch for the person instead: `signInWithIdentity` in identities.ts.
// Each start of a session makes a new secret, and checks in the same statement that its proof still holds.
import { retrying } from '../../store/known/clock.ts';
import type { Pool } from '../../store/engine/db.ts';
import { type Person, findPerson, findPersonByEmail, lockPerson, setPassword } from '../../store/people/people.ts';
import type { Take } from '../../store/ledger/rate-windows.ts';
import { type Proof, insertSession } from '../../store/people/sessions.ts';
import { isAddress } from '../people/addresses.ts';
import { browserOf } from '../devices/device-cookies.ts';
import { type PasswordFault, type Passwords, passwordFault } from './passwords.ts';
import type { RandomBytes } from '../secrets.ts';
import { makeSession, secondsFrom, session_seconds_max } from './sessions.ts';
import { type TryResult, giveAllBack, isAlarming, isLimited, takeSessionTry, takeTry } from './sign-in-limits.ts';

export type SignInMeans = { db: Pool; passwords: Passwords; now: () => string; randomBytes: RandomBytes };

/** The secret of the new session, for the cookie alone. */
export type Began = { kind: 'signed-in'; secret: string };

export type Attempt = {
  email: string;
  password: string;
  address: string;
  browser: string;
  /** The device cookies that came with it. */
  devices?: readonly string[];
};

/** `userId` and `isAlarm` are for the log alone. */
export type Wrong = { kind: 'wrong'; userId: string | null; isAlarm: boolean };

/** `wrong` reveals neither whether the address is known nor whether it has a password. */
export async function signInWithPassword(
  means: SignInMeans,
  { email, password, address, browser, devices = [] }: Attempt,
): Promise<(Began & { userId: string }) | TryResult | Wrong> {
  const { db } = means;
  const user = isAddress(email.trim()) ? await findPersonByEmail(db, email.trim()) : null;
  const device = await browserOf(means, { userId: user?.user_id ?? null, sent: devices });
  const taken = await takeTry(db, { email, address, device });
  if (isLimited(taken)) return taken;
  const hash = user?.password_hash ?? null;
  const isRight = await verified(means, { hash, password, taken, isKnown: device !== null });
  const userId = user?.user_id ?? null;
  const began =
    isRight && userId !== null && hash !== null
      ? await begin(means, { userId, browser, proof: { passwordHash: hash } })
      : null;
  if (began === null || userId === null) return { kind: 'wrong', userId, isAlarm: await isAlarming(db, email) };
  await giveAllBack(db, taken);
  return { ...began, userId };
}

/** Verifies the password of a signed-in user: a wrong one counts against the session, a right one does not count. */
export async function checkPassword(
  { db, passwords }: Pick<SignInMeans, 'db' | 'passwords'>,
  { password_hash: hash }: Pick<Person, 'password_hash'>,
  { password, sessionId }: { password: string; sessionId: string },
): Promise<{ kind: 'right' } | { kind: 'wrong' } | TryResult> {
  const taken = await takeSessionTry(db, sessionId);
  if (isLimited(taken)) return taken;
  if (!(await verified({ db, passwords }, { hash, password, taken, isKnown: true }))) return { kind: 'wrong' };
  await giveAllBack(db, taken);
  return { kind: 'right' };
}

/** A try that was turned away before the password was looked at, because too many wait, counts for nothing. */
async function verified(
  { db, passwords }: Pick<SignInMeans, 'db' | 'passwords'>,
  {
    hash,
    password,
    taken,
    isKnown,
  }: { hash: string | null; password: string; taken: readonly Take[]; isKnown: boolean },
): Promise<boolean> {
  try {
    return await passwords.verify(hash, password, { isKnown });
  } catch (error) {
    await giveAllBack(db, taken);
    throw error;
  }
}

export type SessionStart = { userId: string; browser: string; proof: Proof; provedAt?: string | null };

/** Begins a session; null if the proof was revoked meanwhile. */
export async function begin(
  means: Pick<SignInMeans, 'db' | 'now' | 'randomBytes'>,
  { userId, browser, proof, provedAt = null }: SessionStart,
): Promise<Began | null> {
  const { secret, sha256, sessionId } = makeSession(means.randomBytes);
  const now = means.now();
  const expiresAt = secondsFrom(now, session_seconds_max);
  const row = { digest: sha256, sessionId, userId, browser, now, expiresAt, provedAt };
  return (await insertSession(means.db, row, proof)) ? { kind: 'signed-in', secret } : null;
}

export type Change = { userId: string; sessionId: string; current: string; wanted: string };

/** A person without a password has none to change: they sign in at the provider, or were sent no link yet. */
export async function changePassword(
  means: SignInMeans,
  { userId, sessionId, current, wanted }: Change,
): Promise<{ kind: 'changed' } | TryResult | { kind: 'wrong' } | { kind: 'refused'; fault: PasswordFault }> {
  const { db, passwords } = means;
  const person = await findPerson(db, userId);
  if (person === null || person.password_hash === null) return { kind: 'wrong' };
  const fault = passwordFault(wanted, person.email);
  if (fault !== null) return { kind: 'refused', fault };
  const checked = await checkPassword(means, person, { password: current, sessionId });
  if (checked.kind !== 'right') return checked;
  const passwordHash = await passwords.hash(wanted);
  const isChanged = await retrying(db, async (trx) => {
    const held = await lockPerson(trx, userId);
    if (held?.password_hash !== person.password_hash) return false;
    await setPassword(trx, { userId, passwordHash, keep: sessionId });
    return true;
  });
  return isChanged ? { kind: 'changed' } : { kind: 'wrong' };
}
