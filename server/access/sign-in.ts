/**
 * How a person signs in.
 *
 * 1. A link proves that an address is theirs, and lets them choose a password, once: `welcome` in links.ts.
 * 2. With e-mail and password a session begins: `signInWithPassword`. Tries are counted before the password is looked
 *    at, over all processes; a good one is given back. An unknown address costs the same time and the same tries.
 * 3. The password can be changed by who knows it: `changePassword`. Every other session ends.
 * 4. An identity provider of the operator's may vouch for the person instead: `signInWithIdentity` in identities.ts.
 *
 * Each beginning of a session makes a new secret, and checks in the same statement that its proof still holds.
 */
import { retrying } from '../store/clock.ts';
import type { Pool } from '../store/db.ts';
import { type Person, findPerson, findPersonByEmail, lockPerson, setPassword } from '../store/people.ts';
import { giveBack, take } from '../store/rate-windows.ts';
import type { Take } from '../store/rate-windows.ts';
import { type Proof, insertSession } from '../store/sessions.ts';
import { isAddress } from './addresses.ts';
import { type PasswordFault, type Passwords, passwordFault } from './passwords.ts';
import type { RandomBytes } from './secrets.ts';
import { makeSession, secondsFrom, session_seconds_max } from './sessions.ts';

export type SignInMeans = { db: Pool; passwords: Passwords; now: () => string; randomBytes: RandomBytes };

/** Guesses at one person, and guesses of one place at anyone. */
export const tries = {
  account: { name: 'sign_in_account', quota: 5, seconds: 900 },
  address: { name: 'sign_in_address', quota: 20, seconds: 3_600 },
} as const;

export type Limited = { kind: 'limited'; retryAfter: number };
/** The secret of the new session, for the cookie alone. */
export type Began = { kind: 'signed-in'; secret: string };

export type Attempt = { email: string; password: string; address: string; browser: string };

/**
 * `wrong` says no more than that to a person: not whether the address is known, nor whether it has a password. The log is
 * told whose it is.
 */
export async function signInWithPassword(
  means: SignInMeans,
  { email, password, address, browser }: Attempt,
): Promise<(Began & { userId: string }) | Limited | { kind: 'wrong'; userId: string | null }> {
  const { db } = means;
  const limits = [
    { ...tries.address, subject: address },
    { ...tries.account, subject: email.trim().toLowerCase().slice(0, 254) },
  ];
  const limited = await takeAll(db, limits);
  if (limited !== null) return limited;
  const person = isAddress(email.trim()) ? await findPersonByEmail(db, email.trim()) : null;
  const hash = person?.password_hash ?? null;
  const isRight = await verified(means, { hash, password, limits });
  if (!isRight || person === null || hash === null) return { kind: 'wrong', userId: person?.user_id ?? null };
  const { user_id: userId } = person;
  const began = await begin(means, { userId, browser, proof: { passwordHash: hash } });
  if (began === null) return { kind: 'wrong', userId };
  for (const limit of limits) await giveBack(db, limit);
  return { ...began, userId };
}

/** Looks at the password of somebody who is signed in: a guess counts like a try to sign in, and a right one for nothing. */
export async function checkPassword(
  { db, passwords }: Pick<SignInMeans, 'db' | 'passwords'>,
  { email, password_hash: hash }: Pick<Person, 'email' | 'password_hash'>,
  { password, address }: { password: string; address: string },
): Promise<{ kind: 'right' } | { kind: 'wrong' } | Limited> {
  const limits = [
    { ...tries.address, subject: address },
    { ...tries.account, subject: email.toLowerCase() },
  ];
  const limited = await takeAll(db, limits);
  if (limited !== null) return limited;
  if (!(await verified({ db, passwords }, { hash, password, limits }))) return { kind: 'wrong' };
  for (const limit of limits) await giveBack(db, limit);
  return { kind: 'right' };
}

/** Whoever is turned away before the password was looked at, because too many wait, has not tried it. */
async function verified(
  { db, passwords }: Pick<SignInMeans, 'db' | 'passwords'>,
  { hash, password, limits }: { hash: string | null; password: string; limits: readonly Take[] },
): Promise<boolean> {
  try {
    return await passwords.verify(hash, password);
  } catch (error) {
    for (const limit of limits) await giveBack(db, limit);
    throw error;
  }
}

async function takeAll(db: Pool, limits: readonly Take[]): Promise<Limited | null> {
  for (const limit of limits) {
    const { retryAfter } = await take(db, limit);
    if (retryAfter !== null) return { kind: 'limited', retryAfter };
  }
  return null;
}

export type Beginning = { userId: string; browser: string; proof: Proof; provedAt?: string | null };

/** Begins a session; null when the proof was taken back while it was looked at. */
export async function begin(
  means: Pick<SignInMeans, 'db' | 'now' | 'randomBytes'>,
  { userId, browser, proof, provedAt = null }: Beginning,
): Promise<Began | null> {
  const { secret, sha256, sessionId } = makeSession(means.randomBytes);
  const now = means.now();
  const expiresAt = secondsFrom(now, session_seconds_max);
  const row = { digest: sha256, sessionId, userId, browser, now, expiresAt, provedAt };
  return (await insertSession(means.db, row, proof)) ? { kind: 'signed-in', secret } : null;
}

export type Change = { userId: string; sessionId: string; current: string; wanted: string; address: string };

/** A person without a password has none to change: they sign in at the provider, or were sent no link yet. */
export async function changePassword(
  means: SignInMeans,
  { userId, sessionId, current, wanted, address }: Change,
): Promise<{ kind: 'changed' } | Limited | { kind: 'wrong' } | { kind: 'refused'; fault: PasswordFault }> {
  const { db, passwords } = means;
  const person = await findPerson(db, userId);
  if (person === null || person.password_hash === null) return { kind: 'wrong' };
  const fault = passwordFault(wanted, person.email);
  if (fault !== null) return { kind: 'refused', fault };
  const checked = await checkPassword(means, person, { password: current, address });
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
