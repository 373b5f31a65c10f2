// Sign-in by an identity provider.

// A verified address proves the address: the provider's person takes over an account with an earlier password, and the
// password ends.
import { retrying } from '../../store/known/clock.ts';
import type { Trx } from '../../store/engine/db.ts';
import { findInvitationTo } from '../../store/people/invitations.ts';
import {
  type Person,
  findPersonByEmail,
  findPersonByIdentity,
  lockPerson,
  setIdentity,
} from '../../store/people/people.ts';
import { findOrInsertUser } from '../../store/people/workspaces.ts';
import { isAddress } from '../people/addresses.ts';
import { proveAddress } from '../people/proved-address.ts';
import { type Began, type SignInMeans, begin } from './sign-in.ts';

/** The person as the identity provider describes them. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** The last sign-in there, in seconds since 1970; null if the provider does not report it. */
  authTime: number | null;
};

export type IdentityMeans = Pick<SignInMeans, 'db' | 'now' | 'randomBytes'> & {
  /** True if an address without an invitation may have an account. */
  isSignUpOpen: boolean;
};

/**
 * Begins a session for the person of this identity. The first time, the account of its verified address is tied to it,
 * or made if the address is invited or sign-up is open. Otherwise it is refused.
 */
export async function signInWithIdentity(
  means: IdentityMeans,
  identity: Identity,
  browser: string,
): Promise<(Began & { userId: string }) | { kind: 'not-invited' } | { kind: 'tied-elsewhere' }> {
  const { issuer, subject } = identity;
  const known = await findPersonByIdentity(means.db, issuer, subject);
  const userId = known?.user_id ?? (await tie(means, identity));
  if (userId === null) return { kind: 'not-invited' };
  const provedAt = provedBy(identity, means.now());
  const began = await begin(means, { userId, browser, proof: { issuer, subject }, provedAt });
  return began === null ? { kind: 'tied-elsewhere' } : { ...began, userId };
}

/** Not after now, even by the provider's clock: it must not extend a proof. */
function provedBy({ authTime }: Identity, now: string): string | null {
  return authTime === null ? null : new Date(Math.min(authTime * 1_000, Date.parse(now))).toISOString();
}

/** The person with this address, tied to the identity now or before; null if none may be. */
async function tie(
  means: IdentityMeans,
  { issuer, subject, email, isEmailVerified }: Identity,
): Promise<string | null> {
  if (email === null || !isEmailVerified || !isAddress(email)) return null;
  return retrying(means.db, async (trx) => {
    const person = await accountOf(trx, means, email);
    if (person === null) return null;
    const { user_id: userId } = person;
    const isTied = await setIdentity(trx, { userId, issuer, subject });
    if (isTied) await proveAddress(trx, person, { by: 'provider', now: means.now(), randomBytes: means.randomBytes });
    return userId;
  });
}

async function accountOf(trx: Trx, { now: clock, randomBytes, isSignUpOpen }: IdentityMeans, email: string) {
  const now = clock();
  const found = await findPersonByEmail(trx, email);
  const isWelcome = found !== null || isSignUpOpen || (await findInvitationTo(trx, { email, now })) !== null;
  if (!isWelcome) return null;
  const newId = `usr_${Buffer.from(randomBytes(12)).toString('hex')}`;
  const { user_id: userId } = await findOrInsertUser(trx, { userId: newId, email, now });
  return (await lockPerson(trx, userId)) satisfies Person | null;
}
