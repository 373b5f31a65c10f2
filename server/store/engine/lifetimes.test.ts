// Lifetimes are defined in one file: a number that stands twice is changed only once.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as lifetimes from './lifetimes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)(testing|migrations)\//.test(path);

/** The numbers of hours and days in a text without its comments, which may explain a constant. */
function spansIn(text: string): string[] {
  const code = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
  return code.flatMap((line) => /\b\d[\d_]* (hours|days)\b/.exec(line)?.[0] ?? []);
}

it('are each used: a lifetime alone deletes nothing', () => {
  const own = 'store/engine/lifetimes.ts';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => isSource(path) && path !== own,
  );
  const used = files.map((path) => readFileSync(`${root}${path}`, 'utf8')).join('\n');
  const names = Object.keys(lifetimes);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
});

it('no statement, page or command has hours or days of its own: each is a name of lifetimes.ts', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isSource);
  // The specification is quoted word for word.
  const own = files.filter((path) => path !== 'contract/requirements.ts');
  expect(own.length).toBeGreaterThan(300);
  expect(own.filter((path) => spansIn(readFileSync(`${root}${path}`, 'utf8')).length > 0)).toEqual([]);
  expect(spansIn(`where seen_at < now() - interval '12 hours'\n// 30 days`)).toEqual(['12 hours']);
});
