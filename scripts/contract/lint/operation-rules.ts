// House rules for operations: safe parameters, problems from the catalogue, stated prices.
import { httpMethods } from '../../../server/contract/description.ts';
import type { LintFault, Json, Place } from './walk.ts';
import { everyNode, everyParameter, isObject, resolved } from './walk.ts';

/** NUL becomes a 500 in PostgreSQL; line feeds forge log lines; escapes control terminals. */
const controls = ['\u0000', '\n', '\u001b', '\u007f', '\u0085'];

export function parameters(contract: Json): LintFault[] {
  return everyParameter(contract).flatMap(({ pointer, node }) => {
    const schema = resolved(contract, (node['schema'] ?? {}) as Json);
    if (schema['type'] !== 'string') return [];
    const fault = (message: string): LintFault => ({ rule: 'parameters', pointer, message });
    const faults = [
      node['in'] === 'query' && node['allowReserved'] !== true && 'allowReserved must be true: people paste raw colons',
      ...(Array.isArray(schema['enum']) ? [] : textFaults(schema)),
    ];
    return faults.filter((message) => typeof message === 'string').map(fault);
  });
}

function textFaults(schema: Json): (string | false)[] {
  const pattern = schema['pattern'];
  return [
    typeof schema['maxLength'] !== 'number' && 'needs a maxLength',
    typeof pattern !== 'string' && 'needs a pattern',
    typeof pattern === 'string' && letsControlsThrough(pattern) && 'its pattern lets control characters through',
  ];
}

function letsControlsThrough(pattern: string): boolean {
  try {
    const expression = new RegExp(pattern, 'u');
    return controls.some((control) => expression.test(control) || expression.test(`A${control}A`));
  } catch {
    return false; // Reported by `compiles`.
  }
}

function operationsOf(contract: Json): Place[] {
  return Object.entries((contract['paths'] ?? {}) as Record<string, Json>).flatMap(([path, item]) =>
    httpMethods
      .filter((method) => isObject(item[method]))
      .map((method) => ({
        pointer: `/paths/${path.replaceAll('/', '~1')}/${method}`,
        node: {
          ...(item[method] as Json),
          parameters: [...list(item['parameters']), ...list((item[method] as Json)['parameters'])],
        },
      })),
  );
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Checks the price of an operation, and the names in its exactly-one-of. */
export function operations(contract: Json): LintFault[] {
  return operationsOf(contract).flatMap(({ pointer, node }) => {
    const units = (node['x-metered'] as Json | undefined)?.['units'];
    const names = list(node['parameters']).map((one) => resolved(contract, one as Json)['name']);
    const faults = [
      ...(Number.isInteger(units) ? [] : ['x-metered must say its units']),
      ...list(node['x-exactly-one-of'])
        .filter((name) => !names.includes(name))
        .map((name) => `x-exactly-one-of names ${String(name)}, which is not a parameter`),
    ];
    return faults.map((message) => ({ rule: 'operations', pointer, message }));
  });
}

/** These codes belong to no operation: a method that a path does not have, and refusals of /mcp. */
const codesWithoutResponse = new Set(['method-not-allowed', 'answer-too-large']);

/** The catalogue of codes and the responses name each other, and every problem has the same shape. */
export function problems(contract: Json): LintFault[] {
  const schemas = ((contract['components'] ?? {}) as Record<string, Json>)['schemas'] ?? {};
  const catalogue = list((schemas['ProblemCode'] as Json | undefined)?.['enum']).map(String);
  const carriers = everyNode(contract).filter(({ node }) => Array.isArray(node['x-problem-codes']));
  const listed = carriers.flatMap(({ pointer, node }) =>
    list(node['x-problem-codes']).map((code) => ({ pointer, code: String(code) })),
  );
  const unknown = listed
    .filter(({ code }) => !catalogue.includes(code))
    .map(({ pointer, code }) => ({ pointer, message: `${code} is not in ProblemCode` }));
  const orphans = catalogue
    .filter((code) => !codesWithoutResponse.has(code) && !listed.some((one) => one.code === code))
    .map((code) => ({ pointer: '/components/schemas/ProblemCode', message: `no response carries ${code}` }));
  const shapes = everyNode(contract)
    .map(({ pointer, node }) => ({
      pointer,
      media: (node['content'] as Json | undefined)?.['application/problem+json'],
    }))
    .filter(({ media }) => isObject(media) && (media['schema'] as Json)['$ref'] !== '#/components/schemas/Problem')
    .map(({ pointer }) => ({ pointer, message: 'a problem is a Problem' }));
  return [...unknown, ...orphans, ...shapes].map((one) => ({ rule: 'problems', ...one }));
}
