import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  USER_CODE_LENGTH,
  isDeviceCode,
  makeDeviceCode,
  makeUserCode,
  readUserCode,
  userCodeLetters,
} from './device-codes.ts';
import { makeKey } from '../keys.ts';
import { GRANT_SECONDS } from './device-grant.ts';
import { wrongCodes } from './user-code-guesses.ts';

const shape = /^RI-[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;

describe('a user code', () => {
  it('has the shape RI-XXXX-XXXX-XXXX over twenty letters that are taken for no others [SPEC-D2]', () => {
    const codes = Array.from({ length: 2_000 }, () => makeUserCode(randomBytes));
    expect(codes.filter((code) => !shape.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(2_000);
    expect([userCodeLetters.length, new Set(userCodeLetters).size]).toEqual([20, 20]);
  });

  it('takes every letter for as many byte values as any other', () => {
    const letterOf = (byte: number): string => {
      let asked = 0;
      return makeUserCode((size) => new Uint8Array(size).fill(asked++ === 0 ? byte : 0)).charAt(3);
    };
    const perLetter = new Map<string, number>();
    let refused = 0;
    for (let byte = 0; byte < 256; byte += 1) {
      // A refused first byte leaves the letter to the second asking, which gives B for 0.
      const letter = byte < 240 ? letterOf(byte) : null;
      if (letter === null) refused += Number(letterOf(byte) === 'B');
      else perLetter.set(letter, (perLetter.get(letter) ?? 0) + 1);
    }
    expect(refused).toBe(16);
    expect([...perLetter.values()]).toEqual(Array(20).fill(12));
  });

  it('is the same in any case, with any spaces and dashes, with or without its prefix', () => {
    const code = makeUserCode(randomBytes);
    const letters = code.slice(3).replaceAll('-', '');
    const typed = [
      code,
      code.toLowerCase(),
      ` ${code} `,
      code.replaceAll('-', ' '),
      code.replaceAll('-', '\u2013'),
      code.replaceAll('-', '\u2212'),
      code.replaceAll('-', '\u00a0'),
      `ri${letters}`,
      letters.toLowerCase(),
      [...letters].join('-'),
      `\t${code}\n`,
    ];
    expect(typed.map(readUserCode)).toEqual(typed.map(() => code));
  });

  it('is read from nothing else', () => {
    const wrong = [
      '',
      'RI',
      'RI-BCDF-GHJK-LMN',
      'RI-BCDF-GHJK-LMNPQ',
      'RI-ACDF-GHJK-LMNP',
      'RI-BCDF-GHJK-LMN0',
      'XX-BCDF-GHJK-LMNP',
      'RI-BCDF-GHJK-LMN\u00df',
      'RI_BCDF_GHJK_LMNP',
      'ri_dc_BCDFGHJKLMNP',
      `RI-BCDF-GHJK-LMNP${' '.repeat(64)}`,
      '\u212aBCDFGHJKLMN',
    ];
    expect(wrong.map(readUserCode)).toEqual(wrong.map(() => null));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const read = readUserCode(text);
        expect(read === null || shape.test(read)).toBe(true);
      }),
    );
  });
});

describe('a device code', () => {
  it('is a secret of 256 bits with a checksum, and no key', () => {
    const code = makeDeviceCode(randomBytes);
    expect(code).toMatch(/^ri_dc_[0-9A-Za-z]{49}$/);
    expect(isDeviceCode(code)).toBe(true);
    const last = code.endsWith('0') ? '1' : '0';
    const others = [
      `${code.slice(0, -1)}${last}`,
      code.slice(0, -1),
      `${code}0`,
      code.toUpperCase(),
      makeKey('live', randomBytes).key,
    ];
    expect(others.map(isDeviceCode)).toEqual(others.map(() => false));
  });
});

describe('the limit on wrong codes', () => {
  const codes = 20n ** 12n;
  // Windows follow one another without overlapping, so a life meets at most one more than fit into it.
  const windows = Math.ceil(GRANT_SECONDS / wrongCodes.account.seconds) + 1;
  const guessesOfAccount = BigInt(windows * wrongCodes.account.quota);

  it('leaves an account at most 2^-32 of finding one of 10,000 live codes while a code lives', () => {
    expect(BigInt(userCodeLetters.length) ** BigInt(USER_CODE_LENGTH)).toBe(codes);
    expect(guessesOfAccount).toBe(10n);
    expect(guessesOfAccount * 10_000n * 2n ** 32n <= codes).toBe(true);
  });

  it('leaves a thousand accounts that guess together at most 2^-25 of it', () => {
    expect(1_000n * guessesOfAccount * 10_000n * 2n ** 25n <= codes).toBe(true);
    expect(1_000n * guessesOfAccount * 10_000n * 2n ** 26n <= codes).toBe(false);
  });

  it('is 5 in 15 minutes for an account', () => {
    expect(wrongCodes.account).toEqual({ quota: 5, seconds: 900 });
  });
});
