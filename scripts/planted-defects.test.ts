// The planted defects still fit the tree: each changes one place of its file, and its test exists.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { plantedDesigns } from './faults/planted-designs.ts';
import { plantedDefects } from './planted-defects.ts';

const root = resolve(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

it.each([...plantedDefects, ...plantedDesigns])('$name: one place in $file', ({ file, find, replace, also, test }) => {
  expect(textOf(file).split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  if (also !== undefined) expect(textOf(file).split(also.find)).toHaveLength(2);
  expect(textOf(test.file).length).toBeGreaterThan(0);
});

it('every guarantee that is drilled has a defect', () => {
  expect([plantedDefects.length, plantedDesigns.length]).toEqual([14, 11]);
  expect(new Set(plantedDefects.map(({ name }) => name)).size).toBe(14);
  expect(new Set(plantedDefects.map(({ test }) => test.file)).size).toBe(6);
  expect(new Set(plantedDesigns.map(({ test }) => test.file)).size).toBe(4);
});
