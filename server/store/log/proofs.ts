// Consistency proofs from stored hashes, as a witness asks for them (C2SP tlog-witness).
import { TILE_WIDTH, consistencyProof, treeHash, type SubtreeReader } from '../../log/merkle.ts';
import type { Db } from '../engine/db.ts';
import type { LogCheckpoint } from './checkpoints.ts';
import { readHashes } from './heads.ts';

/** The hash of a subtree from the lowest level of tiles that has few of its hashes. */
export function subtreeReader(db: Db): SubtreeReader {
  return async (start, width) => {
    let [level, unit] = [0, 1];
    while (unit * TILE_WIDTH <= width) [level, unit] = [level + 1, unit * TILE_WIDTH];
    return treeHash(await readHashes(db, level, { start: start / unit, end: (start + width) / unit }));
  };
}

/** Body of an add-checkpoint request to a witness that has seen the first `old` leaves. */
export async function witnessRequest(
  db: Db,
  { size, note }: Pick<LogCheckpoint, 'size' | 'note'>,
  old: number,
): Promise<string> {
  const proof = await consistencyProof(subtreeReader(db), old, size);
  return `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`;
}
