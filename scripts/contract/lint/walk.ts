// Walk over a contract: every schema and parameter with its JSON Pointer.

export type Json = Readonly<Record<string, unknown>>;

export interface LintFault {
  readonly rule: string;
  /** JSON Pointer into the contract. */
  readonly pointer: string;
  readonly message: string;
}

export interface Place {
  readonly pointer: string;
  readonly node: Json;
}

/** Keywords that hold one schema, a list of them, or a map of them. */
const single = ['items', 'contains', 'not', 'if', 'then', 'else', 'additionalProperties', 'unevaluatedProperties'];
const lists = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/** Keywords that hold data: nothing inside them is a schema or a reference. */
const data = new Set(['example', 'examples', 'value', 'default', 'const', 'enum', 'mapping']);

export function isObject(node: unknown): node is Json {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Every object of the description, without those of its examples. A map of named things may use any name. */
export function everyNode(node: unknown, pointer = '', inMap = false): Place[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => everyNode(item, `${pointer}/${index}`));
  if (!isObject(node)) return [];
  const children = Object.entries(node)
    .filter(([key]) => inMap || !data.has(key))
    .flatMap(([key, value]) => everyNode(value, `${pointer}/${escaped(key)}`, !inMap && namesThings(key, pointer)));
  return inMap ? children : [{ pointer, node }, ...children];
}

function namesThings(key: string, pointer: string): boolean {
  return maps.includes(key) || /^\/components$/.test(pointer) || ['responses', 'headers', 'content'].includes(key);
}

/** A schema and its nested schemas; references are not followed. */
function schemasIn(node: unknown, pointer: string): Place[] {
  if (!isObject(node)) return [];
  const inside = Object.entries(node).flatMap(([key, value]) => {
    const at = `${pointer}/${escaped(key)}`;
    if (single.includes(key)) return schemasIn(value, at);
    if (lists.includes(key) && Array.isArray(value)) return value.flatMap((one, i) => schemasIn(one, `${at}/${i}`));
    if (maps.includes(key) && isObject(value)) {
      return Object.entries(value).flatMap(([name, one]) => schemasIn(one, `${at}/${escaped(name)}`));
    }
    return [];
  });
  return [{ pointer, node }, ...inside];
}

/** Outermost schemas: components, and the schemas of parameters, headers and bodies. */
export function outerSchemas(contract: Json): Place[] {
  const components = (contract['components'] ?? {}) as Json;
  const named = Object.entries((components['schemas'] ?? {}) as Json).map(([name, node]) => ({
    pointer: `/components/schemas/${name}`,
    node: node as Json,
  }));
  const inline = everyNode(contract)
    .filter(({ pointer, node }) => isObject(node['schema']) && !pointer.startsWith('/components/schemas/'))
    .map(({ pointer, node }) => ({ pointer: `${pointer}/schema`, node: node['schema'] as Json }));
  return [...named, ...inline];
}

export function everySchema(contract: Json): Place[] {
  return outerSchemas(contract).flatMap(({ pointer, node }) => schemasIn(node, pointer));
}

export function everyParameter(contract: Json): Place[] {
  return everyNode(contract).filter(({ node }) => typeof node['in'] === 'string' && typeof node['name'] === 'string');
}

/** Target of a local reference; the node itself if it is not a reference, or a broken one. */
export function resolved(contract: Json, node: Json): Json {
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, key) => (isObject(at) ? at[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      contract,
    );
  return isObject(found) ? resolved(contract, found) : node;
}
