// Guides for developers name only files, folders and commands that exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingNames, pathsOf, treeOf } from './guide-names.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
const tree = treeOf(files, Object.keys(scripts));

/** Pages about the tree as it is now; changelogs and reports speak of the past, and the guides of users have their tests. */
const guides = files.filter(
  (file) =>
    /^(README|\.github\/.*|(server|server\/store|client|client\/python)\/README)\.md$/.test(file) &&
    !/CHANGELOG/.test(file),
);

describe('a guide for developers', () => {
  it.each(guides)('names only what exists: %s', (file) => {
    expect(missingNames({ file, text: textOf(file) }, tree)).toEqual([]);
  });

  it('is read with its paths and commands', () => {
    const named = guides.flatMap((file) => pathsOf({ file, text: textOf(file) }));
    expect(guides.length).toBeGreaterThan(25);
    expect(named.length).toBeGreaterThan(300);
    expect(
      pathsOf({ file: '.github/CONTRIBUTING.md', text: textOf('.github/CONTRIBUTING.md') }).length,
    ).toBeGreaterThan(50);
  });

  it.each([
    ['`server/no-such/file.ts`', 'server/no-such/file.ts'],
    ['[the walk](no-such-page.md)', 'no-such-page.md'],
    ['npx tsx scripts/no-such.ts', 'scripts/no-such.ts'],
    ['`npm run no-such`', 'npm run no-such'],
    ['`no-such-file.ts`', 'no-such-file.ts'],
  ])('is refused with %s', (text, missing) => {
    expect(missingNames({ file: 'README.md', text }, tree)).toEqual([missing]);
  });

  it('may name addresses, built files and places to fill in', () => {
    const text =
      '`/v1/brief`, `.build/sbom.cdx.json`, `server/routes/NAME.ts`, `server/**/*races.proof.*`, `server/app.ts`, node .build/server/main.js';
    expect(missingNames({ file: 'README.md', text }, tree)).toEqual([]);
  });
});
