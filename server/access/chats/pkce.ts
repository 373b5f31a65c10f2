/** Proof of possession of a code (RFC 7636): what began the sign-in is what redeems it. The method is S256 and no other. */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../secrets.ts';

/** The 43 characters that a SHA-256 has in base64url; what encodes no 32 bytes would never be answered. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text;
}

export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const kept = Buffer.from(challenge, 'base64url');
  return kept.length === 32 && timingSafeEqual(sha256(verifier), kept);
}
