// Requests for mail: a queue of kinds and addresses.

// The account is looked up only when the mail is sent, so a request answers alike and does the same work for every
// address. Beyond a limit nothing is queued, silently.
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool, Trx } from '../../store/engine/db.ts';
import { type MailKind, queueMail } from '../../store/people/outbox.ts';
import { take } from '../../store/ledger/rate-windows.ts';
import type { RandomBytes } from '../secrets.ts';
import type { TryResult } from '../sign-in/sign-in-limits.ts';

/**
 * Mails to one address. A link that another person requested works too, so a full quota locks its owner out of nothing.
 */
const to_address = {
  invitation: { name: 'mail_invitation', quota: 5, seconds: 86_400 },
  password: { name: 'mail_link', quota: 5, seconds: 3_600 },
  'sign-up': { name: 'mail_link', quota: 5, seconds: 3_600 },
} as const;

/** Links that one network address asks for, to whomever. */
export const link_requests = { name: 'mail_asked_from', quota: 20, seconds: 3_600 } as const;

/** Invitations mailed for one admin: with open sign-up, anyone can be an admin of a workspace. */
export const invited_mails = { name: 'mail_invited_by', quota: 100, seconds: 86_400 } as const;

export type MailRequest = {
  kind: MailKind;
  email: string;
  /** Of an invitation. */
  workspaceId?: string;
  now: Instant;
  randomBytes: RandomBytes;
};

/** Queues the mail of an invitation; the operator's are not counted by maker. */
export async function requestInvitation(
  trx: Trx,
  { invitedBy, ...request }: Omit<MailRequest, 'kind'> & { invitedBy: string | null },
): Promise<void> {
  if (invitedBy !== null && !(await take(trx, { ...invited_mails, subject: invitedBy })).allowed) return;
  await requestMail(trx, { ...request, kind: 'invitation' });
}

/** Queues a mail in the transaction of what it reports. */
export async function requestMail(
  trx: Trx,
  { kind, email, workspaceId, now, randomBytes }: MailRequest,
): Promise<void> {
  const { allowed } = await take(trx, { ...to_address[kind], subject: email.toLowerCase() });
  if (!allowed) return;
  const mailId = `mail_${Buffer.from(randomBytes(12)).toString('hex')}`;
  await queueMail(trx, { mailId, kind, email, workspaceId: workspaceId ?? null, now });
}

/** Requests a link to an address, from a browser without a session. */
export async function askForLink(
  db: Pool,
  { from, ...request }: MailRequest & { kind: 'password' | 'sign-up'; from: string },
): Promise<{ kind: 'asked' } | TryResult> {
  const { retryAfter } = await take(db, { ...link_requests, subject: from });
  if (retryAfter !== null) return { kind: 'limited', retryAfter };
  await retrying(db, (trx) => requestMail(trx, request));
  return { kind: 'asked' };
}
