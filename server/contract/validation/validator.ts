/** Validator of requests: the one use of express-openapi-validator, with its known holes closed. */
import { middleware } from 'express-openapi-validator';
import openApiSchema from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { hasUnsafeCharacter, merge } from './faults.ts';
import type { Fault } from './faults.ts';
import { fixes, faultsOf, unsafeText } from './validator-faults.ts';
import { formats } from './formats.ts';
import { readQuery } from './query.ts';
import { isRequestId } from './request-headers.ts';
import { routes } from '../../../generated/routes.ts';
import type { OperationId, Route } from '../../../generated/routes.ts';
import { remembered } from '../../memory/remembered.ts';
import { contract, requestsOnly } from '../description.ts';
import type { Json } from '../description.ts';

/*
 * Holes of the library, and how each is closed:
 * 1. It caches a compiled validator per method, path and Content-Type and never evicts one (2,000 GETs with fresh types
 *    keep 47 MB). It only gets content types of the contract, and none where no body is read.
 * 2. It coerces `Infinity`, `0x5` and ` 5` to integers. query.ts has checked the text before.
 * 3. Its formats admit 29 February of any year, year 0000, `urn:uuid:` and a space for the T. They are replaced below.
 * 4. It recompiles every path to find the route of each request, and stops at the first unknown parameter.
 *    It also refuses HEAD and unencoded reserved characters.
 *    So it gets the operation, a path without a query, and only parameters that passed query.ts: all faults come at once.
 * 5. A contract that it cannot load only fails at the first request. Here it fails the start.
 *    Each operation is compiled for its first request; tests show that all of them compile.
 * 6. Its security handlers turn every failure into a 401 with the message inside. They are off.
 * 7. It compiles OpenAPI's own schema even if the check against it is off, which took a seventh of a start.
 *    It gets an empty one. `npm run check` lints the contract.
 */

/** A request after routing: the raw query, decoded path parameters, header fields, and the parsed body or undefined. */
export interface ValidatorInput {
  readonly rawQuery: string;
  readonly path: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** One of the operation's documented types, or null if it reads no body. */
  readonly contentType: string | null;
}

export interface Verdict {
  /** If empty, the values below conform to the contract. */
  readonly faults: readonly Fault[];
  readonly query: Json;
  readonly path: Json;
  /** Query and path parameters together. */
  readonly parameters: Json;
  readonly body: unknown;
}

export interface Validator {
  check(operation: OperationId, received: ValidatorInput): Promise<Verdict>;
}

/** The few properties of a request that the middleware reads and writes; the real request is not passed. */
interface Subject {
  readonly app: object;
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  readonly originalUrl: string;
  readonly headers: Record<string, string>;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  readonly body: unknown;
  openapi?: { readonly schema: object; pathParams: Record<string, unknown> };
}

/** Hole 7. */
openApiSchema.OpenAPISchemaValidator = class {
  validate(): { errors: [] } {
    return { errors: [] };
  }
} as unknown as typeof openApiSchema.OpenAPISchemaValidator;

let made: Promise<Validator> | null = null;

/** Validator of this process's contract, created once. */
export const requestValidator = (): Promise<Validator> => (made ??= createValidator(contract()));

/** Loads the contract, or rejects if it cannot be used. An operation is compiled at its first request. */
export async function createValidator(description: Json): Promise<Validator> {
  const { locate, validate } = await loaded(description);
  const faultless = remembered<string, Verdict>('verdicts');
  const known = new Map<OperationId, Promise<Operation>>();
  const operationOf = (id: OperationId): Promise<Operation> => {
    const found = known.get(id) ?? toOperation(id, { description, locate });
    known.set(id, found);
    return found;
  };
  return {
    async check(id, received) {
      const operation = await operationOf(id);
      const key = rememberedAs(id, operation, received);
      const valid = key === null ? undefined : faultless.get(key);
      if (valid !== undefined) return valid;
      const checked = await check(validate, operation, received);
      if (key !== null && checked.faults.length === 0) faultless.set(key, frozen(checked));
      return checked;
    },
  };
}

interface Steps {
  readonly locate: RequestHandler;
  readonly validate: RequestHandler;
}

async function loaded(description: Json): Promise<Steps> {
  const chain = middleware({
    apiSpec: structuredClone(requestsOnly(description)) as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
    formats,
  });
  const [load, locate, security, validate] = chain as RequestHandler[];
  const names = chain.map((step) => (step as RequestHandler).name).join(' ');
  if (names !== 'pathParamsMiddleware metadataMiddleware securityMiddleware requestMiddleware') {
    throw new Error(`express-openapi-validator has changed its steps: ${names}`);
  }
  if (!load || !locate || !security || !validate) throw new Error('express-openapi-validator has too few steps');
  await run(load, blank('GET', '/'));
  return { locate, validate };
}

async function toOperation(
  id: OperationId,
  { description, locate }: { description: Json; locate: RequestHandler },
): Promise<Operation> {
  const route: Route = routes[id];
  return { route, located: await located(locate, id, route), fixes: fixes(description, route) };
}

/** Longer queries are checked anew. */
const REMEMBERED_QUERY_MAX = 512;

/**
 * Everything that the verdict on a request without a body depends on, or null if it may depend on more. The same
 * questions repeat, and the validator takes a fifth of the time of an answer. The contract does not change while the
 * process runs.
 */
function rememberedAs(
  id: OperationId,
  { route }: Operation,
  { rawQuery, path, headers }: ValidatorInput,
): string | null {
  if (route.body.length > 0 || rawQuery.length > REMEMBERED_QUERY_MAX) return null;
  for (const name of route.headers) {
    const value = headers[name.toLowerCase()];
    if (value === undefined) continue;
    if (name !== 'X-Request-ID' || typeof value !== 'string' || !isRequestId(value)) return null;
  }
  const places = route.pathParameters.length === 0 ? '' : JSON.stringify(path);
  return places.length > REMEMBERED_QUERY_MAX ? null : `${id} ${rawQuery} ${places}`;
}

/** Frozen, because several requests share it. */
function frozen(checked: Verdict): Verdict {
  Object.freeze(checked.query);
  Object.freeze(checked.path);
  Object.freeze(checked.parameters);
  return Object.freeze(checked);
}

interface Operation {
  readonly route: Route;
  readonly located: NonNullable<Subject['openapi']>;
  readonly fixes: ReadonlyMap<string, string>;
}

async function check(validate: RequestHandler, operation: Operation, received: ValidatorInput): Promise<Verdict> {
  const query = readQuery(operation.route, received.rawQuery);
  const subject = subjectOf(operation, received, query.values);
  const failure = await rejection(validate, subject);
  const found = failure === null ? [] : faultsOf(failure, operation.fixes);
  const path = Object.entries(received.path)
    .filter(([, value]) => hasUnsafeCharacter(value))
    .map(([name]) => ({ location: `path.${name}`, message: 'It holds a control character.', fix: 'Remove it.' }));
  const faults = merge(query.faults, path, unsafeText(received.body, 'body'), found);
  const { query: filled, params } = subject;
  const parameters = Object.keys(params).length === 0 ? filled : { ...params, ...filled };
  return { faults, query: filled, path: params, parameters, body: received.body };
}

function subjectOf(operation: Operation, received: ValidatorInput, query: Record<string, string>): Subject {
  const { route, located } = operation;
  const headers: Record<string, string> = {};
  for (const name of route.headers) {
    const value = received.headers[name.toLowerCase()];
    if (value !== undefined) headers[name.toLowerCase()] = String(value);
  }
  if (received.contentType !== null) headers['content-type'] = received.contentType;
  return {
    ...blank(route.method.toUpperCase(), route.path),
    headers,
    query,
    body: received.body,
    openapi: { ...located, pathParams: { ...received.path } },
  };
}

function blank(method: string, path: string): Subject {
  const app = { param: () => undefined, enabled: () => true };
  return { app, method, path, baseUrl: '', originalUrl: path, headers: {}, query: {}, params: {}, body: undefined };
}

/** Lets the validator find the operation once, by its own rules. */
async function located(locate: RequestHandler, id: string, route: Route): Promise<NonNullable<Subject['openapi']>> {
  const subject = blank(route.method.toUpperCase(), route.path.replaceAll(/:[^/]+/g, 'x'));
  await run(locate, subject);
  const found = subject.openapi as
    | (Subject['openapi'] & { readonly schema: { readonly operationId?: string } })
    | undefined;
  if (found?.schema.operationId !== id) throw new Error(`the validator does not find ${id} at ${route.path}`);
  return found;
}

function run(step: RequestHandler, subject: Subject): Promise<void> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => (error == null ? resolve() : reject(error as Error));
    void step(subject as unknown as Request, {} as Response, next);
  });
}

async function rejection(step: RequestHandler, subject: Subject): Promise<unknown> {
  return run(step, subject).then(
    () => null,
    (error: unknown) => error,
  );
}
