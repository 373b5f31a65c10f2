/**
 * Invitations: who is put into a workspace, and who is given a link with which to set a password. Nothing here proves
 * that an address is a person's own, so a link must never open an account to someone whom other workspaces trust:
 *
 * - a new person gets a link; so does one of this workspace who has no way to sign in yet;
 * - one who can sign in keeps that, and only the role changes; a fresh link is made on demand (a forgotten password);
 * - one who is in no workspace any more starts anew: whatever password was set before is gone;
 * - one who is in another workspace is the operator's to invite, not an admin's; a link that an admin there has made and
 *   nobody used yet is gone with that;
 * - a link works for as long as whoever made it may make one: an admin who is removed or demoted takes none along.
 */
import { retrying } from '../store/clock.ts';
import type { Instant, Pool, Trx } from '../store/db.ts';
import { LINK_HOURS } from '../store/lifetimes.ts';
import { type Person, dropLinks, insertLink, lockPerson, setPassword, workspacesOf } from '../store/people.ts';
import { type Role, findOrInsertUser, setMembership } from '../store/workspaces.ts';
import { isSecret, makeSecret, sha256 } from './secrets.ts';
import type { RandomBytes } from './secrets.ts';
import { secondsFrom } from './sessions.ts';

const prefix = 'ri_link_';

/** The digest to look a link up by; null for anything that we have not made. */
export function linkDigest(secret: string): Buffer | null {
  return isSecret(prefix, secret) ? sha256(secret) : null;
}

export type Invite = {
  email: string;
  workspaceId: string;
  role: Role;
  /** The admin who invites, or null for the operator. */
  madeBy: string | null;
  /** A fresh link even for who can sign in. */
  newLink?: boolean;
  now: Instant;
  randomBytes: RandomBytes;
  baseUrl: string;
};

export type Invited = {
  kind: 'invited';
  userId: string;
  email: string;
  /** False where only the role was set. */
  isNew: boolean;
  /** How the person signs in already, or null. */
  signsInBy: 'password' | 'provider' | null;
  /** Shown once, to whoever invited. */
  link: string | null;
  expiresAt: Instant | null;
  /** How many other workspaces the person is in: whoever holds a link of theirs gets into those too. */
  elsewhere: number;
};

export async function invite(db: Pool, asked: Invite): Promise<Invited | { kind: 'elsewhere' }> {
  const { email, workspaceId, role, madeBy, newLink = false, now, randomBytes } = asked;
  return retrying(db, async (trx) => {
    const userId = `usr_${Buffer.from(randomBytes(12)).toString('hex')}`;
    const { user_id: found } = await findOrInsertUser(trx, { userId, email, now });
    const person = await lockPerson(trx, found);
    if (person === null) throw new Error('a person that was just found is gone');
    const workspaces = await workspacesOf(trx, found);
    const elsewhere = workspaces.filter((id) => id !== workspaceId).length;
    const isMember = workspaces.includes(workspaceId);
    const mayHaveLink = madeBy === null || elsewhere === 0;
    if (!mayHaveLink && (newLink || !isMember)) return { kind: 'elsewhere' };
    if (workspaces.length === 0) await setPassword(trx, { userId: found, passwordHash: null });
    else if (!isMember) await dropLinks(trx, found);
    const held = workspaces.length === 0 ? { ...person, password_hash: null } : person;
    const isNew = await setMembership(trx, { workspaceId, userId: found, role, now });
    const needsLink = newLink || (mayHaveLink && signsInBy(held) === null);
    const link = needsLink ? await makeLink(trx, asked, found) : null;
    return {
      kind: 'invited',
      userId: found,
      email: person.email,
      isNew: isNew && !isMember,
      signsInBy: signsInBy(held),
      link: link?.address ?? null,
      expiresAt: link?.expiresAt ?? null,
      elsewhere,
    };
  });
}

function signsInBy({ password_hash, issuer }: Person): 'password' | 'provider' | null {
  if (password_hash !== null) return 'password';
  return issuer === null ? null : 'provider';
}

async function makeLink(trx: Trx, { madeBy, now, randomBytes, baseUrl }: Invite, userId: string) {
  const secret = makeSecret(prefix, randomBytes);
  const expiresAt = secondsFrom(now, LINK_HOURS * 3_600);
  await insertLink(trx, { digest: sha256(secret), userId, madeBy, now, expiresAt });
  return { address: `${baseUrl}/welcome?token=${secret}`, expiresAt };
}
