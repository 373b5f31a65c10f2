/**
 * Sends the mails of the outbox, after the answer that queued them.
 *
 * 1. A process leases what is due; the lease runs out if the process dies, and another one takes the mail.
 * 2. The link is made, the mail is sent, the row is deleted. A mail may be sent twice, and is never lost.
 * 3. A failure is tried again after growing pauses, and given up when the mail server refuses for good or time is over.
 */
import type { RandomBytes } from '../access/secrets.ts';
import { type LetterMeans, letterFor } from '../access/people/letters.ts';
import { secondsFrom } from '../access/sign-in/sessions.ts';
import type { Instant, Pool } from '../store/engine/db.ts';
import { MAIL_HOURS_MAX } from '../store/engine/lifetimes.ts';
import { type QueuedMail, deferMail, dropMail, leaseMails } from '../store/people/outbox.ts';
import { messageOf } from './texts.ts';
import { type Transport, failureOf, isRefusedForGood } from './transport.ts';

/** Longer than all the time limits of one sending together. */
const lease_seconds = 120;
/** Pauses between tries; the last one repeats. */
const pauses_seconds = [30, 120, 600, 1_800, 3_600] as const;
/** Mails that one process has in hand: each holds a connection to the mail server. */
const in_hand_max = 4;
/** Mails of a process that died, of the command line, and those to be tried again are noticed this late at most. */
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
  /** There may be something to send. */
  wake(): void;
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>;
};

export function startSender(options: SenderOptions): Sender {
  let [isStopped, isAsked] = [false, false];
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (isAsked && !isStopped) {
      isAsked = false;
      // A full hand leaves more to take.
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
  // Not from the promise's own end: a failure that repeats would repeat without a pause.
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

/** Takes and sends what is due; returns how many mails it took. */
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
