/** Mail of a queued row at the time of sending: a link, a hint to sign in, or nothing. Links are made here. */
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool, Trx } from '../../store/engine/db.ts';
import { type OwnInvitation, findInvitationTo } from '../../store/people/invitations.ts';
import type { QueuedMail } from '../../store/people/outbox.ts';
import { findPersonByEmail } from '../../store/people/people.ts';
import { provedWayIn } from './invitations.ts';
import { type MadeLink, makeLink } from './links.ts';
import type { RandomBytes } from '../secrets.ts';

export type Letter = {
  kind: QueuedMail['kind'];
  email: string;
  /** The workspace and role of an invitation. */
  invitation: OwnInvitation | null;
  /** Null for a person who can sign in, or must do so at the identity provider. */
  link: MadeLink | null;
  /** The way in that the address has already. */
  signsInBy: 'password' | 'provider' | null;
};

export type LetterMeans = {
  db: Pool;
  now: Instant;
  randomBytes: RandomBytes;
  baseUrl: string;
  isSignUpOpen: boolean;
};

/** Null if there is nothing to send: the address has no owner and may have none, or the invitation has lapsed. */
export async function letterFor(means: LetterMeans, mail: QueuedMail): Promise<Letter | null> {
  return retrying(means.db, (trx) => letterIn(trx, means, mail));
}

async function letterIn(trx: Trx, means: LetterMeans, mail: QueuedMail): Promise<Letter | null> {
  const { kind, workspace_id: workspaceId } = mail;
  const { now, randomBytes, baseUrl, isSignUpOpen } = means;
  const person = await findPersonByEmail(trx, mail.email);
  // The spelling of the account, not the typed one: a mail server may distinguish case.
  const email = person?.email ?? mail.email;
  const signsInBy = provedWayIn(person);
  const invitation = await findInvitationTo(trx, { email, workspaceId, now });
  if (kind === 'invitation' && invitation === null) return null;
  const hasAccount = person !== null && (person.password_hash !== null || person.issuer !== null);
  if (!hasAccount && invitation === null && !isSignUpOpen) return null;
  // A password together with an identity would bypass the provider's requirements.
  const isProviders = person !== null && person.issuer !== null;
  const needsLink = !isProviders && (kind !== 'invitation' || signsInBy === null);
  const link = needsLink ? await makeLink(trx, { email, proves: 'mail', now, randomBytes, baseUrl }) : null;
  return {
    kind,
    email,
    invitation: kind === 'invitation' ? invitation : null,
    link,
    signsInBy: isProviders ? 'provider' : signsInBy,
  };
}
