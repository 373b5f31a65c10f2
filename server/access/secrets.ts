/** Makes and reads the text of secrets: a prefix, random base62, and a checksum that catches typing errors without a database. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes are at most 43 digits of base 62, and 32 bits at most 6. */
const random_digits = 43;
const checksum_digits = 6;

/** Randomness comes in as an argument, so that tests and migrations can fix it. */
export type RandomBytes = (size: number) => Uint8Array;

export function makeSecret(prefix: string, randomBytes: RandomBytes): string {
  const bytes = randomBytes(32);
  const stem = prefix + base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), random_digits);
  return stem + checksum(stem);
}

/** True when the text has the shape and the checksum of a secret with this prefix. */
export function isSecret(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + random_digits + checksum_digits || !text.startsWith(prefix)) return false;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return false;
  return text.endsWith(checksum(text.slice(0, -checksum_digits)));
}

/** What the store keeps: 256 random bits need neither salt nor a slow hash, and an index finds the digest. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksum(stem: string): string {
  return base62(BigInt(crc32(stem)), checksum_digits);
}

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = `${alphabet[Number(rest % 62n)]}${text}`;
  return text;
}
