// A folder that changes while it is read.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { livingFiles } from './living-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'research-living-'));
  mkdirSync(join(folder, 'within'));
  for (const name of ['a', 'b', 'c', 'within/d']) writeFileSync(join(folder, name), `of ${name}: \u00e9`, 'latin1');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('reads every file, folders of folders included', () => {
  const read = [...livingFiles(folder)].map(({ path, text }) => `${path.slice(folder.length)} ${text}`);
  expect(read.toSorted()).toEqual(['/a of a: é', '/b of b: é', '/c of c: é', '/within/d of within/d: é']);
});

it('goes on where one has gone since they were listed', () => {
  const read: string[] = [];
  for (const { name } of livingFiles(folder)) {
    if (read.length === 0) for (const gone of ['a', 'b', 'c'].filter((one) => one !== name)) rmSync(join(folder, gone));
    if (read.length === 0) rmSync(join(folder, 'within'), { recursive: true });
    read.push(name);
  }
  expect(read).toHaveLength(1);
});

it('does not take another fault for that', () => {
  writeFileSync(join(folder, 'no folder'), '');
  expect(() => [...livingFiles(join(folder, 'no folder'))]).toThrow('ENOTDIR');
  expect([...livingFiles(join(folder, 'nowhere'))]).toEqual([]);
});
