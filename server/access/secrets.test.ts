import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionOfKey, makeKey } from './keys.ts';
import { isSecret, makeSecret, sha256 } from './secrets.ts';

describe('secrets', () => {
  it('are a prefix, 43 base62 characters of 256 random bits, and 6 of checksum', () => {
    const key = makeKey('live', randomBytes).key;
    expect(key).toMatch(/^ri_live_[0-9A-Za-z]{49}$/);
    expect(makeSecret('x_', () => new Uint8Array(32)).slice(0, 45)).toBe(`x_${'0'.repeat(43)}`);
    expect(
      isSecret(
        'x_',
        makeSecret('x_', () => new Uint8Array(32).fill(255)),
      ),
    ).toBe(true);
  });

  it('differ for every 32 bytes, so no bit of randomness is lost', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const same = Buffer.compare(one, other) === 0;
        expect(makeSecret('x_', () => one) === makeSecret('x_', () => other)).toBe(same);
      }),
    );
  });

  it('with one character changed are refused without a database', () => {
    const { key } = makeKey('preview', randomBytes);
    expect(collectionOfKey(key)).toBe('preview');
    let seen = 0;
    for (let at = 'ri_preview_'.length; at < key.length; at += 1) {
      const changed = `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
      expect(collectionOfKey(changed)).toBeNull();
      seen += 1;
    }
    expect(seen).toBe(49);
    for (const text of ['', 'ri_live_', key.slice(1), `${key}0`, key.replace('ri_preview_', 'ri_live_')]) {
      expect(collectionOfKey(text)).toBeNull();
    }
  });

  it('are shown as a hint that does not give them away', () => {
    const made = makeKey('live', randomBytes);
    expect(made.hint).toMatch(/^ri_live_.{4}….{4}$/);
    expect(made.sha256).toEqual(sha256(made.key));
    expect(made.keyId).toMatch(/^key_[0-9a-f]{24}$/);
  });
});
