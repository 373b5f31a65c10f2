// House rules for schemas: closed objects, sensible bounds, and no keyword that tools read differently.
import type { LintFault, Json, Place } from './walk.ts';
import { everyNode, everySchema, isObject, resolved } from './walk.ts';

/** Forms of OAuth clients stay open: their RFCs require the server to ignore unknown fields. */
const openObjects: readonly string[] = ['OAuthDecision', 'OAuthTokenRequest', 'OAuthRevocation', 'LogValues'];

/** express-openapi-validator drops keywords next to a $ref in three places, so none is allowed anywhere. */
export function refSiblings(contract: Json): LintFault[] {
  return everyNode(contract)
    .filter(({ node }) => typeof node['$ref'] === 'string' && Object.keys(node).length > 1)
    .map(({ pointer, node }) => ({
      rule: 'ref-siblings',
      pointer,
      message: `${Object.keys(node)
        .filter((key) => key !== '$ref')
        .join(', ')} next to $ref is ignored`,
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

export function bounds(contract: Json): LintFault[] {
  return everySchema(contract).flatMap(({ pointer, node }) =>
    pairs
      .filter(([low, high]) => Number(node[low]) > Number(node[high]))
      .map(([low, high]) => ({ rule: 'bounds', pointer, message: `${low} is above ${high}` })),
  );
}

/** Keywords that at least one tool refuses, ignores or misreads. */
const refusedKeywords = ['nullable', '$defs', '$id', '$anchor', 'prefixItems', 'not', 'if', 'patternProperties'];

/** `not: {const: x}` is safe: a tool that ignores it only reads a wider type. */
function leavesOutAConstant(key: string, node: Json): boolean {
  return key === 'not' && Object.keys((node['not'] ?? {}) as Json).join() === 'const';
}

export function keywords(contract: Json): LintFault[] {
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

/**
 * A format alone accepts `+00:00`, a lower-case z or `urn:uuid:`; without a format a generator guesses the width of an
 * integer.
 */
export function formats(contract: Json): LintFault[] {
  return everySchema(contract).flatMap(({ pointer, node }) => {
    const { type, format, pattern } = node;
    const isInteger = type === 'integer' || (Array.isArray(type) && type.includes('integer'));
    const isWide = Number(node['maximum'] ?? 0) >= 2 ** 31;
    const width = format === 'int64' || (format === 'int32' && !isWide);
    // Parameters have small maxima, and an added format would narrow the accepted values.
    if (isInteger && /\/parameters\//.test(pointer)) return [];
    if (isInteger) return width ? [] : [{ rule: 'formats', pointer, message: 'an integer needs int32 or int64' }];
    if (typeof format !== 'string' || typeof pattern === 'string') return [];
    return [{ rule: 'formats', pointer, message: `format ${format} needs a pattern` }];
  });
}

export function closedObjects(contract: Json): LintFault[] {
  return everySchema(contract).flatMap(({ pointer, node }): LintFault[] => {
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
export function unions(contract: Json): LintFault[] {
  return everySchema(contract).flatMap((place) => {
    const branches = place.node['oneOf'];
    if (!Array.isArray(branches)) return [];
    const objects = branches.filter(isObject).filter((branch) => branch['type'] !== 'null');
    return objects.length < 2 ? [] : unionFaults(contract, place, objects);
  });
}

function unionFaults(contract: Json, { pointer, node }: Place, branches: readonly Json[]): LintFault[] {
  const fault = (message: string): LintFault => ({ rule: 'unions', pointer, message });
  const { propertyName, mapping } = (node['discriminator'] ?? {}) as { propertyName?: string; mapping?: Json };
  if (propertyName === undefined || !isObject(mapping)) return [fault('a union needs a discriminator with a mapping')];
  const faults = node['type'] === 'object' ? [] : [fault('a discriminator needs type: object')];
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

/** Fewer words only repeat the name. */
const WORDS_MIN = 3;

const says = (node: unknown): boolean => {
  const description = isObject(node) ? node['description'] : undefined;
  return typeof description === 'string' && description.trim().split(/\s+/).length >= WORDS_MIN;
};

/** A property that refers to a schema has the description of that schema, also in the generated types. */
export function descriptions(contract: Json): LintFault[] {
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

/** Security schemes are named, not referenced, and the scheme of /mcp belongs to no operation here. */
export function unusedComponents(contract: Json): LintFault[] {
  const text = JSON.stringify(contract);
  return Object.entries((contract['components'] ?? {}) as Json)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, entries]) => Object.keys(entries as Json).map((name) => `/components/${kind}/${name}`))
    .filter((pointer) => !text.includes(`"#${pointer}"`))
    .map((pointer) => ({ rule: 'unused-components', pointer, message: 'nothing refers to it' }));
}
