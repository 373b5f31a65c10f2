// The tree against the definition of RFC 6962, written down once more.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RightEdge, consistencyProof, leafHash, levelSizes, treeHash } from './merkle.ts';

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH of section 2.1, as it stands there. */
function mth(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return sha();
  if (entries.length === 1) return sha(Buffer.from([0]), entries[0] ?? Buffer.alloc(0));
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha(Buffer.from([1]), mth(entries.slice(0, k)), mth(entries.slice(k)));
}

const entries = Array.from({ length: 1_000 }, (_, at) => sha(Buffer.from(String(at))));

describe('the right edge', () => {
  it('has the root of the definition at every size, also when it is read anew', () => {
    const edge = new RightEdge();
    const stored = new Map<string, Buffer>();
    const sizes = new Set([0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 768, 1_000]);
    for (let size = 0; size <= entries.length; size++) {
      if (sizes.has(size)) {
        expect(edge.root()).toEqual(mth(entries.slice(0, size)));
        const levels = levelSizes(size).map((count, level) =>
          Array.from({ length: count % 256 }, (_, at) => {
            const place = count - (count % 256) + at;
            return level === 0
              ? leafHash(entries[place] ?? Buffer.alloc(0))
              : (stored.get(`${level} ${place}`) ?? Buffer.alloc(0));
          }),
        );
        expect(new RightEdge(size, levels).root()).toEqual(edge.root());
      }
      const entry = entries[size];
      if (entry !== undefined) edge.append(leafHash(entry));
      for (const { level, place, hash } of edge.takeNodes()) stored.set(`${level} ${place}`, hash);
    }
    expect([...stored.keys()]).toEqual(['1 0', '1 1', '1 2']);
    expect(stored.get('1 1')).toEqual(mth(entries.slice(256, 512)));
  });

  it('fills two levels at once', () => {
    const edge = new RightEdge(65_535, [
      Array.from({ length: 255 }, () => leafHash(Buffer.from('a'))),
      Array.from({ length: 255 }, () => leafHash(Buffer.from('b'))),
    ]);
    edge.append(leafHash(Buffer.from('c')));
    expect(edge.takeNodes().map(({ level, place }) => [level, place])).toEqual([
      [1, 255],
      [2, 0],
    ]);
  });
});

/** The verification of RFC 9162, section 2.1.4.2. */
function extendsTo(first: number, second: number, proof: readonly Buffer[], roots: [Buffer, Buffer]): boolean {
  const path = (first & (first - 1)) === 0 ? [roots[0], ...proof] : [...proof];
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [fn >> 1, sn >> 1];
  let fr = path[0] ?? Buffer.alloc(0);
  let sr = fr;
  for (const c of path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = sha(Buffer.from([1]), c, fr);
      sr = sha(Buffer.from([1]), c, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else sr = sha(Buffer.from([1]), sr, c);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && fr.equals(roots[0]) && sr.equals(roots[1]);
}

it('a consistency proof shows that a tree extends an earlier one, and nothing else', async () => {
  const hashes = entries.slice(0, 70).map(leafHash);
  const nodes = new Map<string, Buffer>();
  const read = (start: number, width: number): Promise<Buffer> => {
    const place = `${start} ${width}`;
    const node = nodes.get(place) ?? treeHash(hashes.slice(start, start + width));
    nodes.set(place, node);
    return Promise.resolve(node);
  };
  const rootOf = Array.from({ length: 71 }, (_, size) => mth(entries.slice(0, size)));
  for (let size = 2; size <= 70; size++) {
    for (let earlier = 1; earlier < size; earlier++) {
      const roots: [Buffer, Buffer] = [rootOf[earlier] as Buffer, rootOf[size] as Buffer];
      const proof = await consistencyProof(read, earlier, size);
      expect(extendsTo(earlier, size, proof, roots), `${earlier} to ${size}`).toBe(true);
      expect(extendsTo(earlier, size, proof, [sha(Buffer.from('other')), roots[1]])).toBe(false);
    }
  }
});
