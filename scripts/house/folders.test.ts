// Size of the folders: every committed or new file counts, in every folder of the tree.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesMax, fullFolders } from './folders.ts';

const root = resolve(import.meta.dirname, '../..');

describe('a folder', () => {
  it('has at most thirty files', () => {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    });
    const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
    expect(files.length).toBeGreaterThan(1_000);
    expect(fullFolders(files)).toEqual([]);
  });

  it('is full with one file more, and counts no file of a folder below', () => {
    const files = Array.from({ length: filesMax }, (_, i) => `server/room/${i}.ts`);
    expect(fullFolders([...files, 'server/room/below/a.ts', 'server/a.ts'])).toEqual([]);
    expect(fullFolders([...files, 'server/room/one-more.md'])).toEqual(['server/room 31']);
  });
});
