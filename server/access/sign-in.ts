/**
 * How a person signs in, and sets the password to sign in with.
 *
 * 1. The operator, or an admin, makes a link (invitations.ts). Whoever holds it sets a password with it, once: `welcome`.
 * 2. With e-mail and password a session begins: `signInWithPassword`. Tries are counted before the password is looked
 *    at, over all processes (sign-in-limits.ts); a good one is given back. An unknown address costs the same.
 * 3. The password can be changed by who knows it: `changePassword`. Every other session ends.
 * 4. An identity provider of the operator's may vouch for the person instead: `signInWithIdentity`.
 *
 * Each beginning of a session makes a new secret, and checks in the same statement that its proof still holds.
 */
import { retrying } from '../store/clock.ts';
import type { Pool } from '../store/db.ts';
import {
  type Person,
  findLink,
  findPersonByEmail,
  findPersonByIdentity,
  findPerson,
  lockPerson,
  setIdentity,
  setPassword,
  takeLink,
} from '../store/people.ts';
import type { Take } from '../store/rate-windows.ts';
import { type Proof, insertSession } from '../store/sessions.ts';
import { browserOf } from './device-cookies.ts';
import { linkDigest } from './invitations.ts';
import { type PasswordFault, type Passwords, passwordFault } from './passwords.ts';
import type { RandomBytes } from './secrets.ts';
import { makeSession, secondsFrom, session_seconds_max } from './sessions.ts';
import { type Limited, giveAllBack, isAlarming, isLimited, takeSessionTry, takeTry } from './sign-in-limits.ts';

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

/** `wrong` says no more than that to a person: not whether the address is known, nor whether it has a password. */
export async function signInWithPassword(
  means: SignInMeans,
  { email, password, address, browser, devices = [] }: Attempt,
): Promise<(Began & { userId: string }) | Limited | Wrong> {
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

/** Looks at the password of a user who is signed in: a wrong one counts against the session, a right one for nothing. */
export async function checkPassword(
  { db, passwords }: Pick<SignInMeans, 'db' | 'passwords'>,
  { password_hash: hash }: Pick<Person, 'password_hash'>,
  { password, sessionId }: { password: string; sessionId: string },
): Promise<{ kind: 'right' } | { kind: 'wrong' } | Limited> {
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

/** What an e-mail address looks like: enough to refuse slips of the keyboard, and what no column could hold. */
export function isAddress(email: string): boolean {
  return email.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}][^\s@\p{C}.]*\.[^\s@\p{C}]+$/u.test(email);
}

type Beginning = { userId: string; browser: string; proof: Proof; provedAt?: string | null };

/** Null when the proof was taken back while it was looked at. */
async function begin(
  means: SignInMeans,
  { userId, browser, proof, provedAt = null }: Beginning,
): Promise<Began | null> {
  const { secret, sha256, sessionId } = makeSession(means.randomBytes);
  const now = means.now();
  const expiresAt = secondsFrom(now, session_seconds_max);
  const row = { digest: sha256, sessionId, userId, browser, now, expiresAt, provedAt };
  return (await insertSession(means.db, row, proof)) ? { kind: 'signed-in', secret } : null;
}

export type LinkState =
  | { kind: 'open'; email: string }
  | { kind: 'used'; usedAt: string }
  | { kind: 'expired'; expiresAt: string }
  /** The admin who made it is none any more. */
  | { kind: 'lapsed' }
  | { kind: 'unknown' };

/** What a link is good for; looking at it does not use it up, because mail scanners and previews look too. */
export async function linkState({ db, now }: Pick<SignInMeans, 'db' | 'now'>, secret: string): Promise<LinkState> {
  const digest = linkDigest(secret);
  const link = digest === null ? null : await findLink(db, digest);
  if (link === null) return { kind: 'unknown' };
  if (link.used_at !== null) return { kind: 'used', usedAt: link.used_at };
  if (link.expires_at <= now()) return { kind: 'expired', expiresAt: link.expires_at };
  return link.stands ? { kind: 'open', email: link.email } : { kind: 'lapsed' };
}

/** Sets the password that the link's holder chose, and signs them in; of two who try at once, one does. */
export async function welcome(
  means: SignInMeans,
  { secret, password, browser }: { secret: string; password: string; browser: string },
): Promise<(Began & { userId: string }) | { kind: 'refused'; fault: PasswordFault } | { kind: 'spent' }> {
  const { db, passwords, now } = means;
  const digest = linkDigest(secret);
  const state = await linkState(means, secret);
  if (digest === null || state.kind !== 'open') return { kind: 'spent' };
  const fault = passwordFault(password, state.email);
  if (fault !== null) return { kind: 'refused', fault };
  const passwordHash = await passwords.hash(password);
  const userId = await retrying(db, async (trx) => {
    const holder = await takeLink(trx, digest, now());
    if (holder !== null) await setPassword(trx, { userId: holder, passwordHash });
    return holder;
  });
  if (userId === null) return { kind: 'spent' };
  const began = await begin(means, { userId, browser, proof: { passwordHash } });
  return began === null ? { kind: 'spent' } : { ...began, userId };
}

export type Change = { userId: string; sessionId: string; current: string; wanted: string };

/** A person without a password has none to change: they sign in at the provider, or were sent no link yet. */
export async function changePassword(
  means: SignInMeans,
  { userId, sessionId, current, wanted }: Change,
): Promise<{ kind: 'changed' } | Limited | { kind: 'wrong' } | { kind: 'refused'; fault: PasswordFault }> {
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

/** Who the identity provider says it is. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** When they last signed in there, in seconds since 1970; null where it does not say. */
  authTime: number | null;
};

/**
 * Begins a session for the person of this identity. A person who was invited is tied to the identity when it first comes
 * with their address, verified; nobody else gets in.
 */
export async function signInWithIdentity(
  means: SignInMeans,
  identity: Identity,
  browser: string,
): Promise<(Began & { userId: string }) | { kind: 'not-invited' } | { kind: 'tied-elsewhere' }> {
  const { issuer, subject } = identity;
  const userId = (await findPersonByIdentity(means.db, issuer, subject))?.user_id ?? (await tie(means.db, identity));
  if (userId === null) return { kind: 'not-invited' };
  const provedAt = provedBy(identity, means.now());
  const began = await begin(means, { userId, browser, proof: { issuer, subject }, provedAt });
  return began === null ? { kind: 'tied-elsewhere' } : { ...began, userId };
}

/** Not after now, whatever the provider's clock says: nobody is to be known for longer by that. */
function provedBy({ authTime }: Identity, now: string): string | null {
  return authTime === null ? null : new Date(Math.min(authTime * 1_000, Date.parse(now))).toISOString();
}

/** The person with this address, who is now tied to the identity unless they were tied before; null when there is none. */
async function tie(db: Pool, { issuer, subject, email, isEmailVerified }: Identity): Promise<string | null> {
  if (email === null || !isEmailVerified || !isAddress(email)) return null;
  const person = await findPersonByEmail(db, email);
  // Some letters fold into those of others' addresses: K (the sign of Kelvin) into k.
  if (person === null || asciiFolded(person.email) !== asciiFolded(email)) return null;
  await retrying(db, (trx) => setIdentity(trx, { userId: person.user_id, issuer, subject }));
  return person.user_id;
}

function asciiFolded(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
