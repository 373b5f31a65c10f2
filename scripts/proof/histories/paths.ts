// Inclusion paths of RFC 6962, section 2.1.1, by its definition: written apart from the service's own tree.
import { createHash } from 'node:crypto';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafOf = (entry: Uint8Array): Buffer => sha256(Buffer.from([0]), entry);
const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.from([1]), left, right);

export function rootOf(entries: readonly Uint8Array[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha256();
  if (entries.length === 1) return leafOf(only);
  const split = splitOf(entries.length);
  return nodeOf(rootOf(entries.slice(0, split)), rootOf(entries.slice(split)));
}

function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}

export function pathOf(index: number, entries: readonly Uint8Array[]): Buffer[] {
  if (entries.length <= 1) return [];
  const split = splitOf(entries.length);
  const [left, right] = [entries.slice(0, split), entries.slice(split)];
  return index < split ? [...pathOf(index, left), rootOf(right)] : [...pathOf(index - split, right), rootOf(left)];
}

/** The root that an entry and its path lead to in a tree of this size. */
export function rootFrom(entry: Uint8Array, place: { index: number; size: number }, path: readonly Buffer[]): Buffer {
  const { index, size } = place;
  const sibling = path.at(-1);
  if (sibling === undefined) return leafOf(entry);
  const split = splitOf(size);
  const below = path.slice(0, -1);
  if (index < split) return nodeOf(rootFrom(entry, { index, size: split }, below), sibling);
  return nodeOf(sibling, rootFrom(entry, { index: index - split, size: size - split }, below));
}
