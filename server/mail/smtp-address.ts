// SMTP_URL of the operator: mail server, its credentials, and the sender of every mail.
import { isAddress } from '../access/people/addresses.ts';

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps), or by STARTTLS; none only to this machine. */
  tls: 'implicit' | 'starttls' | 'none';
  auth: { user: string; pass: string } | null;
  from: string;
};

const example = 'smtps://user:password@mail.example.com?from=research@example.com';
const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Null for an invalid text. Mistakes omit the text, because it contains a password. */
export function readSmtpAddress(text: string | undefined, mistakes: string[]): SmtpServer | null {
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) {
    mistakes.push(`SMTP_URL must be an address such as ${example}`);
    return null;
  }
  const from = url.searchParams.get('from') ?? '';
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'from');
  if (unknown !== undefined) mistakes.push('SMTP_URL takes ?from=ADDRESS and no other option');
  if (!isAddress(from)) mistakes.push(`SMTP_URL needs the sender of every mail, as ?from=research@example.com`);
  if ((url.username === '') !== (url.password === ''))
    mistakes.push('SMTP_URL has a user without a password, or the reverse');
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === null || pass === null) mistakes.push('SMTP_URL has a user or password that is not percent-encoded');
  const isImplicit = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: isImplicit ? 'implicit' : loopback.includes(url.hostname) ? 'none' : 'starttls',
    auth: user === null || pass === null || user === '' ? null : { user, pass },
    from,
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
