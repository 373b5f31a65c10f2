/** Test support: copies of the contract, each with one constraint deleted. */
import type { Json } from '../description.ts';
import { branchesOf, find, isObject } from './co-walk.ts';
import { escaped } from './documents.ts';

export interface LooseContract {
  readonly component: string;
  /** Pointer of the deleted constraint. */
  readonly constraint: string;
  /** True if neighbouring keywords already refuse the same values. */
  readonly redundant: boolean;
  /** The component before and after, reduced to the loosened property: compiling all of it takes five times as long. */
  readonly before: Json;
  readonly after: Json;
}

const deletable = [
  'type',
  'enum',
  'const',
  'not',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
  'additionalProperties',
  'oneOf',
  '$ref',
];

/** The component without references: each becomes an object of any kind, or the whole of a simple value. */
function alone(contract: Json, component: string): Json {
  return shallow(contract, find(contract, `#/components/schemas/${component}`)) as Json;
}

function shallow(contract: Json, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => shallow(contract, one));
  if (!isObject(node)) return node;
  if (typeof node['$ref'] === 'string') return stub(contract, node['$ref']);
  const isUnion = branchesOf(node).filter((branch) => branch['type'] !== 'null').length > 1;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'discriminator' && key !== 'description' && !key.startsWith('x-'))
      .map(([key, value]) => {
        if (key === 'properties') {
          const properties = Object.entries(value as Json).map(([name, one]) => [name, shallow(contract, one)]);
          return [key, Object.fromEntries(properties)];
        }
        if (!isUnion || key !== 'oneOf') return [key, shallow(contract, value)];
        const branches = branchesOf(node).map((branch) => shallow(contract, find(contract, String(branch['$ref']))));
        return [key, branches];
      }),
  );
}

/** The mark identifies the stub when a reference is to be deleted. */
function stub(contract: Json, reference: string): Json {
  const target = find(contract, reference);
  const isComplex = target['type'] === 'object' || branchesOf(target).length > 0;
  const { description: _text, 'x-decision': _decision, ...scalar } = target;
  return { $comment: reference, ...(isComplex ? { type: 'object' } : scalar) };
}

export function loosenings(contract: Json, component: string): readonly LooseContract[] {
  const whole = alone(contract, component);
  const properties = Object.entries((whole['properties'] ?? {}) as Json);
  const open = Object.fromEntries(properties.map(([name]) => [name, {}]));
  const focused = [
    properties.length === 0 ? whole : { ...whole, properties: open },
    ...properties.map(([name, one]) => ({ properties: { [name]: one } })),
  ];
  return focused.flatMap((before) =>
    [...deletions(before, '')].map(({ tokens, constraint, redundant }) => ({
      component,
      constraint: `/components/schemas/${component}${constraint}`,
      redundant,
      before,
      after: without(before, tokens),
    })),
  );
}

interface Deletion {
  readonly tokens: readonly string[];
  readonly constraint: string;
  readonly redundant: boolean;
}

function* deletions(node: unknown, pointer: string, tokens: readonly string[] = []): Generator<Deletion> {
  if (!isObject(node)) return;
  const here = (key: string, constraint: string, redundant = false): Deletion => ({
    tokens: [...tokens, key],
    constraint: `${pointer}/${constraint}`,
    redundant,
  });
  // A reference is deleted as a whole: its target is loosened at its own pointer.
  if (typeof node['$comment'] === 'string') {
    yield { tokens, constraint: `${pointer}/$ref`, redundant: false };
    return;
  }
  for (const key of deletable) if (key in node && node[key] !== true) yield here(key, key, isRedundant(node, key));
  const required = (node['required'] ?? []) as readonly string[];
  for (const [index, name] of required.entries()) {
    yield {
      tokens: [...tokens, 'required', String(index)],
      constraint: `${pointer}/required/${name}`,
      redundant: false,
    };
  }
  for (const [name, below] of Object.entries((node['properties'] ?? {}) as Json)) {
    yield* deletions(below, `${pointer}/properties/${escaped(name)}`, [...tokens, 'properties', name]);
  }
  yield* deletions(node['items'], `${pointer}/items`, [...tokens, 'items']);
  const branches = branchesOf(node);
  const isUnion = branches.length > 1 && branches.every((branch) => branch['type'] !== 'null');
  if (isUnion) return; // Branches are separate components.
  for (const [index, branch] of branches.entries()) {
    if (branch['type'] === 'null') continue;
    yield* deletions(branch, `${pointer}/oneOf/${index}`, [...tokens, 'oneOf', String(index)]);
  }
}

/** Keywords for people and generators only: their neighbours refuse the same values. */
function isRedundant(node: Json, keyword: string): boolean {
  const pattern = typeof node['pattern'] === 'string' ? new RegExp(node['pattern'], 'u') : null;
  if (keyword === 'type') return 'const' in node || 'enum' in node || 'oneOf' in node;
  // The format of an integer only names its width for generators.
  if (keyword === 'format' && String(node['format']).startsWith('int')) return true;
  if (keyword === 'minLength') return pattern !== null && !pattern.test('');
  if (keyword === 'maxLength') return pattern !== null && !pattern.test('a'.repeat(Number(node['maxLength']) + 1));
  // The pattern, or the format together with the maxLength of 36, each refuse everything that the other does.
  if (node['format'] === 'uuid' && pattern !== null)
    return keyword === 'format' || (keyword === 'pattern' && 'maxLength' in node);
  return false;
}

function without(node: unknown, [token = '', ...rest]: readonly string[]): Json {
  if (token === '') return {};
  if (Array.isArray(node)) {
    const copy = [...(node as unknown[])];
    if (rest.length === 0 && typeof copy[Number(token)] === 'string') copy.splice(Number(token), 1);
    else copy[Number(token)] = without(copy[Number(token)], rest);
    return copy as unknown as Json;
  }
  const { [token]: one, ...others } = node as Json;
  const isKeyword = rest.length === 0 && !(isObject(one) && typeof one['$comment'] === 'string');
  return isKeyword ? others : { ...(node as Json), [token]: without(one, rest) };
}
