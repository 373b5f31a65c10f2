// Client identification: permitted combinations of header and body, and parsing of the header.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { credentialsOf } from './client-authentication.ts';
import { OAuthRefusal } from './refusal.ts';

const read = (authorization: string | undefined, sent: Record<string, string> = {}) =>
  credentialsOf({ headers: { authorization } } as IncomingMessage, new Map(Object.entries(sent)));
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const refusal = (authorization: string | undefined, sent: Record<string, string> = {}): string => {
  try {
    read(authorization, sent);
    return 'read';
  } catch (thrown) {
    if (!(thrown instanceof OAuthRefusal)) throw thrown;
    return `${thrown.error} ${thrown.options.status ?? 400} ${thrown.options.headers?.['WWW-Authenticate'] ?? ''}`.trim();
  }
};

describe('a client', () => {
  it('names itself in the body, with its secret where it has one', () => {
    expect(read(undefined, { client_id: 'chat' })).toEqual({ clientId: 'chat', secret: null, isBasic: false });
    const both = { client_id: 'chat', client_secret: 's' };
    expect(read(undefined, both)).toEqual({ clientId: 'chat', secret: 's', isBasic: false });
    expect(refusal(undefined)).toBe('invalid_client 401');
    expect(refusal(undefined, { client_secret: 's' })).toBe('invalid_client 401');
  });

  it('or in the header, each half of it form-encoded, and an empty secret is none', () => {
    const pairs = [
      ['chat:s', 'chat', 's'],
      ['chat:', 'chat', null],
      ['a%3Ab:c%3Ad+e%25', 'a:b', 'c:d e%'],
      ['chat:a:b', 'chat', 'a:b'],
      ['ch%C3%A4t:s', 'chät', 's'],
    ] as const;
    for (const [pair, clientId, secret] of pairs) {
      expect(read(basic(pair))).toEqual({ clientId, secret, isBasic: true });
      expect(read(basic(pair).replace('Basic', 'bAsIc'), { client_id: clientId })).toEqual({
        clientId,
        secret,
        isBasic: true,
      });
    }
    expect(pairs).toHaveLength(5);
  });

  it('is refused where the two disagree, or the header is none', () => {
    expect(refusal(basic('chat:s'), { client_id: 'other' })).toBe('invalid_request 400');
    expect(refusal(basic('chat:s'), { client_id: 'chat', client_secret: 's' })).toBe('invalid_request 400');
    const none = [
      '',
      'Basic',
      'Basic ',
      'Bearer x',
      'Digest username="chat"',
      basic('chat'),
      basic(':s'),
      basic('%:s'),
      basic('chat:%zz'),
      'Basic !!',
      `${basic('chat:s')}, Bearer x`,
    ];
    for (const header of none)
      expect([header, refusal(header)]).toEqual([header, 'invalid_client 401 Basic realm="oauth", charset="UTF-8"']);
    expect(none).toHaveLength(11);
  });
});
