// Checkpoints of the public log: size and root of its tree, signed, as C2SP defines them.
import { base64Bytes } from './bytes.ts';
import { type Signature, type VerifierKey, openedNote } from './note.ts';

export interface Checkpoint {
  readonly origin: string;
  /** Leaves of the tree. */
  readonly size: number;
  readonly root: Uint8Array;
  /** Instant of signing in milliseconds, as the log says; null if it does not. */
  readonly signedAt: number | null;
  /** Signatures of the log; at least one. */
  readonly signatures: readonly Signature[];
  /** Cosignatures of known witnesses. */
  readonly cosignatures: readonly Signature[];
}

/** Undefined without origin, size and root, or without a signature of one of the log's keys. */
export async function signedCheckpoint(note: string, keys: readonly VerifierKey[]): Promise<Checkpoint | undefined> {
  const opened = await openedNote(note, keys);
  const [, origin, size, root, time] =
    /^(\S+)\n(0|[1-9]\d{0,14})\n(\S+)\n(?:time (\S+)\n)?(?:[^\n]+\n)*$/.exec(opened?.text ?? '') ?? [];
  const rootBytes = base64Bytes(root ?? '');
  if (opened === undefined || origin === undefined || rootBytes?.length !== 32) return undefined;
  const by = (type: VerifierKey['type']) => opened.signatures.filter(({ key }) => key.type === type);
  const signatures = by('log').filter(({ key }) => key.name === origin);
  if (signatures.length === 0) return undefined;
  const signedAt = time === undefined ? null : Date.parse(time);
  return { origin, size: Number(size), root: rootBytes, signedAt, signatures, cosignatures: by('witness') };
}
