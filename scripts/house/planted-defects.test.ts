// Planted defects fit the tree: each changes one place of its file, and its test exists.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { plantedDesigns } from '../proof/faults/planted-designs.ts';
import { plantedDefects } from './planted-defects.ts';
import { testTitles } from '../stage/test-names.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

/** The text of a test file and of its imports, which may hold the tables of its tests. */
function withImports(file: string): string {
  const text = textOf(file);
  const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => textOf(join(dirname(file), path)));
  return [text, ...imported].join('\n');
}

const fromTable = /%s|\$\w+/;

/** A test name is known if its fixed part and the words of its tables occur in these texts. */
function hasTest(name: string, text: string, tables: string): boolean {
  const places = Array.from({ length: name.length + 1 }, (_, place) => place);
  return testTitles(text).some(({ isGroup, whole }) => {
    const [before = '', after] = whole.split(fromTable);
    if (isGroup || after === undefined) return !isGroup && whole.includes(name);
    return places.some((from) =>
      places.some((to) => {
        const filled = name.slice(from, to);
        const isAround = before.endsWith(name.slice(0, from)) && after.startsWith(name.slice(to));
        return filled !== '' && isAround && tables.includes(filled);
      }),
    );
  });
}

it.each([...plantedDefects, ...plantedDesigns])('$name: one place in $file', ({ file, find, replace, also, test }) => {
  expect(textOf(file).split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  if (also !== undefined) expect(textOf(file).split(also.find)).toHaveLength(2);
  expect([test.name, hasTest(test.name, textOf(test.file), withImports(test.file))]).toEqual([test.name, true]);
});

it('every guarantee that is drilled has a defect', () => {
  expect([plantedDefects.length, plantedDesigns.length]).toEqual([14, 12]);
  expect(new Set(plantedDefects.map(({ name }) => name)).size).toBe(14);
  expect(new Set(plantedDefects.map(({ test }) => test.file)).size).toBe(6);
  expect(new Set(plantedDesigns.map(({ test }) => test.file)).size).toBe(6);
});

it('a missing test is reported', () => {
  const text = `describe('a', () => { it('b c', f); it.each([['d']])('%s: e', f); }); // 'f'`;
  const found = ['b c', 'a b', 'd', 'd: e', 'a d: e', 'c d', 'g: e'].filter((name) => hasTest(name, text, text));
  expect(found).toEqual(['b c', 'a b', 'd', 'd: e', 'a d: e']);
});
