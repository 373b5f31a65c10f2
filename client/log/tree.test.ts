// The tree against the roots that Certificate Transparency publishes for its eight test leaves, and tiles by their rules.
import { describe, expect, it } from 'vitest';
import { digest, hexBytes, hexText, joined, leafHash, nodeHash, textBytes } from './bytes.ts';
import { subtreesOf, tilePath } from './tiles.ts';
import { treeRoot } from './tree.ts';

const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const entryOf = (hex: string): Uint8Array => hexBytes(hex) ?? new Uint8Array();

/** Tiles of leaves as the specification defines them, by recursion over all leaves. */
async function tilesOf(entries: readonly Uint8Array[]): Promise<Map<string, Uint8Array>> {
  const tiles = new Map<string, Uint8Array>();
  let hashes = await Promise.all(entries.map(leafHash));
  for (let level = 0; hashes.length > 0; level += 1) {
    const above: Uint8Array[] = [];
    for (let index = 0; index * 256 < hashes.length; index += 1) {
      const tile = hashes.slice(index * 256, (index + 1) * 256);
      tiles.set(tilePath(level, index, entries.length), joined(...tile));
      if (tile.length === 256) above.push(await complete(tile));
    }
    hashes = above;
  }
  return tiles;
}

async function complete(hashes: readonly Uint8Array[]): Promise<Uint8Array> {
  const [left, right, ...rest] = hashes;
  if (left === undefined || right === undefined) return left ?? digest();
  if (rest.length === 0) return nodeHash(left, right);
  const middle = hashes.length / 2;
  return nodeHash(await complete(hashes.slice(0, middle)), await complete(hashes.slice(middle)));
}

async function treeOf(entries: readonly Uint8Array[]) {
  const tiles = await tilesOf(entries);
  return subtreesOf(entries.length, async (path) => tiles.get(path) ?? new Uint8Array());
}

describe('the root of a tree', () => {
  it.each(roots.map((root, size) => [size, root] as const))('of %i leaves is the published one', async (size, root) => {
    const entries = leaves.slice(0, size).map(entryOf);
    expect(hexText(await treeRoot(size, await treeOf(entries)))).toBe(root);
  });

  it('proves each leaf in its place, alone and with others, and no other', async () => {
    const entries = Array.from({ length: 777 }, (_, index) => textBytes(`leaf ${index}`));
    const subtree = await treeOf(entries);
    const root = hexText(await treeRoot(777, subtree));
    const rootWith = async (...known: [number, string][]): Promise<string> =>
      hexText(await treeRoot(777, subtree, { entries: new Map(known.map(([at, text]) => [at, textBytes(text)])) }));
    for (const at of [0, 1, 255, 256, 511, 512, 767, 768, 775, 776]) {
      expect([at, await rootWith([at, `leaf ${at}`])]).toEqual([at, root]);
      expect([at, await rootWith([at, `leaf ${at + 1}`])]).not.toEqual([at, root]);
      expect(await rootWith([at, `leaf ${at}`], [300, 'leaf 300'])).toBe(root);
      expect(await rootWith([at, `leaf ${at}`], [300, 'leaf 301'])).not.toBe(root);
    }
    for (const at of [-1, 0.5, 777, 1_000])
      await expect(rootWith([776, 'leaf 776'], [at, 'x'])).rejects.toThrow(/is not in/);
  });

  it('of an earlier size comes from the same hashes, so that a changed past gives another root', async () => {
    const past = Array.from({ length: 300 }, (_, index) => textBytes(`leaf ${index}`));
    const all = [...past, ...Array.from({ length: 400 }, (_, index) => textBytes(`later ${index}`))];
    const earlier = hexText(await treeRoot(300, await treeOf(past)));
    for (const size of [301, 511, 512, 513, 700]) {
      const subtree = await treeOf(all.slice(0, size));
      expect(hexText(await treeRoot(300, subtree, { earlier: 300 }))).toBe(earlier);
      expect(await treeRoot(size, subtree, { earlier: 300 })).toEqual(await treeRoot(size, subtree));
    }
    const forged = all.map((entry, index) => (index === 299 ? textBytes('leaf 299!') : entry));
    expect(hexText(await treeRoot(300, await treeOf(forged), { earlier: 300 }))).not.toBe(earlier);
  });
});

describe('the path of a tile', () => {
  it('is that of the specification', () => {
    expect(tilePath(0, 1_234_067, 10 ** 9)).toBe('tile/0/x001/x234/067');
    const paths = [tilePath(0, 0, 70_000), tilePath(0, 273, 70_000), tilePath(1, 0, 70_000), tilePath(1, 1, 70_000)];
    expect(paths).toEqual(['tile/0/000', 'tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17']);
    expect([tilePath(2, 0, 70_000), tilePath(1, 0, 256)]).toEqual(['tile/2/000.p/1', 'tile/1/000.p/1']);
  });
});

it('refuses a tile that is shorter than its path says', async () => {
  await expect(
    treeRoot(
      3,
      subtreesOf(3, async () => new Uint8Array(64)),
    ),
  ).rejects.toMatchObject({ code: 'log-forked' });
});
