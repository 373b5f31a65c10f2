// Numbers of each drill part: the declared ones equal those that its code reads, including the functions it calls.
import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { parts } from './parts.ts';

type Declaration = {
  /** Numbers that its text reads. */
  asks: string[];
  /** Every name in it. */
  names: Set<string>;
};

const nodesOf = (node: ts.Node): ts.Node[] => {
  const nodes = [node];
  node.forEachChild((child) => void nodes.push(...nodesOf(child)));
  return nodes;
};

function declaredBy(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ''];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}

/** `file name` -> its declaration; an imported name leads to the file of its origin. */
const declared = new Map<string, Declaration>();
const importedFrom = new Map<string, string>();
for (const file of readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true).statements) {
    const nodes = nodesOf(statement);
    const names = new Set(nodes.filter(ts.isIdentifier).map((one) => one.text));
    const from = ts.isImportDeclaration(statement) ? statement.moduleSpecifier.getText().slice(1, -1) : '';
    if (from.startsWith('./')) for (const name of names) importedFrom.set(`${file} ${name}`, from.slice(2));
    const asks = [...statement.getText().matchAll(/\bgiven\('(\w+)'\)/g)].map(([, word = '']) => word);
    for (const name of declaredBy(statement)) declared.set(`${file} ${name}`, { asks, names });
  }
}

function askedBy(file: string, name: string, seen = new Set<string>()): string[] {
  const from = importedFrom.get(`${file} ${name}`);
  if (from !== undefined) return askedBy(from, name, seen);
  const place = `${file} ${name}`;
  const found = declared.get(place);
  if (found === undefined || seen.has(place)) return [];
  seen.add(place);
  return [...found.asks, ...[...found.names].flatMap((one) => askedBy(file, one, seen))];
}

it.each([...parts])('%s names every number that it asks for, and no other', (_name, { run, takes = [] }) => {
  expect(importedFrom.has(`parts.ts ${run.name}`)).toBe(true);
  expect([...takes].toSorted()).toEqual([...new Set(askedBy('parts.ts', run.name))].toSorted());
});

it('numbers are found in functions, in constants, and behind imports', () => {
  expect(askedBy('parts.ts', 'drillSlow')).toEqual(['sockets']);
  expect([...new Set(askedBy('parts.ts', 'drillOutages'))]).toEqual(['lasts']);
  expect(new Set(askedBy('parts.ts', 'drillFaults')).size).toBeGreaterThan(8);
});
