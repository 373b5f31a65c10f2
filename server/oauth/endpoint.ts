/** Endpoint for programs: its methods, its CORS policy, its answers and refusals. */
import type { Application, Response } from 'express';
import type { OAuthError } from '../../generated/api.ts';
import { type Exchange, type Visit, open } from '../http/door.ts';
import { readFormBody } from '../http/form-body.ts';
import type { Headers, OperationId } from '../contract/operations.ts';
import { ProblemError, methodNotAllowed } from '../contract/problems.ts';
import type { CachePolicy } from '../contract/reply.ts';
import { headerList, send, sendPreflight } from '../http/respond.ts';
import { fail } from '../http/serve.ts';
import type { OAuthContext } from './context.ts';
import { OAuthRefusal } from './refusal.ts';

/** Null has no body. */
export type Reply = { readonly body: object | null; readonly caching: CachePolicy; readonly headers?: Headers };

/** A request, together with its admission slot. */
export type OAuthRequest = Pick<Visit, 'request' | 'slot'>;

export interface Endpoint {
  readonly operation: OperationId;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly answer: (asked: OAuthRequest) => Promise<Reply> | Reply;
}

export function mountEndpoint(app: Application, context: OAuthContext, endpoint: Endpoint): void {
  const { path, method } = endpoint;
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  const served = serve(context, endpoint);
  const refused = serve(context, { ...endpoint, answer: () => refuseMethod(allow) });
  app.all(path, async (request, response) => {
    openToPages(response);
    if (request.method === 'OPTIONS') return sendPreflight(response, { allow, allowedHeaders });
    const isServed = request.method === method || (method === 'GET' && request.method === 'HEAD');
    await (isServed ? served : refused)(request, response);
  });
}

/** Any page may send a request and read its refusal, without a person's cookies, which mean nothing here. */
export function openToPages(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
}

function refuseMethod(allow: string): never {
  throw methodNotAllowed(allow);
}

export const allowedHeaders = 'Authorization, Content-Type, MCP-Protocol-Version, X-Request-ID';

function serve(context: OAuthContext, { operation, answer }: Endpoint) {
  return open<void>(
    {
      async answer(visit) {
        const { response, requestId } = visit;
        sendReply(response, await answer(visit), { version: context.version, requestId, status: 200 });
      },
      refuse: (refused, thrown) => refuse(context, operation, { refused, thrown }),
      note({ response, requestId }, { code, ms }) {
        const served = { door: 'rest', requestId, operation, keyId: null, charge: 0, replayed: false } as const;
        context.onServed({ ...served, status: response.statusCode, code, ms });
      },
    },
    context,
  );
}

type RefusalOptions = { refused: Exchange; thrown: unknown };

function refuse(context: OAuthContext, operation: OperationId, { refused, thrown }: RefusalOptions): string {
  const { request, response, requestId } = refused;
  if (!(thrown instanceof OAuthRefusal)) return fail(response, thrown, { serving: context, operation, requestId });
  const address = context.addressOf(request);
  context.onEvent?.({ event: 'token-refused', userId: null, address, how: thrown.error });
  return sendRefusal(response, thrown, { version: context.version, requestId });
}

type ReplyOptions = { version: string; requestId: string; status: number };

function sendReply(response: Response, { body, caching, headers = {} }: Reply, sending: ReplyOptions): void {
  const { version, ...rest } = sending;
  const bytes = body === null ? null : Buffer.from(JSON.stringify(body));
  const content = bytes === null ? {} : { type: 'application/json', bytes };
  send(response, version, { ...rest, ...content, caching, headers: headerList(headers) });
}

function sendRefusal(response: Response, refusal: OAuthRefusal, sending: Omit<ReplyOptions, 'status'>): string {
  const { error, message, options } = refusal;
  const body: OAuthError = { error, error_description: message };
  const { status = 400, headers = {} } = options;
  sendReply(response, { body, caching: 'none', headers }, { ...sending, status });
  return error;
}

/** The parameters of a request, each at most once; an empty one counts as omitted (RFC 6749, 3.2). */
export async function parametersOf<Name extends string>(
  { request, slot }: OAuthRequest,
  names: readonly Name[],
): Promise<ReadonlyMap<Name, string>> {
  const otherType = 'The body must be application/x-www-form-urlencoded.';
  const form = await slot.whileArriving(() => readFormBody(request, otherType).catch(asRefusal));
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
