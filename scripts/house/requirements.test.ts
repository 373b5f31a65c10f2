// Requirement coverage: a test name cites every rule of the specification, as in `[SPEC-R4]`, and no unknown rule.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../server/contract/requirements.ts';
import { testTitles } from '../stage/test-names.ts';

const root = resolve(import.meta.dirname, '../..');
const citation = /\[(SPEC-[A-Z]\d+)\]/g;

type Citation = { id: string; file: string };

/** Rules cited in the names of tests and groups; comments and other texts do not count. */
function citationsIn(file: string, text: string): Citation[] {
  return testTitles(text).flatMap(({ name }) => [...name.matchAll(citation)].map(([, id = '']) => ({ id, file })));
}

function testFiles(): string[] {
  return ['server', 'client', 'scripts', 'fixtures'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
}

const files = testFiles();
const cited = files.flatMap((file) => citationsIn(file, readFileSync(resolve(root, file), 'utf8')));
const citedIds = new Set(cited.map(({ id }) => id));
const known = new Set(requirements.map(({ id }) => id));

describe('the rules of the specification', () => {
  it('have an id each, and a sentence', () => {
    expect(known.size).toBe(requirements.length);
    expect(requirements.filter(({ text }) => text.length < 20)).toEqual([]);
    expect(requirements).toHaveLength(84);
  });

  it('are each shown by a test', () => {
    expect(requirements.filter(({ id }) => !citedIds.has(id))).toEqual([]);
    expect(files.length).toBeGreaterThan(80);
    expect(cited.length).toBeGreaterThan(70);
  });

  it('are the only ones that a test cites', () => {
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
  });
});

describe('a citation', () => {
  it('stands in the name of a test or of a group, and nowhere else', () => {
    const text = `// [SPEC-R1]\nconst id = '[SPEC-R2]';\ndescribe('a [SPEC-R3]', () => { it.each([1])('b [SPEC-R4] [SPEC-R5]', () => {}); });`;
    expect(citationsIn('a.test.ts', text).map(({ id }) => id)).toEqual(['SPEC-R3', 'SPEC-R4', 'SPEC-R5']);
  });
});
