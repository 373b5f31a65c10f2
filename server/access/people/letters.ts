/** The mail of a queued row when it is sent: a link, a hint to sign in, or nothing. Its link is made here and now. */
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
  /** Of an invitation: who offers what. */
  invitation: OwnInvitation | null;
  /** Null for a person who can sign in, or has to do so at the identity provider. */
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

/** Null for nothing to send: nobody has the address or may have it, or the invitation stands no more. */
export async function letterFor(means: LetterMeans, mail: QueuedMail): Promise<Letter | null> {
  return retrying(means.db, (trx) => letterIn(trx, means, mail));
}

async function letterIn(trx: Trx, means: LetterMeans, mail: QueuedMail): Promise<Letter | null> {
  const { kind, workspace_id: workspaceId } = mail;
  const { now, randomBytes, baseUrl, isSignUpOpen } = means;
  const person = await findPersonByEmail(trx, mail.email);
  // As the account has it, not as it was typed: a mail server may tell letters of other case apart.
  const email = person?.email ?? mail.email;
  const signsInBy = provedWayIn(person);
  const invitation = await findInvitationTo(trx, { email, workspaceId, now });
  if (kind === 'invitation' && invitation === null) return null;
  const hasAccount = person !== null && (person.password_hash !== null || person.issuer !== null);
  if (!hasAccount && invitation === null && !isSignUpOpen) return null;
  // A password beside an identity would be a way around whatever the provider asks for.
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
