// Tiles of the public log (C2SP tlog-tiles): hashes of eight levels in one file, and the subtrees that they give.
import { ResearchError } from '../problems.ts';
import { nodeHash } from './bytes.ts';
import type { Subtree } from './tree.ts';

const height = 8;
const tileWidth = 2 ** height;
const hashLength = 32;

/** Bytes at a path below `/log/`. */
export type TileSource = (path: string) => Promise<Uint8Array>;

/** Path of tile `index` of `level` in a tree of `size` leaves. */
export function tilePath(level: number, index: number, size: number): string {
  const hashes = Math.floor(size / tileWidth ** level);
  const width = Math.min(tileWidth, hashes - index * tileWidth);
  return `tile/${level}/${indexPath(index)}${width === tileWidth ? '' : `.p/${width}`}`;
}

function indexPath(index: number): string {
  const groups: string[] = [];
  for (let rest = index; rest > 0 || groups.length === 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** Subtrees of a tree of `size` leaves; each tile is read once. A tile is worth nothing until a root proves it. */
export function subtreesOf(size: number, source: TileSource): Subtree {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const hashes = new Map<string, Promise<Uint8Array>>();
  const tileAt = (path: string): Promise<Uint8Array> => remembered(tiles, path, () => source(path));
  const within = async (level: number, rest: number, index: number): Promise<Uint8Array> => {
    if (rest > 0) {
      const [left, right] = await Promise.all([
        within(level, rest - 1, index * 2),
        within(level, rest - 1, index * 2 + 1),
      ]);
      return nodeHash(left, right);
    }
    const tile = await tileAt(tilePath(level, Math.floor(index / tileWidth), size));
    const at = (index % tileWidth) * hashLength;
    if (tile.length < at + hashLength || tile.length % hashLength !== 0)
      throw new ResearchError('log-forked', { detail: 'A tile of the log is shorter than a signed checkpoint says.' });
    return tile.slice(at, at + hashLength);
  };
  return (level, index) =>
    remembered(hashes, `${level}/${index}`, () => within(Math.floor(level / height), level % height, index));
}

function remembered<T>(known: Map<string, T>, key: string, made: () => T): T {
  const held = known.get(key) ?? made();
  known.set(key, held);
  return held;
}
