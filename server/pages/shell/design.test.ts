// The stylesheet: every class in it is a word of the sources that write markup.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['server/pages', 'server/desk', 'server/docs', 'scripts/site'];

/** Beginnings of classes that end with an id or a kind: the tabs of examples, and the tokens of code. */
const begun = /^(panel|tab|t)-/;

it('has no class that no page has', () => {
  const css = readFileSync(new URL('design.css', import.meta.url), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].map(([, text = '']) => text.replaceAll(/'[^']*'/g, ''));
  const classes = new Set(
    selectors.flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)),
  );
  const words = new Set(
    folders.flatMap((folder) => sourcesIn(join(root, folder))).flatMap((text) => text.match(/[a-z][\w-]*/gi) ?? []),
  );
  expect(classes.size).toBeGreaterThan(100);
  expect([...classes].filter((name) => !words.has(name) && !begun.test(name))).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|md|svg)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
