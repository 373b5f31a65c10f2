// Examples of the contract: recordings replace the references to them, and numeric headers become numbers.
import { readFile } from 'node:fs/promises';
import type { Contract } from './generate-routes.ts';

type Json = Record<string, unknown>;

/** Redocly resolves references everywhere except in the value of an example. */
export async function withExamples(contract: Contract, root: URL): Promise<Contract> {
  const files = new Map<string, unknown>();
  const read = async (file: string): Promise<unknown> => {
    if (!files.has(file)) files.set(file, JSON.parse(await readFile(new URL(file, root), 'utf8')));
    return files.get(file);
  };
  const walk = async (node: unknown): Promise<unknown> => {
    if (Array.isArray(node)) return Promise.all(node.map(walk));
    if (node === null || typeof node !== 'object') return node;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('fixtures/')) {
      const [file = '', pointer = ''] = $ref.split('#');
      return at(await read(file), pointer);
    }
    const entries = Object.entries(node).map(async ([name, value]) => [name, await walk(value)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return withNumbers((await walk(contract)) as Contract);
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, name) => (node as Json)[name], document);
}

/** Recorded headers are texts. */
function withNumbers(contract: Contract): Contract {
  const { headers = {} } =
    (contract as unknown as { components?: { headers?: Record<string, Json> } }).components ?? {};
  for (const header of Object.values(headers)) {
    const isNumber = (header['schema'] as Json)['type'] === 'integer';
    if (isNumber && typeof header['example'] === 'string') header['example'] = Number(header['example']);
  }
  return contract;
}

/** A property that refers to a schema gets the description of that schema, so that the generated types show it. */
export function withDescriptions(contract: Contract): Contract {
  const { schemas = {} } =
    (contract as unknown as { components?: { schemas?: Record<string, Json> } }).components ?? {};
  for (const schema of Object.values(schemas)) {
    for (const property of Object.values((schema['properties'] ?? {}) as Record<string, Json>)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(String(property['$ref']))?.[1];
      const description = name === undefined ? undefined : schemas[name]?.['description'];
      if (description !== undefined) property['description'] = description;
    }
  }
  return contract;
}
