// The secrets of a chat's sign-in: each is of one kind, and no other kind is taken for it.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { collectionOfKey } from '../keys.ts';
import { isClientSecret, makeOAuthSecret, oauthDigest } from './oauth-secrets.ts';
import { sha256 } from '../secrets.ts';
import { sessionDigest } from '../sign-in/sessions.ts';

const kinds = ['code', 'access', 'refresh', 'client'] as const;

it('a secret is found by the digest of its own kind, and is of no other kind', () => {
  let seen = 0;
  for (const kind of kinds) {
    const { secret, sha256: digest } = makeOAuthSecret(kind, randomBytes);
    expect(digest).toEqual(sha256(secret));
    for (const other of kinds) {
      expect(oauthDigest(other, secret)).toEqual(other === kind ? digest : null);
      seen += 1;
    }
    expect([collectionOfKey(secret), sessionDigest(secret)]).toEqual([null, null]);
    expect(oauthDigest(kind, `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`)).toBeNull();
  }
  expect(seen).toBe(16);
});

it('a client’s secret is the one whose digest is kept', () => {
  const { secret, sha256: kept } = makeOAuthSecret('client', randomBytes);
  expect([isClientSecret(secret, kept), isClientSecret(`${secret} `, kept), isClientSecret('', kept)]).toEqual([
    true,
    false,
    false,
  ]);
});
