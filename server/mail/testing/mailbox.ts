/** Test support: a real SMTP server on loopback, and its received mails. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  /** Sender of the envelope. */
  from: string;
  to: readonly string[];
  /** As it came over the wire. */
  source: string;
  subject: string;
  text: string;
  /** The first web address in the text. */
  link: string | null;
};

export type Mailbox = {
  port: number;
  /** Value for SMTP_URL. */
  url: string;
  mails: readonly ReceivedMail[];
  /** The next unread mail to an address; waits for it. */
  next(to: string): Promise<ReceivedMail>;
  /** Refuses the next mails with these codes, such as 451. */
  refuse(codes: readonly number[]): void;
  close(): Promise<void>;
};

export const sender = 'research@service.example';

export async function openMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const waiting: (() => void)[] = [];
  const taken = new Set<ReceivedMail>();
  let refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = refusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), ...readMail(Buffer.concat(chunks).toString()) });
        for (const resume of waiting.splice(0)) resume();
        done();
      });
    },
    ...options,
  });
  // Some tests make the client leave in the middle.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}?from=${sender}`,
    mails,
    async next(to) {
      for (;;) {
        const found = mails.find((mail) => !taken.has(mail) && mail.to.includes(to));
        if (found !== undefined) {
          taken.add(found);
          return found;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    refuse: (codes) => void (refusals = [...codes]),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readMail(source: string): Pick<ReceivedMail, 'source' | 'subject' | 'text' | 'link'> {
  const end = source.indexOf('\r\n\r\n');
  const [head, body] = [source.slice(0, end).replaceAll(/\r\n[ \t]/g, ' '), source.slice(end + 4)];
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const coding = field('Content-Transfer-Encoding');
  const text = coding === 'quoted-printable' ? quotedPrintable(body) : coding === 'base64' ? base64(body) : body;
  return { source, subject: field('Subject'), text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? null };
}

const base64 = (body: string): string => Buffer.from(body, 'base64').toString('utf8');

function quotedPrintable(body: string): string {
  const joined = body.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
