// Addresses and bytes of tiles (C2SP tlog-tiles).
import { TILE_WIDTH, levelSizes } from './merkle.ts';

export type TileAddress = { readonly number: number; readonly width: number };

/** `x001/x234/067.p/17`; null if it is not the address of a tile. */
export function parseTile(text: string): TileAddress | null {
  const match = /^((?:x[0-9]{3}\/)*)([0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(text);
  if (match === null) return null;
  const [, higher = '', last = '', width] = match;
  const groups = [...higher.split('/').flatMap((group) => (group === '' ? [] : [group.slice(1)])), last];
  // A number has one address: no group of zeros before the first that counts.
  if (groups.length > 1 && groups[0] === '000') return null;
  const number = Number(groups.join(''));
  const asked = width === undefined ? TILE_WIDTH : Number(width);
  if (!Number.isSafeInteger(number) || (width !== undefined && asked >= TILE_WIDTH)) return null;
  return { number, width: asked };
}

/** True if a log of this size has all hashes of the tile. */
export function isInLog({ number, width }: TileAddress, level: number, size: number): boolean {
  const held = levelSizes(size)[level] ?? 0;
  return number * TILE_WIDTH + width <= held;
}

/** The entries of a bundle, each after its length in two bytes, big-endian. */
export function bundleOf(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** The origin of a log: its address without a scheme. */
export const originOf = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, '')}/log`;
