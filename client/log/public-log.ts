// Reader of the public log: its newest checkpoint, signed and held against the newest one that this reader has seen.
import { ResearchError } from '../problems.ts';
import { base64Text, isSame } from './bytes.ts';
import { type Checkpoint, signedCheckpoint } from './checkpoint.ts';
import { type VerifierKey, verifierKey } from './note.ts';
import { type TileSource, subtreesOf } from './tiles.ts';
import { type Subtree, treeRoot } from './tree.ts';

export interface LogSource {
  /** The newest checkpoint, as it is served. */
  readonly checkpoint: () => Promise<string>;
  /** Bytes of a tile by its path below the log, such as `tile/0/000.p/17`. */
  readonly tile: TileSource;
}

export interface LogTrust {
  /** Verifier keys of the log, and of witnesses whose cosignatures are to be read. */
  readonly keys: readonly string[];
  /** The newest checkpoint that this reader has seen; none at first. */
  readonly seen?: string | undefined;
  /** The time of this reader in milliseconds. */
  readonly now?: () => number;
}

/** Clocks of service and reader may differ by so much. */
const SKEW_MS = 300_000;

export class PublicLog {
  readonly checkpoint: Checkpoint;
  /** The checkpoint to keep as the newest that was seen: this one, or a newer one that was seen before. */
  readonly newest: string;
  readonly #subtree: Subtree;

  constructor(checkpoint: Checkpoint, newest: string, subtree: Subtree) {
    this.checkpoint = checkpoint;
    this.newest = newest;
    this.#subtree = subtree;
  }

  /** True if all entries stand at their indexes under this checkpoint. */
  async holds(entries: ReadonlyMap<number, Uint8Array>): Promise<boolean> {
    const { size, root } = this.checkpoint;
    if ([...entries.keys()].some((index) => index >= size)) return false;
    return isSame(await treeRoot(size, this.#subtree, { entries }), root);
  }
}

/**
 * Rejects with `log-not-signed` if no trusted key signed the checkpoint.
 * Rejects with `log-forked` if the log does not extend the checkpoint that this reader has seen.
 */
export async function readLog(source: LogSource, { keys, seen, now = Date.now }: LogTrust): Promise<PublicLog> {
  const trusted = await Promise.all(keys.map(keyOf));
  const note = await source.checkpoint();
  const checkpoint = await checkpointOf(note, trusted, 'The checkpoint');
  if ((checkpoint.signedAt ?? 0) > now() + SKEW_MS)
    throw new ResearchError('log-not-signed', { detail: 'The checkpoint is dated in the future.' });
  if (seen === undefined) return logAt(checkpoint, note, source);
  const earlier = await checkpointOf(seen, trusted, 'The checkpoint that was seen before');
  if (earlier.origin !== checkpoint.origin)
    throw forked(`the log is ${checkpoint.origin}, and ${earlier.origin} was seen before`);
  const [older, newer] = earlier.size <= checkpoint.size ? [earlier, checkpoint] : [checkpoint, earlier];
  await checkExtends(older, newer, subtreesOf(newer.size, source.tile));
  return logAt(checkpoint, newer === checkpoint ? note : seen, source);
}

const logAt = (checkpoint: Checkpoint, newest: string, { tile }: LogSource): PublicLog =>
  new PublicLog(checkpoint, newest, subtreesOf(checkpoint.size, tile));

async function checkExtends(older: Checkpoint, newer: Checkpoint, subtree: Subtree): Promise<void> {
  const earlier = older.size;
  const roots = [
    { at: older, own: await treeRoot(older.size, subtree, { earlier }) },
    { at: newer, own: await treeRoot(newer.size, subtree, { earlier }) },
  ];
  for (const { at, own } of roots)
    if (!isSame(own, at.root))
      throw forked(
        `the tiles give the root ${base64Text(own)} for ${at.size} leaves, and ${base64Text(at.root)} was signed`,
      );
}

async function keyOf(text: string): Promise<VerifierKey> {
  const key = await verifierKey(text);
  if (key === undefined)
    throw new ResearchError('invalid-argument', { detail: `${JSON.stringify(text)} is no verifier key` });
  return key;
}

async function checkpointOf(note: string, keys: readonly VerifierKey[], name: string): Promise<Checkpoint> {
  const checkpoint = await signedCheckpoint(note, keys);
  if (checkpoint === undefined)
    throw new ResearchError('log-not-signed', { detail: `${name} is not signed by a key that was given.` });
  return checkpoint;
}

const forked = (reason: string): ResearchError =>
  new ResearchError('log-forked', {
    detail: `The public log is not the one that was seen before: ${reason}. Keep both checkpoints; they prove it.`,
  });
