/** Test support: a walk through a schema and a fitting document, pairing each subschema with its value. */
import type { Json } from '../description.ts';
import { escaped } from './documents.ts';

export interface Step {
  /** Pointer of the subschema in the contract. */
  readonly at: string;
  readonly node: Json;
  /** The node with references followed; the node itself if it has none. */
  readonly target: Json;
  /** Pointer of the value in the document. */
  readonly pointer: string;
  readonly value: unknown;
  /** Null is allowed here by an enclosing union. */
  readonly nullAllowed: boolean;
}

export const isObject = (node: unknown): node is Json =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

export function find(contract: Json, reference: string): Json {
  const [, kind = '', group = '', name = ''] = reference.split('/');
  const found = ((contract[kind] as Json | undefined)?.[group] as Json | undefined)?.[name];
  if (!isObject(found)) throw new Error(`the contract has no ${reference}`);
  return found;
}

export const branchesOf = (node: Json): readonly Json[] =>
  Array.isArray(node['oneOf']) ? node['oneOf'].filter(isObject) : [];

export const allowsNull = (node: Json): boolean =>
  node['type'] === 'null' ||
  (Array.isArray(node['type']) && node['type'].includes('null')) ||
  branchesOf(node).some(allowsNull);

export function coWalk(contract: Json, schema: string, document: unknown): readonly Step[] {
  const steps: Step[] = [];
  const visit = (step: Omit<Step, 'target'>): void => {
    const { at, node, pointer, value } = step;
    const reference = node['$ref'];
    if (typeof reference === 'string') {
      const target = find(contract, reference);
      steps.push({ ...step, target });
      visit({ ...step, at: reference.slice(1), node: target });
      return;
    }
    steps.push({ ...step, target: node });
    const inside = (part: string, below: unknown, token: string, one: unknown): void => {
      if (!isObject(below)) return;
      visit({
        at: `${at}/${part}`,
        node: below,
        pointer: `${pointer}/${escaped(token)}`,
        value: one,
        nullAllowed: allowsNull(below),
      });
    };
    if (Array.isArray(value)) value.forEach((one, index) => inside('items', node['items'], String(index), one));
    else if (isObject(value)) {
      const properties = (node['properties'] ?? {}) as Json;
      for (const [key, one] of Object.entries(value)) inside(`properties/${key}`, properties[key], key, one);
    }
    const branch = branchOf(node, value);
    if (branch !== null) visit({ ...step, ...branch, at: `${at}/${branch.part}`, nullAllowed: allowsNull(node) });
  };
  const node = find(contract, `#/components/schemas/${schema}`);
  visit({ at: `/components/schemas/${schema}`, node, pointer: '', value: document, nullAllowed: false });
  return steps;
}

/** The branch of a union for a value: by the discriminator, or the only one that is not null. */
function branchOf(node: Json, value: unknown): { part: string; node: Json } | null {
  const branches = branchesOf(node);
  const { propertyName, mapping } = (node['discriminator'] ?? {}) as { propertyName?: string; mapping?: Json };
  const wanted = propertyName === undefined ? undefined : mapping?.[String((value as Json | null)?.[propertyName])];
  const index = branches.findIndex((branch) => {
    if (wanted !== undefined) return branch['$ref'] === wanted;
    return (branch['type'] === 'null') === (value === null);
  });
  const branch = branches[index];
  return branch === undefined ? null : { part: `oneOf/${index}`, node: branch };
}
