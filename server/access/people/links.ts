// Single-use links to set a password.

// A link is mailed to its address, or handed over by the operator, so it reaches the owner alone. Using it proves the
// address, makes the account if there is none, and ends every earlier password and session.
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Trx } from '../../store/engine/db.ts';
import { LINK_HOURS } from '../../store/engine/lifetimes.ts';
import { type LinkProof, findLink, insertLink, takeLink } from '../../store/people/links.ts';
import { lockPerson, setPassword } from '../../store/people/people.ts';
import { findOrInsertUser } from '../../store/people/workspaces.ts';
import { type PasswordFault, passwordFault } from '../sign-in/passwords.ts';
import { proveAddress } from './proved-address.ts';
import { type RandomBytes, isSecret, makeSecret, sha256 } from '../secrets.ts';
import { secondsFrom } from '../sign-in/sessions.ts';
import { type Began, type SignInMeans, begin } from '../sign-in/sign-in.ts';

const prefix = 'ri_link_';

/** The digest to look up a link; null for a text that this service has not made. */
export function linkDigest(secret: string): Buffer | null {
  return isSecret(prefix, secret) ? sha256(secret) : null;
}

export type NewLink = { email: string; proves: LinkProof; now: Instant; randomBytes: RandomBytes; baseUrl: string };
export type MadeLink = { address: string; expiresAt: Instant };

/** Its secret is in the address alone, which is sent or shown once and kept nowhere. */
export async function makeLink(trx: Trx, { email, proves, now, randomBytes, baseUrl }: NewLink): Promise<MadeLink> {
  const secret = makeSecret(prefix, randomBytes);
  const expiresAt = secondsFrom(now, LINK_HOURS * 3_600);
  await insertLink(trx, { digest: sha256(secret), email, proves, now, expiresAt });
  return { address: `${baseUrl}/welcome?token=${secret}`, expiresAt };
}

export type LinkState =
  | { kind: 'open'; email: string }
  | { kind: 'used'; usedAt: string }
  | { kind: 'expired'; expiresAt: string }
  | { kind: 'unknown' };

/** The purpose of a link; reading it does not use it up, because mail scanners and previews read too. */
export async function linkState({ db, now }: Pick<SignInMeans, 'db' | 'now'>, secret: string): Promise<LinkState> {
  const digest = linkDigest(secret);
  const link = digest === null ? null : await findLink(db, digest);
  if (link === null) return { kind: 'unknown' };
  if (link.used_at !== null) return { kind: 'used', usedAt: link.used_at };
  if (link.expires_at <= now()) return { kind: 'expired', expiresAt: link.expires_at };
  return { kind: 'open', email: link.email };
}

export type WelcomeResult =
  | (Began & { userId: string })
  | { kind: 'refused'; fault: PasswordFault }
  | { kind: 'spent' };

/** Sets the password that the link's holder chose, and signs them in; of two concurrent tries one succeeds. */
export async function welcome(
  means: SignInMeans,
  { secret, password, browser }: { secret: string; password: string; browser: string },
): Promise<WelcomeResult> {
  const digest = linkDigest(secret);
  const state = await linkState(means, secret);
  if (digest === null || state.kind !== 'open') return { kind: 'spent' };
  const fault = passwordFault(password, state.email);
  if (fault !== null) return { kind: 'refused', fault };
  const passwordHash = await means.passwords.hash(password);
  const userId = await retrying(means.db, (trx) => usedBy(trx, means, { digest, passwordHash }));
  if (userId === null) return { kind: 'spent' };
  const began = await begin(means, { userId, browser, proof: { passwordHash } });
  return began === null ? { kind: 'spent' } : { ...began, userId };
}

/** The account whose password the link has set; null if it was used meanwhile. */
async function usedBy(
  trx: Trx,
  { now: clock, randomBytes }: SignInMeans,
  { digest, passwordHash }: { digest: Buffer; passwordHash: string },
): Promise<string | null> {
  const now = clock();
  const link = await takeLink(trx, digest, now);
  if (link === null) return null;
  const newId = `usr_${Buffer.from(randomBytes(12)).toString('hex')}`;
  const { user_id: userId } = await findOrInsertUser(trx, { userId: newId, email: link.email, now });
  const person = await lockPerson(trx, userId);
  if (person === null) throw new Error('a person that was just found is gone');
  await setPassword(trx, { userId, passwordHash });
  await proveAddress(trx, person, { by: link.proves, now, randomBytes });
  return userId;
}
