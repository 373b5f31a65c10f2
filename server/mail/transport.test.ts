// Connection to a remote mail server: TLS with a trusted certificate, or no mail is sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, openMailbox, sender } from './testing/mailbox.ts';
import { createTransport } from './transport.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.close());

describe('TLS', () => {
  const sendBy = async (box: Mailbox, tls: 'starttls' | 'implicit'): Promise<string> => {
    const own = createTransport({ host: '127.0.0.1', port: box.port, tls, auth: null, from: sender });
    const message = { to: 'a@example.com', subject: 'x', text: 'x' };
    const done = await own.send(message).then(
      () => 'sent',
      (error: { code?: string }) => error.code ?? 'failed',
    );
    own.close();
    return done;
  };

  it('is required of a server elsewhere: without it, or with a certificate that nobody vouches for, nothing is sent', async () => {
    const selfSigned = await openMailbox({ disabledCommands: ['AUTH'] });
    expect(await sendBy(mailbox, 'starttls')).not.toBe('sent');
    expect(await sendBy(selfSigned, 'starttls')).not.toBe('sent');
    expect(await sendBy(mailbox, 'implicit')).not.toBe('sent');
    expect([mailbox.mails, selfSigned.mails]).toEqual([[], []]);
    await selfSigned.close();
  });
});
