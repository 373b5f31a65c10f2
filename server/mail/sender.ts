/** Sender of queued mails (transactional outbox with leases). */
import type { RandomBytes } from '../access/secrets.ts';
import { type LetterMeans, letterFor } from '../access/people/letters.ts';
import { secondsFrom } from '../access/sign-in/sessions.ts';
import type { Instant, Pool } from '../store/engine/db.ts';
import { MAIL_HOURS_MAX } from '../store/engine/lifetimes.ts';
import { type QueuedMail, deferMail, dropMail, leaseMails } from '../store/people/outbox.ts';
import { messageOf } from './texts.ts';
import { type Transport, failureOf, isRefusedForGood } from './transport.ts';

/*
 * 1. A process leases due mails. If it dies, the lease expires and another process takes the mail.
 * 2. It makes the link, sends the mail and deletes the row. A mail may be sent twice, but is never lost.
 * 3. A failure is retried after growing pauses, until a permanent refusal or the end of the mail's time.
 */

/** Longer than all time limits of one delivery together. */
const lease_seconds = 120;
/** Pauses between attempts; the last one repeats. */
const pauses_seconds = [30, 120, 600, 1_800, 3_600] as const;
/** Mails in progress per process: each holds a connection to the mail server. */
const in_hand_max = 4;
/** Longest delay until mails of dead processes, of the command line, and those to retry are noticed. */
const look_ms = 10_000;

export type MailReport = { kind: QueuedMail['kind']; attempts: number } & (
  | { outcome: 'sent' | 'nothing-to-send' }
  | { outcome: 'deferred' | 'given-up'; code: string; response: number | null }
);

export type SenderOptions = {
  db: Pool;
  transport: Transport;
  baseUrl: string;
  isSignUpOpen: boolean;
  now: () => Instant;
  randomBytes: RandomBytes;
  onReport: (report: MailReport) => void;
  /** The outbox could not be read or written. */
  onFailure: (error: unknown) => void;
};

export type Sender = {
  /** Checks the outbox soon. */
  wake(): void;
  /** Resolves once no mail is in progress. */
  stop(): Promise<void>;
};

export function startSender(options: SenderOptions): Sender {
  let [isStopped, isAsked] = [false, false];
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (isAsked && !isStopped) {
      isAsked = false;
      // A full batch means that more mails may be due.
      if ((await sendDue(options)) === in_hand_max) isAsked = true;
    }
  };
  const wake = (): void => {
    isAsked = true;
    running ??= run()
      .catch(options.onFailure)
      .finally(() => {
        running = null;
        if (isAsked && !isStopped) wakeLater();
      });
  };
  // Not directly after the failure: a repeating one would loop without a pause.
  const wakeLater = (): void => void setTimeout(wake, 1_000).unref();
  const timer = setInterval(wake, look_ms).unref();
  wake();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
      options.transport.close();
    },
  };
}

/** Leases and sends due mails; returns their number. */
export async function sendDue(options: SenderOptions): Promise<number> {
  const { db, now } = options;
  const at = now();
  const taken = await leaseMails(db, { now: at, leasedUntil: secondsFrom(at, lease_seconds), count: in_hand_max });
  await Promise.all(taken.map((mail) => sendOne(options, mail)));
  return taken.length;
}

async function sendOne(options: SenderOptions, mail: QueuedMail): Promise<void> {
  const { db, transport, baseUrl, isSignUpOpen, now, randomBytes, onReport } = options;
  const { kind, attempts } = mail;
  try {
    const means: LetterMeans = { db, now: now(), randomBytes, baseUrl, isSignUpOpen };
    const letter = await letterFor(means, mail);
    if (letter !== null) await transport.send(messageOf(letter, baseUrl));
    await dropMail(db, mail);
    onReport({ kind, attempts, outcome: letter === null ? 'nothing-to-send' : 'sent' });
  } catch (error) {
    const dueAt = secondsFrom(now(), pauses_seconds[Math.min(attempts, pauses_seconds.length) - 1] ?? lease_seconds);
    const isOver = isRefusedForGood(error) || dueAt >= secondsFrom(mail.created_at, MAIL_HOURS_MAX * 3_600);
    await (isOver ? dropMail(db, mail) : deferMail(db, mail, dueAt));
    onReport({ kind, attempts, outcome: isOver ? 'given-up' : 'deferred', ...failureOf(error) });
  }
}
