/** Proof key for code exchange (RFC 7636), method S256 only. */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../secrets.ts';

/** The 43 characters of a SHA-256 in base64url; a text that does not encode 32 bytes could never be verified. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text;
}

export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const kept = Buffer.from(challenge, 'base64url');
  return kept.length === 32 && timingSafeEqual(sha256(verifier), kept);
}
