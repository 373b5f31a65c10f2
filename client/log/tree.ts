// The Merkle tree of the public log (RFC 6962): its root out of subtrees, with known leaves put in their places.
import { leafHash, nodeHash } from './bytes.ts';

/** Hash of a complete subtree: `level` 0 is one leaf, and `index` counts subtrees of that level from the left. */
export type Subtree = (level: number, index: number) => Promise<Uint8Array>;

export interface RootParts {
  /** Entries at their indexes; the root is computed from them, so that it proves their inclusion. */
  readonly entries?: ReadonlyMap<number, Uint8Array>;
  /** Size of an earlier tree: no subtree lies on both sides of it, so that both roots come from the same hashes. */
  readonly earlier?: number;
}

/** Root of the first `size` leaves. */
export async function treeRoot(size: number, subtree: Subtree, parts: RootParts = {}): Promise<Uint8Array> {
  const entries = [...(parts.entries ?? [])].toSorted(([a], [b]) => a - b);
  const { earlier = 0 } = parts;
  for (const [index] of entries)
    if (!Number.isInteger(index) || index < 0 || index >= size)
      throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const rootOf = async (from: number, to: number, within: typeof entries): Promise<Uint8Array> => {
    const width = to - from;
    const [first] = within;
    if (width === 1 && first !== undefined) return leafHash(first[1]);
    const level = Math.log2(width);
    const isSplit = from < earlier && earlier < to;
    if (Number.isInteger(level) && within.length === 0 && !isSplit) return subtree(level, from / width);
    const middle = from + largestPower(width);
    const left = within.filter(([index]) => index < middle);
    const right = within.filter(([index]) => index >= middle);
    return nodeHash(await rootOf(from, middle, left), await rootOf(middle, to, right));
  };
  return size === 0 ? emptyRoot() : rootOf(0, size, entries);
}

const emptyRoot = async (): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array()));

/** The largest power of two below `width`, where the tree is divided. */
function largestPower(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}
