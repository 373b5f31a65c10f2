/** Connection to the mail server (SMTP by nodemailer): verified TLS, except on this machine. */
import type { Transporter } from 'nodemailer';
import type { SmtpServer } from './smtp-address.ts';

export type Message = { to: string; subject: string; text: string };

export type Transport = {
  /** Resolves once the mail server has accepted the message. */
  send(message: Message): Promise<void>;
  close(): void;
};

const connect_ms_max = 10_000;
const silent_ms_max = 20_000;

/** Loaded with the first mail, because few servers send one soon after the start. */
const nodemailer = () => import('nodemailer');

export function createTransport({ host, port, tls, auth, from }: SmtpServer): Transport {
  let opening: Promise<Transporter> | null = null;
  const open = async (): Promise<Transporter> =>
    (await nodemailer()).createTransport({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
      ...(auth !== null && { auth }),
      connectionTimeout: connect_ms_max,
      greetingTimeout: connect_ms_max,
      socketTimeout: silent_ms_max,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  return {
    send: async ({ to, subject, text }) => {
      opening ??= open();
      const transporter = await opening;
      await transporter.sendMail({
        from,
        // An object, because a text could be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => {
      opening?.then((transporter) => transporter.close()).catch(() => undefined);
    },
  };
}

/** True for a permanent refusal: another attempt would fail too. */
export function isRefusedForGood(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : null;
  return typeof code === 'number' && code >= 500 && code <= 599;
}

/** A failure for the log: codes only, because texts of a mail server repeat addresses. */
export function failureOf(error: unknown): { code: string; response: number | null } {
  const { code, responseCode } = (error instanceof Error ? error : {}) as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' ? code : 'unknown',
    response: typeof responseCode === 'number' ? responseCode : null,
  };
}
