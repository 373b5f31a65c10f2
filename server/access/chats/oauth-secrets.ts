/** The secrets of an AI chat's sign-in: codes, tokens of both kinds, and the secret of a confidential client. */
import { timingSafeEqual } from 'node:crypto';
import { isSecret, makeSecret, sha256 } from '../secrets.ts';
import type { RandomBytes } from '../secrets.ts';

const prefixes = { code: 'ri_ac_', access: 'ri_at_', refresh: 'ri_rt_', client: 'ri_cs_' } as const;
export type OAuthSecretKind = keyof typeof prefixes;

export interface NewOAuthSecret {
  /** The whole secret; it is here and in the answer, nowhere else. */
  readonly secret: string;
  readonly sha256: Buffer;
}

export function makeOAuthSecret(kind: OAuthSecretKind, randomBytes: RandomBytes): NewOAuthSecret {
  const secret = makeSecret(prefixes[kind], randomBytes);
  return { secret, sha256: sha256(secret) };
}

/** The digest to look up a secret of this kind; null for a text that this service has not made. */
export function oauthDigest(kind: OAuthSecretKind, text: string): Buffer | null {
  return isSecret(prefixes[kind], text) ? sha256(text) : null;
}

/** Takes as long for a secret that is nearly right as for any other. */
export function isClientSecret(text: string, kept: Buffer): boolean {
  return timingSafeEqual(sha256(text), kept);
}
