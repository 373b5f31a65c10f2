/** Generator of the route table generated/routes.ts from the bundled contract. */

import { httpMethods, resolved } from '../../server/contract/description.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Contract extends Json {
  readonly paths: Readonly<Record<string, Json>>;
  readonly security?: readonly Json[];
}

/** The type of a row, written out so that generated/ imports nothing. */
const declarations = `
export interface Route {
  readonly method: ${httpMethods.map((method) => `'${method}'`).join(' | ')}
  /** The path as Express writes it. */
  readonly path: string
  /** The name of the security scheme, none, or optionalKey. */
  readonly access: string
  /** What a successful answer costs. */
  readonly units: number
  readonly exactlyOneOf: readonly string[]
  /** The kinds of the query parameters: a type, or what has several spellings of one value. */
  readonly query: Readonly<Record<string, 'string' | 'integer' | 'boolean' | 'instant' | 'uuid' | 'uuids' | 'ticker' | 'tickers'>>
  /** The largest value of each query parameter that has one. */
  readonly largest: Readonly<Record<string, number>>
  readonly headers: readonly string[]
  readonly pathParameters: readonly string[]
  /** The content types that a request body may have; none: the operation reads no body. */
  readonly body: readonly string[]
  /** Per documented status: content type -> name of the schema, null where the schema has none. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, string | null>>>>
}
`;

export function routeTable(contract: Contract): string {
  const rows: string[] = [];
  for (const [path, item] of Object.entries(contract.paths)) {
    const shared = list(item['parameters']);
    for (const method of httpMethods) {
      const operation = item[method] as Json | undefined;
      if (operation === undefined) continue;
      const id = operation['operationId'];
      if (typeof id !== 'string') throw new Error(`${method} ${path} has no operationId`);
      rows.push(`  ${id}: {`, ...row(contract, path, method, { operation, shared }), '  },');
    }
  }
  return [
    declarations,
    'export const routes = {',
    ...rows,
    '} as const satisfies Record<string, Route>',
    '',
    'export type OperationId = keyof typeof routes',
    '',
  ].join('\n');
}

interface Source {
  readonly operation: Json;
  readonly shared: readonly Json[];
}

function row(contract: Contract, path: string, method: string, { operation, shared }: Source): string[] {
  const parameters = [...shared, ...list(operation['parameters'])].map((parameter) => resolved(contract, parameter));
  const named = (place: string): Json[] => parameters.filter((parameter) => parameter['in'] === place);
  const body = resolved(contract, (operation['requestBody'] ?? {}) as Json);
  const value = {
    method,
    path: path.replaceAll(/\{([^}]+)\}/g, ':$1'),
    access: accessOf((operation['security'] ?? contract.security ?? []) as Json[]),
    units: Number((operation['x-metered'] as Json | undefined)?.['units'] ?? 0),
    exactlyOneOf: operation['x-exactly-one-of'] ?? [],
    query: Object.fromEntries(named('query').map((one) => [one['name'], kindOf(contract, one)])),
    largest: Object.fromEntries(
      named('query').flatMap((one) => {
        const maximum = maximumOf(contract, one['schema'] as Json);
        return Number.isFinite(maximum) ? [[one['name'], maximum]] : [];
      }),
    ),
    headers: named('header').map((one) => one['name']),
    pathParameters: named('path').map((one) => one['name']),
    body: Object.keys((body['content'] ?? {}) as Json),
    answers: Object.fromEntries(
      Object.entries((operation['responses'] ?? {}) as Json).map(([status, answer]) => [
        status,
        contents(resolved(contract, answer as Json)),
      ]),
    ),
  };
  return Object.entries(value).map(([key, part]) => `    ${key}: ${JSON.stringify(part)},`);
}

function contents(answer: Json): Record<string, string | null> {
  const content = (answer['content'] ?? {}) as Record<string, { schema?: { $ref?: string } }>;
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, media.schema?.$ref?.split('/').at(-1) ?? null]),
  );
}

/** Alternatives count as one: the first scheme that is not empty decides. Next to an empty one it may be left out. */
function accessOf(security: readonly Json[]): string {
  const [scheme = 'none'] = security.flatMap((one) => Object.keys(one));
  const mayBeLeftOut = security.some((one) => Object.keys(one).length === 0);
  return scheme === 'apiKey' && mayBeLeftOut ? 'optionalKey' : scheme;
}

const spelledFormats: Readonly<Record<string, string>> = { 'date-time': 'instant', uuid: 'uuid' };

/** Symbols have no format, and lists of values have one spelling each. */
const spelledNames: Readonly<Record<string, string>> = { ticker: 'ticker', tickers: 'tickers', entity_ids: 'uuids' };

/** A parameter of a format that has several spellings is named by it. */
function kindOf(contract: Contract, parameter: Json): string {
  const named = spelledNames[String(parameter['name'])];
  if (named !== undefined) return named;
  const schema = parameter['schema'] as Json;
  return spelledFormats[formatOf(contract, schema)] ?? typeOf(contract, schema);
}

/** The format of a parameter, through references and allOf; empty if there is none. */
function formatOf(contract: Contract, schema: Json): string {
  const found = resolved(contract, schema);
  const parts = list(found['allOf']).map((part) => formatOf(contract, part));
  return typeof found['format'] === 'string' ? found['format'] : (parts.find((format) => format !== '') ?? '');
}

/** The type of a parameter, through references and allOf. */
function typeOf(contract: Contract, schema: Json): string {
  const found = resolved(contract, schema);
  if (typeof found['type'] === 'string') return found['type'];
  const parts = list(found['allOf']).map((part) => typeOf(contract, part));
  return parts.find((type) => type !== 'string') ?? 'string';
}

/** The maximum of a parameter, through references and allOf; infinite if there is none. */
function maximumOf(contract: Contract, schema: Json): number {
  const found = resolved(contract, schema);
  const parts = list(found['allOf']).map((part) => maximumOf(contract, part));
  return Math.min(typeof found['maximum'] === 'number' ? found['maximum'] : Infinity, ...parts);
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
