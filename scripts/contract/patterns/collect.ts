// Collection of regular expressions that meet foreign text: in the contract, the record schemas and the source.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { contract } from '../../../server/contract/description.ts';
import { recordSchemas } from '../../../server/ingest/records/record-schemas.ts';

export type Pattern = { source: string; flags: string; where: string };

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Patterns of JSON Schema are Unicode expressions, as Ajv compiles them. */
function ofSchemas(node: unknown, where: string): Pattern[] {
  if (Array.isArray(node)) return node.flatMap((item) => ofSchemas(item, where));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string'
      ? [{ source: value, flags: 'u', where }]
      : ofSchemas(value, where.length > 80 ? where : `${where}/${key}`),
  );
}

export const ofContract = (): Pattern[] => ofSchemas(contract(), 'openapi.yaml');
export const ofRecords = (): Pattern[] => ofSchemas(recordSchemas, 'record schemas');

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.(ts|js|mjs)$/.test(name) && !/\.test(-d)?\.ts$|(^|\/)testing\//.test(name));
}

/** `made`: lines that build an expression at run time. */
export function ofSource(folders: readonly string[]): { literals: Pattern[]; made: string[] } {
  const literals: Pattern[] = [];
  const made: string[] = [];
  for (const name of folders.flatMap(sourceFiles)) {
    const source = ts.createSourceFile(name, readFileSync(join(root, name), 'utf8'), ts.ScriptTarget.ES2022, true);
    const visit = (node: ts.Node): void => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where: `${name}:${line}` });
      }
      const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
      if (isMade) made.push(relative('', name));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals, made };
}

/** Expressions that are built during `load`: by modules, or at their first use. */
export async function ofModules(load: () => Promise<unknown>): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const original = RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [source, flags = '']: [string | RegExp, string?]) => {
      if (typeof source === 'string') found.push({ source, flags, where: 'made while loading' });
      return new target(source, flags);
    },
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}
