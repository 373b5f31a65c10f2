/**
 * One operation, from the request's head to the answer's last byte. The order of the checks is part of the contract:
 * (404 path and 405 before), 406, 413, 415, 401, 400 with every fault at once, then what the operation itself says.
 */
import type { Request, Response } from 'express';
import { contentTypeOf, readBody, refuseLargeBody } from './body.ts';
import { isRequestId, versionFault } from './request-headers.ts';
import { merge } from './faults.ts';
import type { Fault } from './faults.ts';
import type { Headers, OperationId, Principal } from './operations.ts';
import { ProblemError, asProblem } from './problems.ts';
import { digestOf, documentDigest, entityTag, isNotModified, send, sendProblem } from './respond.ts';
import type { Caching } from './respond.ts';
import type { Validator } from './validator.ts';
import { routes } from '../../generated/routes.ts';
import type { Route } from '../../generated/routes.ts';

/** Says who is asking, from the Authorization header; throws the one 401. */
export type Authorise = (access: string, authorization: string | undefined) => Promise<Principal>;

export interface ServeOptions {
  readonly validator: Validator;
  readonly authorise: Authorise;
  readonly baseUrl: string;
  readonly version: string;
  readonly newRequestId: () => string;
  /** Recognises failures that the layers above have their own problem for. */
  readonly asProblem?: (thrown: unknown) => ProblemError | null;
  readonly onFailure: (failure: Failure) => void;
  /** In tests: every answer is compared with what the contract documents. */
  readonly inspect?: (operation: OperationId, answer: Written) => void;
}

export interface Failure {
  readonly requestId: string;
  readonly operation: OperationId | null;
  readonly cause: unknown;
}

export interface Written {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** A handler as the table holds it: which one belongs to which operation was checked where the table is written. */
export type AnyHandler = (input: never) => Promise<AnyReply>;

interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly sha256?: string;
  readonly headers?: Headers;
}

export function serve(operation: OperationId, handler: AnyHandler, options: ServeOptions) {
  const route: Route = routes[operation];
  return async (request: Request, response: Response): Promise<void> => {
    const requestId = requestIdOf(request, options.newRequestId);
    try {
      const reply = await answer(operation, handler, { ...options, request, requestId });
      write(request, response, { operation, route, reply, requestId, options });
    } catch (thrown) {
      fail(response, thrown, { ...options, operation, requestId });
    }
  };
}

/** The client's own id where it is usable, so that it finds its request again in every answer, refusals included. */
export function requestIdOf(request: Request, newRequestId: () => string): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && isRequestId(sent) ? sent : newRequestId();
}

interface Asked extends ServeOptions {
  readonly request: Request;
  readonly requestId: string;
}

async function answer(operation: OperationId, handler: AnyHandler, asked: Asked): Promise<AnyReply> {
  const { request, requestId, validator } = asked;
  const route: Route = routes[operation];
  refuseUnacceptable(request, route);
  if (route.body.length > 0) refuseLargeBody(request);
  const contentType = contentTypeOf(request, route.body);
  const principal = route.access === 'none' ? null : await asked.authorise(route.access, request.headers.authorization);
  // The rate limit belongs here: after the caller is known, before anything of the request is worked on.
  const received = {
    rawQuery: rawQueryOf(request.url),
    path: request.params as Record<string, string>,
    headers: request.headers,
    body: contentType === null ? undefined : await readBody(request),
    contentType,
  };
  const checked = await validator.check(operation, received);
  refuseFaults(checked.faults, route.headers.includes('Research-Version') ? versionFault(request, asked.version) : []);
  const { query, path, body } = checked;
  return handler({ query, path, body: body ?? null, principal, requestId } as never);
}

/** Everything at once; a wrong version alone has a code of its own. */
function refuseFaults(found: readonly Fault[], version: readonly Fault[]): void {
  const errors = merge(found, version);
  if (errors.length === 0) return;
  const code = found.length === 0 ? 'unsupported-version' : 'invalid-request';
  const [first] = errors;
  throw new ProblemError(code, {
    detail:
      errors.length === 1 && first
        ? `${first.location}: ${first.message}`
        : `${errors.length} faults were found in the request.`,
    errors,
  });
}

function rawQueryOf(url: string): string {
  const [beforeFragment = ''] = url.split('#');
  const start = beforeFragment.indexOf('?');
  return start === -1 ? '' : beforeFragment.slice(start + 1);
}

function refuseUnacceptable(request: Request, route: Route): void {
  const accept = request.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  const offered = Object.entries(route.answers).flatMap(([status, types]) =>
    status < '300' ? Object.keys(types) : [],
  );
  if (offered.length > 0 && request.accepts(offered) === false) {
    throw new ProblemError('not-acceptable', { detail: `This operation answers ${offered.join(' or ')}.` });
  }
}

interface Writing {
  readonly operation: OperationId;
  readonly route: Route;
  readonly reply: AnyReply;
  readonly requestId: string;
  readonly options: ServeOptions;
}

function write(request: Request, response: Response, { operation, route, reply, requestId, options }: Writing): void {
  const caching = cachingOf(route);
  const bytes = reply.bytes ?? (reply.body === undefined ? undefined : Buffer.from(JSON.stringify(reply.body)));
  const type = bytes === undefined ? undefined : 'application/json';
  options.inspect?.(operation, { status: reply.status, type: type ?? null, body: parsed(bytes) });
  if (reply.status !== 200 || bytes === undefined || caching === 'none') {
    send(response, options.version, {
      status: reply.status,
      requestId,
      caching,
      headers: reply.headers,
      ...(bytes && type ? { bytes, type } : {}),
    });
    return;
  }
  const sha256 = reply.sha256 ?? digestOf(bytes);
  const headers = { ...reply.headers, ETag: entityTag(sha256), 'Document-Digest': documentDigest(sha256) };
  if (isNotModified(request, headers.ETag))
    send(response, options.version, { status: 304, requestId, caching, headers });
  else send(response, options.version, { status: 200, requestId, caching, headers, bytes, type: 'application/json' });
}

function parsed(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as unknown);
}

/** What costs something is kept by the caller alone; what needs no key, by anyone; all else by nobody. */
function cachingOf(route: Route): Caching {
  if (route.units > 0) return 'metered';
  return route.access === 'none' && route.method === 'get' ? 'public' : 'none';
}

interface Failing extends ServeOptions {
  readonly operation: OperationId | null;
  readonly requestId: string;
}

/** Sends the problem, and hands what we did not expect to the log. */
export function fail(response: Response, thrown: unknown, context: Failing): void {
  const error = context.asProblem?.(thrown) ?? asProblem(thrown);
  const { requestId, operation, version, baseUrl } = context;
  if (error.entry.status >= 500) context.onFailure({ requestId, operation, cause: error.cause ?? thrown });
  sendProblem(response, error, { version, baseUrl, requestId });
}
