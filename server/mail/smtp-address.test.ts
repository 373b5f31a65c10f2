// SMTP_URL: its valid forms, TLS except to this machine, and no password in messages.
import { describe, expect, it } from 'vitest';
import { readSmtpAddress } from './smtp-address.ts';

const read = (text: string) => {
  const mistakes: string[] = [];
  return { server: readSmtpAddress(text, mistakes), mistakes };
};

describe('SMTP_URL', () => {
  it('is nothing where it is empty', () => {
    expect(read('')).toEqual({ server: null, mistakes: [] });
    expect(readSmtpAddress(undefined, [])).toBe(null);
  });

  it.each([
    ['smtps://mail.example.com?from=a@example.com', 'implicit', 465],
    ['smtps://127.0.0.1:2465?from=a@example.com', 'implicit', 2465],
    ['smtp://mail.example.com?from=a@example.com', 'starttls', 587],
    ['smtp://mail.example.com:25?from=a@example.com', 'starttls', 25],
    ['smtp://127.0.0.1.example.com?from=a@example.com', 'starttls', 587],
    ['smtp://127.0.0.1:2525?from=a@example.com', 'none', 2525],
    ['smtp://localhost:2525/?from=a@example.com', 'none', 2525],
    ['smtp://[::1]:2525?from=a@example.com', 'none', 2525],
  ])('%s speaks TLS: %s', (text, tls, port) => {
    expect(read(text)).toMatchObject({ server: { tls, port, from: 'a@example.com', auth: null }, mistakes: [] });
  });

  it('takes a user and a password that are percent-encoded', () => {
    const { server } = read('smtps://ada%40example.com:p%40ss%3Aword@mail.example.com?from=a@example.com');
    expect(server?.auth).toEqual({ user: 'ada@example.com', pass: 'p@ss:word' });
  });

  it.each([
    'mail.example.com',
    'http://mail.example.com?from=a@example.com',
    'smtp://?from=a@example.com',
    'smtp://mail.example.com/path?from=a@example.com',
    'smtp://u:hunter2@mail.example.com',
    'smtp://u:hunter2@mail.example.com?from=nobody',
    'smtp://u:hunter2@mail.example.com?from=a@example.com&tls=no',
    'smtp://u@mail.example.com?from=a@example.com',
    'smtp://u:hunter2%ZZ@mail.example.com?from=a@example.com',
  ])('%s is refused, and its password is not repeated', (text) => {
    const { mistakes } = read(text);
    expect(mistakes.length).toBeGreaterThan(0);
    expect(mistakes.join()).not.toContain('hunter2');
  });
});
