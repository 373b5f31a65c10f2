// ASVS table: each requirement of level 1 and 2 is answered once, by existing tests and sections, or by reasons.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countOf, rowOf, rows } from './asvs.ts';
import { chapters, standard } from './asvs-standard.ts';
import { rendered } from './asvs-page.ts';
import { testNames } from '../stage/test-names.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** Number of requirements of level 1 and of level 2 in each chapter. */
const counted = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
};

describe('the table of ASVS 5.0.0', () => {
  it('has every requirement of level 1 and 2 once, and no other', () => {
    const found = chapters.map(({ chapter }) => [
      chapter,
      [1, 2].map((level) => standard.filter((one) => one.chapter === chapter && one.level === level).length),
    ]);
    expect(Object.fromEntries(found)).toEqual(counted);
    expect([1, 2].map((level) => standard.filter((one) => one.level === level).length)).toEqual([70, 183]);
    expect(standard.filter(({ id, chapter }) => `V${id.split('.')[0]}` !== chapter)).toEqual([]);
    expect(rows.map(({ id }) => id)).toEqual(
      standard.map(({ id }) => id).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })),
    );
  });

  it('names tests that there are', () => {
    const names = new Map<string, string[]>();
    const missing: string[] = [];
    let cited = 0;
    for (const { id, answer } of rows) {
      if (answer.by !== 'test') continue;
      if (answer.tests.length === 0) missing.push(`${id}: no test`);
      for (const [file, name] of answer.tests) {
        if (!names.has(file)) names.set(file, existsSync(resolve(root, file)) ? testNames(read(file)) : []);
        if (!names.get(file)?.some((one) => one.startsWith(name))) missing.push(`${id}: ${file}: ${name}`);
        cited += 1;
      }
    }
    expect(missing).toEqual([]);
    expect([names.size > 50, cited > 150]).toEqual([true, true]);
  });

  it('names sections that there are', () => {
    const headings = new Set(
      [...read('server/docs/security.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
    );
    const sections = rows.flatMap(({ answer }) => (answer.by === 'document' ? [answer.section] : []));
    expect(sections.filter((section) => !headings.has(section))).toEqual([]);
    expect(sections.length).toBeGreaterThan(20);
  });

  it('says in a reason, a gap or a limit what it is about, and in each row what is asked', () => {
    const texts = rows.flatMap(({ id, answer }) => {
      if (answer.by === 'reason') return [[id, answer.reason] as const];
      if (answer.by === 'gap') return [[id, answer.gap] as const];
      return answer.by === 'test' && answer.but !== undefined ? [[id, answer.but] as const] : [];
    });
    expect(texts.filter(([, text]) => text.length < 15 || !text.endsWith('.'))).toEqual([]);
    expect(rows.filter(({ about }) => about.trim().length < 4)).toEqual([]);
  });

  it.each([
    ['{"id":"1.1.1","about":"a rule"}', 'needs one of tests'],
    ['{"id":"1.1.1","about":"a rule","gap":"Not yet, for now.","reason":"It is not here."}', 'needs one of tests'],
    ['{"id":"1.1.1","about":"a rule","reason":"It is not here.","but":"not all"}', 'but goes with tests'],
    ['{"id":"1.1.1","about":"a rule","test":[]}', 'has test'],
  ])('refuses the line %s', (line, fault) => {
    expect(() => rowOf(line)).toThrow(fault);
  });

  it('is shown to people as it is, with its counts', () => {
    expect(read('server/docs/asvs.md')).toBe(rendered());
    const { test, document, reason, gap } = countOf();
    expect(test + document + reason + gap).toBe(253);
    expect(gap).toBeLessThan(6);
  });
});

describe('the chapter on threats', () => {
  it('names rooms and tests that there are', () => {
    const [, chapter = ''] = read('server/README.md').split('## Who attacks, and what stops them');
    const [body = ''] = chapter.split('\n## ');
    const named = [...body.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = '']) => path);
    expect(
      named.filter((path) => !existsSync(resolve(root, 'server', path)) && !existsSync(resolve(root, path))),
    ).toEqual([]);
    expect(named.length).toBeGreaterThan(35);
  });
});

describe('the search for the names of tests', () => {
  it('finds tests, also in tables and templates, and no group', () => {
    const text = `describe('a', () => { it('b', f); it.each(c)('d %s', f); test(\`e \${x}\`, f); }); // it('g')`;
    expect(testNames(text)).toEqual(['b', 'd %s', 'e ${x}']);
  });
});
