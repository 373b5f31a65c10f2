// Notes against the example of the specification, and what must not verify.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ALGORITHM,
  checkpointText,
  cosignatureLine,
  isSignedBy,
  parseCheckpoint,
  parseSignatureLine,
  parseVerifierKey,
  publicBytesOf,
  signatureLine,
  verifierKeyOf,
} from './note.ts';

const seed = createHash('sha256').update('a key of a test').digest();
const origin = 'research.example/log';
const verifier = { name: origin, algorithm: ALGORITHM.ed25519, publicKey: publicBytesOf(seed) };
const text = checkpointText({ origin, size: 3, root: Buffer.alloc(32, 7) }, '2026-10-05T12:00:00.000Z');
const lineFrom = (line: string) =>
  parseSignatureLine(line) ?? { name: '', keyId: Buffer.alloc(0), signature: Buffer.alloc(0) };

describe('a signed note', () => {
  it('verifies the example of C2SP signed-note', () => {
    const key = parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
    const line =
      '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=';
    expect(key).not.toBeNull();
    if (key === null) return;
    expect(isSignedBy('This is an example message.\n', lineFrom(line), key)).toBe(true);
    expect(isSignedBy('This is an example message!\n', lineFrom(line), key)).toBe(false);
    expect(verifierKeyOf(key)).toBe('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
  });

  it('is read back as it was signed', () => {
    const note = `${text}\n${signatureLine(text, { name: origin, seed })}\n`;
    const read = parseCheckpoint(note);
    expect(read).toMatchObject({ origin, size: 3, text });
    expect(read?.lines.map((line) => isSignedBy(text, line, verifier))).toEqual([true]);
  });

  it('of another name, key or kind of signature is not accepted', () => {
    const line = lineFrom(signatureLine(text, { name: origin, seed }));
    const other = createHash('sha256').update('another').digest();
    expect(isSignedBy(text, line, { ...verifier, name: 'other.example/log' })).toBe(false);
    expect(isSignedBy(text, line, { ...verifier, publicKey: publicBytesOf(other) })).toBe(false);
    expect(isSignedBy(text, line, { ...verifier, algorithm: ALGORITHM.cosignature })).toBe(false);
  });
});

describe('a cosignature', () => {
  const witness = { name: 'witness.example', algorithm: ALGORITHM.cosignature, publicKey: publicBytesOf(seed) };
  const line = cosignatureLine(text, { name: witness.name, seed }, 1_679_315_147n);

  it('is over the text and its time', () => {
    const parsed = lineFrom(line);
    expect(isSignedBy(text, parsed, witness)).toBe(true);
    expect(parsed.signature.readBigUInt64BE(0)).toBe(1_679_315_147n);
    const later = Buffer.from(parsed.signature);
    later.writeBigUInt64BE(1_679_315_148n);
    expect(isSignedBy(text, { ...parsed, signature: later }, witness)).toBe(false);
  });
});

it.each([
  '',
  'name+00000000+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  'example.com/foo+530d903a+AekyeRrm',
  'example.com/foo 530d903a AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
])('%j is not a verifier key', (key) => expect(parseVerifierKey(key)).toBeNull());

it.each(['', 'a\n1\n', `a\n01\n${Buffer.alloc(32).toString('base64')}\n\n`, 'a\n1\nAAAA\n\n— a AAAA\n'])(
  '%j is not a checkpoint',
  (note) => expect(parseCheckpoint(note)).toBeNull(),
);
