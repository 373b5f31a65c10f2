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
import { makeKey } from './keys.ts';
import { GRANT_SECONDS } from './device-grant.ts';
import { LIVE_CODES_PER_TAKE, takesOf, wrongCodes } from './user-code-guesses.ts';

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

describe('the limits on wrong codes', () => {
  const codes = 20n ** 12n;

  it('leave a guess at most 2^-32 of finding one of 10,000 live codes while a code lives', () => {
    expect(BigInt(userCodeLetters.length) ** BigInt(USER_CODE_LENGTH)).toBe(codes);
    // Windows follow one another without overlapping, so a life meets at most one more than fit into it.
    const windows = Math.ceil(GRANT_SECONDS / wrongCodes.everyone.seconds) + 1;
    const guesses = BigInt(windows * wrongCodes.everyone.quota);
    expect(guesses).toBe(90n);
    expect(guesses * 10_000n * 2n ** 32n <= codes).toBe(true);
    // With 96 guesses it would not hold: the limits are near what the codes can bear.
    expect(96n * 10_000n * 2n ** 32n <= codes).toBe(false);
  });

  it('hold with any number of live codes, because a wrong one then costs the more', () => {
    const { quota } = wrongCodes.everyone;
    let seen = 0;
    for (let live = 0; live <= 2_000_000; live += 617) {
      const guesses = BigInt(2 * Math.floor(quota / takesOf(live)));
      expect(guesses * BigInt(live) * 2n ** 32n <= codes).toBe(true);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(3_000);
    expect([0, 1, 10_000, 10_001, 20_001, 10 ** 9].map(takesOf)).toEqual([1, 1, 1, 2, 3, quota + 1]);
    expect(LIVE_CODES_PER_TAKE).toBe(10_000);
  });

  it('are 5 in 15 minutes for an account, and 20 in an hour for an address', () => {
    expect([wrongCodes.account, wrongCodes.address]).toEqual([
      { quota: 5, seconds: 900 },
      { quota: 20, seconds: 3_600 },
    ]);
  });
});
