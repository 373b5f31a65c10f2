// The two test suites: each test file belongs to a project, and .github/TESTS.md has a row for each proof.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const engines = { store: ['embedded', 'postgresql'], embedded: ['embedded'], postgresql: ['postgresql'] };

async function testFiles(): Promise<string[]> {
  const folders = ['server', 'client', 'scripts', 'fixtures'];
  const entries = folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true }));
  return (await Promise.all(entries))
    .flat()
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .toSorted();
}

/** The projects of each file, as vitest collects them. */
async function collected(): Promise<Map<string, string[]>> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, 'list', '--filesOnly', '--json', '--config', 'scripts/vitest.config.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 16_000_000 });
  const found = new Map<string, string[]>();
  for (const { file, projectName } of JSON.parse(stdout) as { file: string; projectName: string }[]) {
    const path = relative(root, file);
    found.set(path, [...(found.get(path) ?? []), projectName]);
  }
  return found;
}

const projects = await collected();
const files = await testFiles();

it('run each test file on each engine of its name, once', () => {
  const expected = files.map((file) => {
    const [, kind] = /\.(store|embedded|postgresql)\.test\.ts$/.exec(file) ?? [];
    return [file, kind === undefined ? ['unit'] : engines[kind as keyof typeof engines]];
  });
  const found = files.map((file) => [
    file,
    (projects.get(file) ?? []).map((name) => name.replace('proof-', '')).toSorted(),
  ]);
  expect(found).toEqual(expected);
  expect([...projects.keys()].toSorted()).toEqual(files);
  expect(files.length).toBeGreaterThan(400);
});

it('prove what a row of .github/TESTS.md says, and every row proves something', async () => {
  const page = await readFile(join(root, '.github/TESTS.md'), 'utf8');
  const [, table = ''] = /## Where each proof is\n(.*)$/s.exec(page) ?? [];
  const patterns = [...table.matchAll(/`([\w/*.-]+)`/g)].map(([, pattern = '']) => pattern);
  const rows = patterns.map((pattern) => ({ pattern, expression: expressionOf(pattern) }));
  const proofs = files.filter((file) => projects.get(file)?.every((name) => name.startsWith('proof-')));
  const rowsOf = proofs.map((file) => [file, rows.filter(({ expression }) => expression.test(file)).length]);
  expect(rowsOf.filter(([, count]) => count !== 1)).toEqual([]);
  const idle = rows.filter(({ expression }) => !proofs.some((file) => expression.test(file)));
  expect(idle.map(({ pattern }) => pattern)).toEqual([]);
  expect(rows.length).toBeGreaterThan(20);
});

/** `**` stands for any folders, `*` for a part of a name. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.+/)?';
    if (part === '**') return '.+';
    return part === '*' ? '[^/]*' : part.replaceAll('.', '\\.');
  });
  return new RegExp(`^${parts.join('')}$`);
}
