// Signed notes and checkpoints with Ed25519 (C2SP signed-note, tlog-checkpoint and tlog-cosignature).
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

export const ALGORITHM = { ed25519: 1, cosignature: 4 } as const;

export const SEED_BYTES = 32;
const ID_BYTES = 4;

// DER of an Ed25519 key up to its 32 bytes (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
const publicKeyOf = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });

/** The 32 bytes of the public key. */
export function publicBytesOf(seed: Uint8Array): Buffer {
  return createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
}

/** A verifier key: name, algorithm and public key. */
export type Verifier = { readonly name: string; readonly algorithm: number; readonly publicKey: Buffer };

export function keyIdOf({ name, algorithm, publicKey }: Verifier): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([algorithm]), publicKey]);
  return hash('sha256', named, 'buffer').subarray(0, ID_BYTES);
}

export function verifierKeyOf(verifier: Verifier): string {
  const key = Buffer.concat([Buffer.from([verifier.algorithm]), verifier.publicKey]).toString('base64');
  return `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${key}`;
}

/** Null if the text is not a verifier key, or its id does not follow from the rest. */
export function parseVerifierKey(text: string): Verifier | null {
  const [, name = '', id = '', key = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(key, 'base64');
  const [algorithm] = bytes;
  if (algorithm === undefined || bytes.length !== 1 + SEED_BYTES) return null;
  const verifier = { name, algorithm, publicKey: bytes.subarray(1) };
  return keyIdOf(verifier).toString('hex') === id ? verifier : null;
}

/** A signature line, without its end of line. */
export type SignatureLine = { readonly name: string; readonly keyId: Buffer; readonly signature: Buffer };

export function parseSignatureLine(line: string): SignatureLine | null {
  const [, name = '', text = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line) ?? [];
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length <= ID_BYTES) return null;
  return { name, keyId: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
}

const lineOf = (verifier: Verifier, signature: Buffer): string =>
  `— ${verifier.name} ${Buffer.concat([keyIdOf(verifier), signature]).toString('base64')}`;

/** The signature line of a key of the log; `text` ends with a line feed. */
export function signatureLine(text: string, { name, seed }: { name: string; seed: Uint8Array }): string {
  const verifier = { name, algorithm: ALGORITHM.ed25519, publicKey: publicBytesOf(seed) };
  return lineOf(verifier, sign(null, Buffer.from(text), privateKeyOf(seed)));
}

/** The cosignature line of a witness at this time. */
export function cosignatureLine(text: string, { name, seed }: { name: string; seed: Uint8Array }, at: bigint): string {
  const verifier = { name, algorithm: ALGORITHM.cosignature, publicKey: publicBytesOf(seed) };
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(at);
  return lineOf(verifier, Buffer.concat([time, sign(null, cosignedText(text, at), privateKeyOf(seed))]));
}

const cosignedText = (text: string, seconds: bigint): Buffer => Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** True if this key has made the line over this text; the line may be a signature or a cosignature. */
export function isSignedBy(text: string, line: SignatureLine, verifier: Verifier): boolean {
  if (line.name !== verifier.name || !line.keyId.equals(keyIdOf(verifier))) return false;
  const key = publicKeyOf(verifier.publicKey);
  if (verifier.algorithm === ALGORITHM.ed25519) return verify(null, Buffer.from(text), key, line.signature);
  if (verifier.algorithm !== ALGORITHM.cosignature || line.signature.length <= 8) return false;
  const time = line.signature.readBigUInt64BE(0);
  return verify(null, cosignedText(text, time), key, line.signature.subarray(8));
}

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer };

/** The text of a checkpoint; the last line is the time of signing. */
export function checkpointText({ origin, size, root }: Checkpoint, signedAt: string): string {
  return `${origin}\n${size}\n${root.toString('base64')}\ntime ${signedAt}\n`;
}

/** A checkpoint with its text and its signature lines; null if the note is not one. */
export function parseCheckpoint(note: string): (Checkpoint & { text: string; lines: readonly SignatureLine[] }) | null {
  const end = note.lastIndexOf('\n\n');
  if (end === -1) return null;
  const text = note.slice(0, end + 1);
  const [origin = '', size = '', root = ''] = text.split('\n');
  const bytes = Buffer.from(root, 'base64');
  if (origin === '' || !/^(0|[1-9][0-9]{0,15})$/.test(size) || bytes.length !== 32) return null;
  const lines = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => parseSignatureLine(line) ?? []);
  return { origin, size: Number(size), root: bytes, text, lines };
}
