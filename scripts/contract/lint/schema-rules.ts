// The house rules for schemas: closed objects, sensible bounds, and nothing that a tool on the way reads differently.
import type { Finding, Json, Place } from './walk.ts';
import { everyNode, everySchema, isObject, resolved } from './walk.ts';

/** What OAuth clients send: their RFCs tell the server to ignore what it does not know. */
const openObjects: readonly string[] = ['OAuthDecision', 'OAuthTokenRequest', 'OAuthRevocation'];

/** express-openapi-validator drops what stands beside a $ref in three places, so nothing stands there anywhere. */
export function refSiblings(contract: Json): Finding[] {
  return everyNode(contract)
    .filter(({ node }) => typeof node['$ref'] === 'string' && Object.keys(node).length > 1)
    .map(({ pointer, node }) => ({
      rule: 'ref-siblings',
      pointer,
      message: `${Object.keys(node)
        .filter((key) => key !== '$ref')
        .join(', ')} beside $ref is ignored`,
    }));
}

const pairs = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

export function bounds(contract: Json): Finding[] {
  return everySchema(contract).flatMap(({ pointer, node }) =>
    pairs
      .filter(([low, high]) => Number(node[low]) > Number(node[high]))
      .map(([low, high]) => ({ rule: 'bounds', pointer, message: `${low} is above ${high}` })),
  );
}

/** Each of these is refused, ignored or read differently by one of the tools that read the contract. */
const refusedKeywords = ['nullable', '$defs', '$id', '$anchor', 'prefixItems', 'not', 'if', 'patternProperties'];

/** `not: {const: x}`: whoever overlooks it reads a wider type, and no other value. */
function leavesOutAConstant(key: string, node: Json): boolean {
  return key === 'not' && Object.keys((node['not'] ?? {}) as Json).join() === 'const';
}

export function keywords(contract: Json): Finding[] {
  const found = everySchema(contract).flatMap(({ pointer, node }) =>
    refusedKeywords.filter((key) => key in node && !leavesOutAConstant(key, node)).map((key) => `${pointer}/${key}`),
  );
  if ('webhooks' in contract) found.push('/webhooks');
  return found.map((pointer) => ({
    rule: 'keywords',
    pointer,
    message: `${pointer.split('/').at(-1)} is not read alike by every tool`,
  }));
}

/** A format alone lets `+00:00`, a lower-case z or `urn:uuid:` through; without one a generator guesses the width. */
export function formats(contract: Json): Finding[] {
  return everySchema(contract).flatMap(({ pointer, node }) => {
    const { type, format, pattern } = node;
    const isInteger = type === 'integer' || (Array.isArray(type) && type.includes('integer'));
    const isWide = Number(node['maximum'] ?? 0) >= 2 ** 31;
    const width = format === 'int64' || (format === 'int32' && !isWide);
    // A parameter has a small maximum, and a format that is added to it would narrow what it takes.
    if (isInteger && /\/parameters\//.test(pointer)) return [];
    if (isInteger) return width ? [] : [{ rule: 'formats', pointer, message: 'an integer needs int32 or int64' }];
    if (typeof format !== 'string' || typeof pattern === 'string') return [];
    return [{ rule: 'formats', pointer, message: `format ${format} needs a pattern beside it` }];
  });
}

export function closedObjects(contract: Json): Finding[] {
  return everySchema(contract).flatMap(({ pointer, node }): Finding[] => {
    const type = node['type'];
    const isOne = type === 'object' || (Array.isArray(type) && type.includes('object')) || 'properties' in node;
    if (!isOne || 'oneOf' in node) return [];
    const open = openObjects.includes(pointer.replace('/components/schemas/', ''));
    if (node['additionalProperties'] === open) return [];
    const message = `additionalProperties must be ${open}`;
    return [{ rule: 'closed-objects', pointer, message }];
  });
}

/** A union is closed by its branches: a discriminator, a mapping for each branch, and its constant in each. */
export function unions(contract: Json): Finding[] {
  return everySchema(contract).flatMap((place) => {
    const branches = place.node['oneOf'];
    if (!Array.isArray(branches)) return [];
    const objects = branches.filter(isObject).filter((branch) => branch['type'] !== 'null');
    return objects.length < 2 ? [] : unionFaults(contract, place, objects);
  });
}

function unionFaults(contract: Json, { pointer, node }: Place, branches: readonly Json[]): Finding[] {
  const fault = (message: string): Finding => ({ rule: 'unions', pointer, message });
  const { propertyName, mapping } = (node['discriminator'] ?? {}) as { propertyName?: string; mapping?: Json };
  if (propertyName === undefined || !isObject(mapping)) return [fault('a union needs a discriminator with a mapping')];
  const faults = node['type'] === 'object' ? [] : [fault('type: object must stand beside a discriminator')];
  if (Object.keys(mapping).length !== branches.length) faults.push(fault('the mapping and the branches differ'));
  for (const branch of branches) {
    const properties = (resolved(contract, branch)['properties'] ?? {}) as Json;
    const constant = (properties[propertyName] as Json | undefined)?.['const'];
    if (typeof constant !== 'string' || mapping[constant] !== branch['$ref']) {
      faults.push(fault(`the mapping does not lead to ${String(branch['$ref'])} by its constant ${propertyName}`));
    }
  }
  return faults;
}

/** Fewer words repeat the name and say nothing. */
const WORDS_MIN = 3;

const says = (node: unknown): boolean => {
  const description = isObject(node) ? node['description'] : undefined;
  return typeof description === 'string' && description.trim().split(/\s+/).length >= WORDS_MIN;
};

/** A property that refers to a schema has that schema's description, also in the generated types. */
export function descriptions(contract: Json): Finding[] {
  const named = Object.entries((contract['components'] as Json | undefined)?.['schemas'] ?? {}).filter(
    ([, node]) => !isObject(node) || typeof node['description'] !== 'string',
  );
  const fields = everySchema(contract).flatMap(({ pointer, node }) =>
    Object.entries((node['properties'] ?? {}) as Json)
      .filter(([, one]) => !says(isObject(one) ? resolved(contract, one) : one))
      .map(([name]) => `${pointer}/properties/${name}`),
  );
  return [...named.map(([name]) => `/components/schemas/${name}`), ...fields].map((pointer) => ({
    rule: 'descriptions',
    pointer,
    message: 'says nothing about what it is',
  }));
}

/** Security schemes are named, not referenced, and the one of /mcp belongs to no operation here. */
export function unusedComponents(contract: Json): Finding[] {
  const text = JSON.stringify(contract);
  return Object.entries((contract['components'] ?? {}) as Json)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, entries]) => Object.keys(entries as Json).map((name) => `/components/${kind}/${name}`))
    .filter((pointer) => !text.includes(`"#${pointer}"`))
    .map((pointer) => ({ rule: 'unused-components', pointer, message: 'nothing refers to it' }));
}
