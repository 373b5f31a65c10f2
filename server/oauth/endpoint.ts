/** One endpoint for programs: its methods, what pages of other origins may read of it, and how it answers and refuses. */
import type { Application, Request, Response } from 'express';
import type { OAuthError } from '../../generated/api.ts';
import { readFormBody } from '../contract/form-body.ts';
import type { Headers, OperationId } from '../contract/operations.ts';
import { type Place, takePlace } from '../contract/place.ts';
import { ProblemError, methodNotAllowed } from '../contract/problems.ts';
import { type Caching, headerList, send, sendPreflight } from '../contract/respond.ts';
import { fail, requestIdOf, since } from '../contract/serve.ts';
import type { OAuthContext } from './context.ts';
import { OAuthRefusal } from './refusal.ts';

/** Null has no body. */
export type Reply = { readonly body: object | null; readonly caching: Caching; readonly headers?: Headers };

/** A request, and its place among those in work. */
export interface Asked {
  readonly request: Request;
  readonly place: Place;
}

export interface Endpoint {
  readonly operation: OperationId;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly answer: (asked: Asked) => Promise<Reply> | Reply;
}

export function mountEndpoint(app: Application, context: OAuthContext, endpoint: Endpoint): void {
  const { path, method } = endpoint;
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  const refuse = { ...endpoint, answer: () => refuseMethod(allow) };
  app.all(path, async (request, response) => {
    openToPages(response);
    if (request.method === 'OPTIONS') return sendPreflight(response, { allow, allowedHeaders });
    const isServed = request.method === method || (method === 'GET' && request.method === 'HEAD');
    await serve(context, isServed ? endpoint : refuse, { request, response });
  });
}

/** Any page may ask, and read why it was refused, and none with a person's cookies, which mean nothing here. */
export function openToPages(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
}

function refuseMethod(allow: string): never {
  throw methodNotAllowed(allow);
}

const allowedHeaders = 'Authorization, Content-Type, MCP-Protocol-Version, X-Request-ID';

type Exchange = { request: Request; response: Response };

async function serve(context: OAuthContext, endpoint: Endpoint, { request, response }: Exchange): Promise<void> {
  const { operation, answer } = endpoint;
  const started = context.elapsed();
  const requestId = requestIdOf(request, context.newRequestId);
  let place: Place | null = null;
  let code: string | null = null;
  try {
    place = takePlace(context.admit);
    sendReply(response, await answer({ request, place }), { version: context.version, requestId, status: 200 });
  } catch (thrown) {
    if (thrown instanceof OAuthRefusal) {
      context.onEvent?.({
        event: 'token-refused',
        userId: null,
        address: context.addressOf(request),
        how: thrown.error,
      });
    }
    code =
      thrown instanceof OAuthRefusal
        ? sendRefusal(response, thrown, { version: context.version, requestId })
        : fail(response, thrown, { serving: context, operation, requestId });
  } finally {
    place?.leave();
  }
  const ms = since(started, context);
  const served = { door: 'rest', requestId, operation, keyId: null, charge: 0, replayed: false } as const;
  context.onServed({ ...served, status: response.statusCode, code, ms });
}

type Sending = { version: string; requestId: string; status: number };

function sendReply(response: Response, { body, caching, headers = {} }: Reply, sending: Sending): void {
  const { version, ...rest } = sending;
  const bytes = body === null ? null : Buffer.from(JSON.stringify(body));
  const content = bytes === null ? {} : { type: 'application/json', bytes };
  send(response, version, { ...rest, ...content, caching, headers: headerList(headers) });
}

function sendRefusal(response: Response, refusal: OAuthRefusal, sending: Omit<Sending, 'status'>): string {
  const { error, message, options } = refusal;
  const body: OAuthError = { error, error_description: message };
  const { status = 400, headers = {} } = options;
  sendReply(response, { body, caching: 'none', headers }, { ...sending, status });
  return error;
}

/** The parameters of a request, each at most once; what is empty counts as left out (RFC 6749, 3.2). */
export async function parametersOf<Name extends string>(
  { request, place }: Asked,
  names: readonly Name[],
): Promise<ReadonlyMap<Name, string>> {
  const otherType = 'The body must be application/x-www-form-urlencoded.';
  const form = await place.whileArriving(() => readFormBody(request, otherType).catch(asRefusal));
  const twice = names.find((name) => form.getAll(name).length > 1);
  if (twice !== undefined) throw new OAuthRefusal('invalid_request', `${twice} was sent more than once.`);
  return new Map(
    names.flatMap((name): [Name, string][] => {
      const value = form.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

function asRefusal(thrown: unknown): never {
  const isOurs = thrown instanceof ProblemError && thrown.entry.status < 500;
  if (isOurs) throw new OAuthRefusal('invalid_request', thrown.message);
  throw thrown;
}

/** A parameter that the request has to have. */
export function needed<Name extends string>(parameters: ReadonlyMap<Name, string>, name: Name): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing.`);
  return value;
}
