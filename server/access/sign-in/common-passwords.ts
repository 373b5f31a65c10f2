/** Common passwords: known ones from breaches, and easy variations of a word, a row of keys or an address. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Usual first parts when twelve characters are required. */
const beginnings = [
  'password passw0rd p@ssword p@ssw0rd passwort motdepasse iloveyou welcome letmein qwertyuiop qwerty qwertz azertyuiop azerty asdfgh zxcvbn',
  '1q2w3e 1qaz2wsx q1w2e3 abc123 trustno1 admin administrator changeme default secret superman batman football baseball',
  'basketball princess sunshine dragon monkey master starwars whatever computer internet research intelligence',
  'correcthorsebatterystaple',
].flatMap((line) => line.split(' '));
const common = new RegExp(`^(?:${beginnings.join('|')})+([^\\p{L}]*)$`, 'u');

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789'.repeat(3),
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
].flatMap((row) => [row, [...row].toReversed().join('')]);

/** For a text in normal form. A few digits or signs behind it do not help. */
export function isCommon(text: string, email: string): boolean {
  const packed = pack(text);
  const bare = withoutTail(packed);
  const address = pack(email);
  const [name = ''] = email.split('@').map(pack);
  const [, behind] = common.exec(packed) ?? [];
  return (
    [packed, bare].some((one) => isKnown(one) || isPattern(one) || one === address) ||
    (behind !== undefined && isTail(behind)) ||
    (name.length > 2 && packed.startsWith(name) && isTail(packed.slice(name.length)))
  );
}

/** Adjacent keys, or a few characters repeated. */
function isPattern(text: string): boolean {
  return rows.some((row) => row.includes(text)) || /^(.{1,4}?)\1+$/u.test(text);
}

/** Many digits without a pattern are a separate password. */
function isTail(text: string): boolean {
  return /^[^\p{L}]*$/u.test(text) && (text.length <= 8 || isPattern(text));
}

function withoutTail(packed: string): string {
  const [, bare, tail] = /^(.*\p{L})([^\p{L}]*)$/u.exec(packed) ?? [];
  return bare !== undefined && tail !== undefined && isTail(tail) ? bare : packed;
}

let known: ReadonlySet<string> | undefined;

function isKnown(packed: string): boolean {
  known ??= new Set(readFileSync(new URL('known-passwords.txt', import.meta.url), 'utf8').match(/\S{8}/g));
  return known.has(markOf(packed));
}

/**
 * The name of a password in `known-passwords.txt`: the first 48 bits of its SHA-256, so that the file is not readable.
 * One other password in six thousand million collides with a known one.
 */
export function markOf(password: string): string {
  return hash('sha256', pack(password), 'base64').slice(0, 8);
}

/** However it is written: in capitals, in words or in one. */
function pack(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._-]/g, '');
}
