/** Makes and reads the text of secrets: a prefix, random base62, and a checksum that catches typing errors without a database. */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes are at most 43 digits of base 62, and 32 bits at most 6. */
const random_digits = 43;
const checksum_digits = 6;

/** Randomness comes in as an argument, so that tests and migrations can fix it. */
export type RandomBytes = (size: number) => Uint8Array;

export function makeSecret(prefix: string, randomBytes: RandomBytes): string {
  const bytes = randomBytes(32);
  const stem = prefix + base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
  return stem + checksum(stem);
}

/** True when the text has the shape and the checksum of a secret with this prefix. */
export function isSecret(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + random_digits + checksum_digits || !text.startsWith(prefix)) return false;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return false;
  return text.endsWith(checksum(text.slice(0, -checksum_digits)));
}

/** The stored form: 256 random bits need neither salt nor a slow hash, and an index finds the digest. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function checksum(stem: string): string {
  let text = '';
  // A number is enough for 32 bits; a bigint would take most of the time of the check.
  for (let rest = crc32(stem); text.length < checksum_digits; rest = Math.floor(rest / 62))
    text = `${alphabet.charAt(rest % 62)}${text}`;
  return text;
}

function base62(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < random_digits; rest /= 62n) text = `${alphabet[Number(rest % 62n)]}${text}`;
  return text;
}

/**
 * The text after `Bearer`, if it can be a secret of this service. The scheme is written in any case (RFC 9110 11.1).
 */
export function bearerOf(authorization: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9_]{1,128})$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** True for every bearer token, also for one in no form of a key or code. */
export function isBearer(authorization: string | undefined): boolean {
  return /^bearer +\S/i.test(authorization ?? '');
}
