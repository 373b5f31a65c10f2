// The contract as the fuzzer reads it: what each operation takes, and what it documents for each status.
import { type Json, contract, httpMethods, resolved } from '../../../server/contract/description.ts';

export type Parameter = { name: string; in: 'query' | 'path' | 'header'; required: boolean; schema: Json };

/** Documented form of a status. Without content, the answer has no body. */
export type StatusForm = {
  headers: ReadonlyMap<string, Json>;
  /** Media type -> where its schema lies in the contract. */
  content: ReadonlyMap<string, Json>;
  /** Problem codes of this status; empty if it is not a problem. */
  codes: readonly string[];
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body: { type: string; schema: Json } | null;
  access: string;
  units: number;
  exactlyOneOf: readonly string[];
  answers: ReadonlyMap<number, StatusForm>;
};

const inContract = (node: Json): Json => resolved(contract(), node);

export function operationsOf(description: Json): Operation[] {
  return Object.entries(description['paths'] as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => httpMethods.includes(key))
      .map(([method, operation]) => operationOf({ description, path, item, method, operation: operation as Json })),
  );
}

type OperationParts = { description: Json; path: string; item: Json; method: string; operation: Json };

function operationOf({ description, path, item, method, operation }: OperationParts): Operation {
  const lists = [item['parameters'], operation['parameters']].map((list) => (list ?? []) as readonly Json[]);
  const security = (operation['security'] ?? description['security'] ?? []) as readonly Json[];
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    parameters: lists.flat().map(parameterOf),
    body: bodyOf(operation['requestBody'] as Json | undefined),
    access: Object.keys(security[0] ?? {})[0] ?? 'none',
    units: ((operation['x-metered'] as { units?: number } | undefined) ?? {}).units ?? 0,
    exactlyOneOf: (operation['x-exactly-one-of'] ?? []) as readonly string[],
    answers: new Map(
      Object.entries(operation['responses'] as Record<string, Json>).map(([status, answer]) => [
        Number(status),
        documentedOf(inContract(answer)),
      ]),
    ),
  };
}

function parameterOf(node: Json): Parameter {
  const {
    name,
    in: place,
    required,
    schema,
  } = inContract(node) as {
    name: string;
    in: Parameter['in'];
    required?: boolean;
    schema: Json;
  };
  return { name, in: place, required: required === true, schema: inContract(schema) };
}

function bodyOf(requestBody: Json | undefined): Operation['body'] {
  const [entry] = Object.entries((requestBody?.['content'] ?? {}) as Record<string, { schema: Json }>);
  return entry === undefined ? null : { type: entry[0], schema: inContract(entry[1].schema) };
}

function documentedOf(answer: Json): StatusForm {
  const headers = Object.entries((answer['headers'] ?? {}) as Record<string, Json>);
  const content = Object.entries((answer['content'] ?? {}) as Record<string, { schema: Json }>);
  return {
    headers: new Map(
      headers.map(([name, header]) => [name.toLowerCase(), inContract(inContract(header)['schema'] as Json)]),
    ),
    content: new Map(content.map(([type, { schema }]) => [type, schema])),
    codes: (answer['x-problem-codes'] ?? []) as readonly string[],
  };
}
