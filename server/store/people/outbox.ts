// Outbox of mails: a row is written in the transaction of its cause, and taken under a lease by one process.
import { type Db, type Instant, SWEPT_ROWS_MAX, type Trx } from '../engine/db.ts';

export type MailKind = 'invitation' | 'password' | 'sign-up';

export type QueuedMail = {
  mail_id: string;
  kind: MailKind;
  email: string;
  /** Of an invitation. */
  workspace_id: string | null;
  /** With the one that the lease is for; a later lease has a higher number. */
  attempts: number;
  created_at: Instant;
};

export async function queueMail(
  trx: Trx,
  mail: { mailId: string; kind: MailKind; email: string; workspaceId: string | null; now: Instant },
): Promise<void> {
  await trx.raw(
    'insert into mail_outbox (mail_id, kind, email, workspace_id, created_at, due_at) values (?, ?, ?, ?, ?, ?)',
    [mail.mailId, mail.kind, mail.email, mail.workspaceId, mail.now, mail.now],
  );
}

/** Leases the mails that are due until `leasedUntil`: no other process takes them before, and a lost lease runs out. */
export async function leaseMails(
  db: Db,
  { now, leasedUntil, count }: { now: Instant; leasedUntil: Instant; count: number },
): Promise<QueuedMail[]> {
  const { rows } = await db.raw(
    `update mail_outbox m set attempts = attempts + 1, due_at = ? from (
       select mail_id from mail_outbox where due_at <= ? order by due_at, mail_id limit ? for update skip locked) due
      where m.mail_id = due.mail_id
     returning m.mail_id, m.kind, m.email, m.workspace_id, m.attempts, m.created_at`,
    [leasedUntil, now, count],
  );
  return rows as QueuedMail[];
}

/** Tries again at `dueAt`; nothing when the lease has passed to another process. */
export async function deferMail(db: Db, { mail_id: id, attempts }: QueuedMail, dueAt: Instant): Promise<void> {
  await db.raw('update mail_outbox set due_at = ? where mail_id = ? and attempts = ?', [dueAt, id, attempts]);
}

/** Sent, or given up. */
export async function dropMail(db: Db, { mail_id: id, attempts }: QueuedMail): Promise<void> {
  await db.raw('delete from mail_outbox where mail_id = ? and attempts = ?', [id, attempts]);
}

/** Deletes unsent mails: the service was started without mail. Returns their number. */
export async function forgetMails(db: Db, before: Instant): Promise<number> {
  const { rowCount } = await db.raw(
    `delete from mail_outbox m using (
       select mail_id from mail_outbox where created_at <= ? limit ${SWEPT_ROWS_MAX} for update skip locked) o
      where m.mail_id = o.mail_id`,
    [before],
  );
  return rowCount ?? 0;
}
