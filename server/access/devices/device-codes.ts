/** The two codes of a device login: the secret that the program polls with, and the one that a person compares. */
import { isSecret, makeSecret } from '../secrets.ts';
import type { RandomBytes } from '../secrets.ts';

const devicePrefix = 'ri_dc_';
const userPrefix = 'RI';

/** RFC 8628 6.1: no vowels, so that no words come about, and no letters or digits that are taken for one another. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 12;

/** The largest multiple of 20 below the range of a byte: higher values would make the first letters likelier. */
const BYTES_FAIR = 256 - (256 % userCodeLetters.length);

export function makeDeviceCode(randomBytes: RandomBytes): string {
  return makeSecret(devicePrefix, randomBytes);
}

/** True for what has the shape and the checksum of a device code, without asking anyone. */
export function isDeviceCode(text: string): boolean {
  return isSecret(devicePrefix, text);
}

/** `RI-XXXX-XXXX-XXXX`, every letter as likely as any other. */
export function makeUserCode(randomBytes: RandomBytes): string {
  let letters = '';
  while (letters.length < USER_CODE_LENGTH) {
    for (const byte of randomBytes(USER_CODE_LENGTH)) {
      if (byte < BYTES_FAIR && letters.length < USER_CODE_LENGTH) {
        letters += userCodeLetters.charAt(byte % userCodeLetters.length);
      }
    }
  }
  return written(letters);
}

/** Characters that a code can be typed with at most: a longer text is not examined. */
const TYPED_MAX = 64;

/** The code in canonical form, from input in any case with spaces and dashes; null for anything else. */
export function readUserCode(typed: string): string | null {
  if (typed.length > TYPED_MAX) return null;
  const bare = typed.replaceAll(/[\s\p{Dash_Punctuation}\u2212]/gu, '').replaceAll(/[a-z]/g, upperCase);
  // No code begins with the prefix by chance: it has no I.
  const letters = bare.startsWith(userPrefix) ? bare.slice(userPrefix.length) : bare;
  return userCodePattern.test(letters) ? written(letters) : null;
}

const userCodePattern = new RegExp(`^[${userCodeLetters}]{${USER_CODE_LENGTH}}$`);

function upperCase(letter: string): string {
  return letter.toUpperCase();
}

function written(letters: string): string {
  return [userPrefix, letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-');
}
