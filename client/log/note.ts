// Signed notes of C2SP and their verifier keys: Ed25519 signatures of the log, and dated cosignatures of witnesses.
import { base64Bytes, digest, hexText, isSame, joined, textBytes } from './bytes.ts';

/** Types of signature, as the specification numbers them. */
const signatureTypes = { log: 1, witness: 4 } as const;

export interface VerifierKey {
  readonly name: string;
  readonly id: string;
  readonly type: keyof typeof signatureTypes;
  readonly publicKey: Uint8Array;
}

export interface Signature {
  readonly key: VerifierKey;
  /** Time of a cosignature in seconds; null for the log's own signature, which is not dated. */
  readonly seconds: number | null;
}

export interface OpenedNote {
  readonly text: string;
  /** Signatures of known keys, each verified. */
  readonly signatures: readonly Signature[];
}

/** Undefined if the text is not a verifier key, or its id is not that of its name and public key. */
export async function verifierKey(text: string): Promise<VerifierKey | undefined> {
  const [, name, id, material] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = base64Bytes(material ?? '');
  if (name === undefined || id === undefined || bytes?.length !== 33) return undefined;
  const type = (['log', 'witness'] as const).find((one) => signatureTypes[one] === bytes[0]);
  if (type === undefined || (await keyId(name, bytes)) !== id) return undefined;
  return { name, id, type, publicKey: bytes.slice(1) };
}

const keyId = async (name: string, typeAndKey: Uint8Array): Promise<string> =>
  hexText((await digest(textBytes(`${name}\n`), typeAndKey)).slice(0, 4));

/** A note without a valid signature of a known key, or with a wrong one, is none: undefined. */
export async function openedNote(note: string, keys: readonly VerifierKey[]): Promise<OpenedNote | undefined> {
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return undefined;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0) return undefined;
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name, signed] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = base64Bytes(signed ?? '');
    if (name === undefined || bytes === undefined || bytes.length < 5) return undefined;
    const id = hexText(bytes.slice(0, 4));
    const key = keys.find((one) => one.name === name && one.id === id);
    if (key === undefined) continue;
    const signature = await verified(text, key, bytes.slice(4));
    if (signature === undefined) return undefined;
    signatures.push(signature);
  }
  return signatures.length === 0 ? undefined : { text, signatures };
}

async function verified(text: string, key: VerifierKey, bytes: Uint8Array): Promise<Signature | undefined> {
  if (key.type === 'log')
    return (await isSigned(key.publicKey, bytes, textBytes(text))) ? { key, seconds: null } : undefined;
  if (bytes.length !== 72) return undefined;
  const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  const message = textBytes(`cosignature/v1\ntime ${seconds}\n${text}`);
  return (await isSigned(key.publicKey, bytes.slice(8), message)) ? { key, seconds } : undefined;
}

async function isSigned(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  if (signature.length !== 64) return false;
  const key = await crypto.subtle.importKey('raw', joined(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, joined(signature), joined(message));
}

export const isSameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  a.name === b.name && a.id === b.id && isSame(a.publicKey, b.publicKey);
