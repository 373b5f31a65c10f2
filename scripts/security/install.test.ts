// Packages for production: their size together, and a reason for each large one.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lock, nameOf } from './lock.ts';
import { production } from './sbom.ts';

const root = resolve(import.meta.dirname, '../..');
const MEGABYTE = 1_000_000;
const TOTAL_MAX = 110 * MEGABYTE;
const LARGE = 5 * MEGABYTE;

/** Bytes of the files of a package without the packages inside it; 0 if it is for another system. */
function bytesOf(folder: string): number {
  let bytes = 0;
  for (const entry of statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : bytesOf(path);
    else bytes += statSync(path).size;
  }
  return bytes;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const sizes = production(lock).map(([path, entry]) => ({
  name: nameOf(path, entry),
  bytes: bytesOf(join(root, path)),
}));

describe('an installation for production', () => {
  it('has at most 110 MB of files', () => {
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeGreaterThan(50 * MEGABYTE);
    expect(total).toBeLessThan(TOTAL_MAX);
  });

  it('has a reason for each package above 5 MB, with its size, in the guide to containers', () => {
    const guide = readFileSync(join(root, 'server/docs/container.md'), 'utf8');
    const stated = [...guide.matchAll(/^\| `([^`]+)` \| (\d+) \| \S.* \|$/gm)].map(
      ([, name, size]) => `${name} ${size}`,
    );
    const large = sizes.filter(({ bytes }) => bytes > LARGE);
    expect(stated.toSorted()).toEqual(
      large.map(({ name, bytes }) => `${name} ${Math.round(bytes / MEGABYTE)}`).toSorted(),
    );
  });
});
