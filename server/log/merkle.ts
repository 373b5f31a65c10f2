// Merkle tree of RFC 6962 over the entries of the log, in tiles of height 8 (C2SP tlog-tiles).
import { hash } from 'node:crypto';

export const TILE_WIDTH = 256;

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry);

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** The hash of a tree over these hashes of equal height (RFC 6962, section 2.1). */
export function treeHash(hashes: readonly Buffer[]): Buffer {
  const [first, second] = hashes;
  if (first === undefined) return hash('sha256', Buffer.alloc(0), 'buffer');
  if (second === undefined) return first;
  const split = splitOf(hashes.length);
  return nodeHash(treeHash(hashes.slice(0, split)), treeHash(hashes.slice(split)));
}

/** The largest power of two below n. */
export function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The hash of a full tile; it stands at this place of its level. */
export type TreeNode = { level: number; place: number; hash: Buffer };

/** The number of hashes at each level of tiles in a tree of this size, from level 0 up. */
export function levelSizes(size: number): number[] {
  const sizes: number[] = [];
  for (let width = size; width > 0; width = Math.floor(width / TILE_WIDTH)) sizes.push(width);
  return sizes;
}

/**
 * Right edge of a tree: the hashes of the unfinished tile of each level. It is all that an append needs, and all that the
 * root depends on.
 */
export class RightEdge {
  readonly #levels: Buffer[][];
  #size: number;
  #filled: TreeNode[] = [];

  /** `levels` has the hashes of the unfinished tiles, from level 0 up. */
  constructor(size = 0, levels: readonly (readonly Buffer[])[] = []) {
    this.#size = size;
    this.#levels = levels.map((hashes) => [...hashes]);
  }

  get size(): number {
    return this.#size;
  }

  append(leaf: Buffer): void {
    this.#add(0, leaf, this.#size);
    this.#size += 1;
  }

  #add(level: number, added: Buffer, place: number): void {
    const tile = (this.#levels[level] ??= []);
    tile.push(added);
    if (level > 0) this.#filled.push({ level, place, hash: added });
    if (tile.length < TILE_WIDTH) return;
    this.#levels[level] = [];
    this.#add(level + 1, treeHash(tile), Math.floor(place / TILE_WIDTH));
  }

  /** Hashes above level 0 that were added since this was last asked. */
  takeNodes(): TreeNode[] {
    const nodes = this.#filled;
    this.#filled = [];
    return nodes;
  }

  root(): Buffer {
    // From left to right: subtrees whose sizes are falling powers of two.
    const subtrees = this.#levels.toReversed().flatMap((tile) => perfectTrees(tile));
    const last = subtrees.pop();
    if (last === undefined) return treeHash([]);
    return subtrees.reduceRight((right, left) => nodeHash(left, right), last);
  }
}

function perfectTrees(hashes: readonly Buffer[]): Buffer[] {
  const trees: Buffer[] = [];
  let start = 0;
  for (let width = TILE_WIDTH / 2; width >= 1; width /= 2) {
    if (hashes.length - start < width) continue;
    trees.push(treeHash(hashes.slice(start, start + width)));
    start += width;
  }
  return trees;
}

/** Reads the hash of the subtree over `width` leaves from leaf `start` on; both are multiples of the width. */
export type SubtreeReader = (start: number, width: number) => Promise<Buffer>;

/** Hash of the leaves from `start` to `end`. */
async function rangeHash(read: SubtreeReader, start: number, end: number): Promise<Buffer> {
  const width = end - start;
  const isPerfect = (width & (width - 1)) === 0 && start % width === 0;
  if (isPerfect) return read(start, width);
  const split = start + splitOf(width);
  return nodeHash(await rangeHash(read, start, split), await rangeHash(read, split, end));
}

/** Proof that a tree extends an earlier one (RFC 6962, section 2.1.2). */
export async function consistencyProof(read: SubtreeReader, earlier: number, size: number): Promise<Buffer[]> {
  if (earlier === 0 || earlier === size) return [];
  return subproof(read, { earlier, start: 0, end: size, isWhole: true });
}

type Range = { earlier: number; start: number; end: number; isWhole: boolean };

async function subproof(read: SubtreeReader, { earlier, start, end, isWhole }: Range): Promise<Buffer[]> {
  const width = end - start;
  if (earlier === width) return isWhole ? [] : [await rangeHash(read, start, end)];
  const split = splitOf(width);
  const middle = start + split;
  if (earlier <= split) {
    const proof = await subproof(read, { earlier, start, end: middle, isWhole });
    return [...proof, await rangeHash(read, middle, end)];
  }
  const proof = await subproof(read, { earlier: earlier - split, start: middle, end, isWhole: false });
  return [...proof, await rangeHash(read, start, middle)];
}
