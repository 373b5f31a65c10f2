// House rules for spellings that every code generator reads, without a change to the accepted documents.
import type { LintFault, Json } from './walk.ts';
import { everySchema, isObject } from './walk.ts';

interface Spelling {
  readonly refused: (node: Json, pointer: string) => boolean;
  readonly message: string;
}

const isBranch = (pointer: string): boolean => /\/oneOf\/\d+$/.test(pointer);
const values = (node: Json): readonly unknown[] => [
  ...('const' in node ? [node['const']] : []),
  ...(Array.isArray(node['enum']) ? (node['enum'] as unknown[]) : []),
];

/** Each was tried with the generators of `npm run clients`; the message gives the spelling that all of them read. */
const known: readonly Spelling[] = [
  {
    // Six languages of openapi-generator name a class Null that does not exist.
    refused: (node, pointer) => node['type'] === 'null' && !isBranch(pointer),
    message: "a type that is only null is spelled {type: [string, 'null'], const: null}",
  },
  {
    refused: (node) =>
      (node['const'] === null && !(Array.isArray(node['type']) && node['type'].includes('null'))) ||
      (Array.isArray(node['enum']) && node['enum'].every((value) => value === null)),
    message: "null alone is spelled {type: [string, 'null'], const: null}",
  },
  {
    // Generated clients compare true with the text 'true' and refuse every document.
    refused: (node) => values(node).some((value) => typeof value === 'boolean') && node['type'] !== undefined,
    message: 'a boolean constant is spelled {type: boolean, not: {const: false}}, or true for a constant false',
  },
  {
    // Java and Kotlin turn it into a text. Every generator reads an integer constant.
    refused: (node) => node['type'] === 'number' && values(node).length > 0,
    message: 'a constant number is spelled minimum: N, maximum: N',
  },
  {
    // openapi-generator turns it into `any`, or loses null; datamodel-code-generator creates a class for each such
    // field.
    refused: (node) => 'allOf' in node && 'type' in node && node['type'] !== 'object',
    message: 'a constraint of a value stands next to its type, not in allOf',
  },
];

export function spellings(contract: Json): LintFault[] {
  return everySchema(contract).flatMap(({ pointer, node }) =>
    known
      .filter(({ refused }) => refused(node, pointer))
      .map(({ message }) => ({ rule: 'spellings', pointer, message })),
  );
}

/**
 * Generators name the list type of a property after it; a component of the same name collides: `Status` was defined
 * twice.
 */
export function names(contract: Json): LintFault[] {
  const schemas = (contract['components'] as Json | undefined)?.['schemas'] ?? {};
  return Object.entries(schemas as Json).flatMap(([name, node]): LintFault[] => {
    const properties = isObject(node) && isObject(node['properties']) ? node['properties'] : {};
    const clash = Object.entries(properties).find(
      ([key, one]) => isObject(one) && 'enum' in one && key.replaceAll('_', '').toLowerCase() === name.toLowerCase(),
    );
    if (clash === undefined) return [];
    const message = `generators define ${name} twice: for the component and for the values of ${clash[0]}`;
    return [{ rule: 'names', pointer: `/components/schemas/${name}`, message }];
  });
}
