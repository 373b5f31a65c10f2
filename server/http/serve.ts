/** One REST operation, from the request's head to the last byte of the answer. */
import type { Request, Response } from 'express';
import { type DoorOptions, type Visit, isListening, open } from './door.ts';
import { acceptsAny } from './accept.ts';
import { conditionOf, isConditional } from './conditions.ts';
import { contentTypeOf, readBody, refuseLargeBody } from './body.ts';
import { requestOf } from '../contract/validation/canonical-request.ts';
import type {
  Access,
  LimitVerdict,
  LimitSubjectOf,
  Credential,
  DeviceAccess,
  Limit,
  LimitKind,
} from '../contract/credential.ts';
import { requestIdFaults, versionFaults } from '../contract/validation/request-headers.ts';
import { type Fault, merge } from '../contract/validation/faults.ts';
import type { Answer, Deliver, Delivery } from '../contract/metered.ts';
import type {
  Caller,
  Device,
  Handler,
  Headers,
  Input,
  MeteredOperation,
  OperationId,
  Principal,
  Reader,
} from '../contract/operations.ts';
import { ProblemError, asProblem, chargeUnknown, refuseFaults, withHeaders } from '../contract/problems.ts';
import { freeAnswer, previewCaller } from './free-answer.ts';
import { headerList, sendProblem } from './respond.ts';
import { type AnyReply, sendDelivery } from './send-answer.ts';
import type { Verdict, Validator } from '../contract/validation/validator.ts';
import { type Route, routes } from '../../generated/routes.ts';

export interface ServeOptions extends DoorOptions {
  readonly validator: Validator;
  readonly access: Access;
  readonly deviceAccess: DeviceAccess;
  readonly limit: Limit;
  readonly countedAs: LimitSubjectOf;
  /** Decides whether a metered document is sent, and charges for it. */
  readonly deliver: Deliver;
  readonly baseUrl: string;
  readonly version: string;
  /** The client's address, behind any trusted proxies. */
  readonly addressOf: (request: Request) => string;
  /** Recognises failures for which the layers above have a specific problem. */
  readonly asProblem?: (thrown: unknown) => ProblemError | null;
  /** Log-Checkpoint of a live document by its cutoff; null if the public log does not have its release. */
  readonly logHeaderAt?: (asOf: string) => Promise<string | null>;
  readonly onFailure: (failure: Failure) => void;
  readonly onServed: (served: ServedRequest) => void;
  /** For tests: compares every answer with the contract. */
  readonly inspect?: (operation: OperationId, answer: WrittenAnswer) => void;
}

export interface Failure {
  readonly requestId: string;
  readonly operation: OperationId | null;
  /** Address pattern of the page that failed. */
  readonly page?: string;
  readonly cause: unknown;
}

/** One answered request, for the log and the metrics: no secret, no address, no part of the query. */
export interface ServedRequest {
  /** The door that the request came through. */
  readonly door: 'rest' | 'mcp';
  readonly requestId: string;
  readonly operation: OperationId;
  readonly status: number;
  /** The code of a problem, otherwise null. */
  readonly code: string | null;
  readonly ms: number;
  readonly keyId: string | null;
  readonly charge: 0 | 1;
  readonly replayed: boolean;
}

export interface WrittenAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** A request without a fault, before its values get the types of an operation. */
export interface CheckedInput extends Pick<Verdict, 'query' | 'path' | 'body'> {
  readonly principal: Principal | Reader | Device | null;
  readonly caller: Caller | null;
  readonly requestId: string;
}

export type AnyHandler = (input: CheckedInput) => Promise<AnyReply | Answer>;

/** The only cast of validated input to an operation's types: the validator has checked it against the contract. */
export function typed<Op extends OperationId>(handler: Handler<Op>): AnyHandler {
  return (input) => handler(input as unknown as Input<Op>);
}

/** Row of the table of operations. */
export interface Row {
  readonly handler: AnyHandler;
  /** The limit that counts, if not the usual one of a workspace or an address. */
  readonly limit?: LimitKind;
}

export function serve(operation: OperationId, row: Row, options: ServeOptions) {
  const route: Route = routes[operation];
  return open<CallReport>(
    {
      answer: ({ request, response, requestId, slot }) =>
        answer({ serving: options, route, operation, row, request, response, requestId, slot }),
      refuse: ({ response, requestId }, thrown) => fail(response, thrown, { serving: options, operation, requestId }),
      note({ response, requestId }, { report, code, ms }) {
        const { keyId = null, charge = 0, replayed = false, heldMs = 0 } = report ?? {};
        const { statusCode: status } = response;
        const own = ms - heldMs;
        options.onServed({ door: 'rest', requestId, operation, status, code, ms: own, keyId, charge, replayed });
      },
    },
    options,
  );
}

/** `serving` stays one object: copying its parts for each request would cost more than the answer. */
export interface Call extends Visit {
  readonly serving: ServeOptions;
  readonly route: Route;
  readonly operation: OperationId;
  readonly row: Row;
}

/** The time for which a request was held back is not time that its answer took. */
type CallReport = Partial<Pick<ServedRequest, 'keyId' | 'charge' | 'replayed'> & { heldMs: number }>;

// The order of the checks is part of the contract: 404, 405, 406, 413, 415, 401, 403, 429, then 400 with every fault at
// once. The refusals of the meter, or of the operation itself, come last.
async function answer(call: Call): Promise<CallReport> {
  const { request, route } = call;
  refuseUnacceptable(request, route);
  if (route.body.length > 0) refuseLargeBody(request);
  const contentType = contentTypeOf(request, route.body);
  if (route.access === 'deviceCode') return deviceAnswer(call, contentType);
  const isOpen = route.access === 'none' || route.access === 'optionalKey';
  const credential = isOpen ? null : call.serving.access.credential(request.headers.authorization);
  // A bad key is reported before later faults: 401 and 403 outrank 429 and 400.
  const identified = async () =>
    credential === null ? null : call.serving.access.identify(credential.keySha256, call.operation);
  const limited = await limitedBy(call, credential);
  if (limited.retryAfter !== null) {
    await identified();
    throw new ProblemError('rate-limited', {
      headers: { ...limited.headers, 'Retry-After': String(limited.retryAfter) },
    });
  }
  try {
    const checked = await check(call, contentType);
    const version = versionFaultsOf(call);
    if (credential !== null && checked.faults.length + version.length > 0) await identified();
    refuseFaults(checked.faults, version);
    if (credential !== null && route.units > 0) return await meteredAnswer(call, credential, checked, limited.headers);
    const principal = route.access === 'optionalKey' ? await previewCaller(call) : await identified();
    const heldMs = await freeAnswer(call, checked, { principal, headers: limited.headers });
    return { keyId: principal?.keyId ?? null, heldMs };
  } catch (thrown) {
    // A refused request has been counted too.
    throw withHeaders(thrown, limited.headers);
  }
}

/** A poll: its limit is the interval of its device code, and its operation refuses an unknown code. */
async function deviceAnswer(call: Call, contentType: string | null): Promise<CallReport> {
  const { serving, request } = call;
  const { deviceAccess } = serving;
  const deviceCodeSha256 = deviceAccess.credential(request.headers.authorization);
  const checked = await check(call, contentType);
  const version = versionFaultsOf(call);
  if (checked.faults.length + version.length > 0 && deviceCodeSha256 !== null) {
    if (await deviceAccess.isKnown(deviceCodeSha256)) refuseFaults(checked.faults, version);
  }
  await freeAnswer(call, checked, { principal: { deviceCodeSha256 }, headers: {} });
  return {};
}

function limitedBy(call: Call, credential: Credential | null): LimitVerdict | Promise<LimitVerdict> {
  const { row, request } = call;
  const { limit, countedAs, addressOf } = call.serving;
  if (credential === null) return limit(row.limit ?? 'unkeyed', addressOf(request));
  const counted = countedAs(credential.keySha256);
  const kind = row.limit ?? 'keyed';
  return 'subject' in counted ? limit(kind, counted) : counted.then((one) => limit(kind, one));
}

/** Not every operation has versions; all of them have ids. */
function versionFaultsOf({ route, request, serving }: Call): readonly Fault[] {
  return route.headers.includes('Research-Version') ? versionFaults(request, serving.version) : [];
}

async function check(call: Call, contentType: string | null): Promise<Verdict> {
  const { serving, operation, request, slot } = call;
  const read = contentType === null ? null : await slot.whileArriving(() => readBody(request));
  const checked = await serving.validator.check(operation, {
    rawQuery: rawQueryOf(request.url),
    path: request.params as Record<string, string>,
    headers: request.headers,
    body: read?.body,
    contentType,
  });
  const id = requestIdFaults(request);
  const fault = read?.fault ?? null;
  if (fault === null) return id.length === 0 ? checked : { ...checked, faults: merge(checked.faults, id) };
  const others = checked.faults.filter(({ location }) => !location.startsWith('body'));
  return { ...checked, faults: merge([fault], others, id) };
}

async function meteredAnswer(
  call: Call,
  credential: Credential,
  checked: Verdict,
  headers: Headers,
): Promise<CallReport> {
  const { serving, operation, route, request, row, requestId } = call;
  const { query, path, parameters } = checked;
  const { collection, keySha256 } = credential;
  const delivery: Delivery = await serving.deliver({
    operation: operation as MeteredOperation,
    payer: { kind: 'key', sha256: keySha256 },
    collection,
    requestId,
    isOwnId: request.headers['x-request-id'] === requestId,
    parameters,
    request: requestOf(route.path, checked),
    build: () => {
      const input = { query, path, body: null, principal: { collection }, caller: null, requestId };
      return row.handler(input) as Promise<Answer>;
    },
    conditionOf: isConditional(request) ? (answer) => conditionOf(request, answer) : null,
    isListening: () => isListening(request),
  });
  const { keyId, charge, replayed } = delivery;
  const own = headerList(headers);
  if (collection === 'live') own.push(...(await logHeader(call, delivery)));
  await sendDelivery(call, delivery, own).catch((error: unknown) => {
    throw charge === 0 ? error : chargeUnknown(asProblem(error), requestId);
  });
  return { keyId, charge, replayed };
}

/** The document is already charged: it is sent without the header if that cannot be read. */
async function logHeader({ serving }: Call, { answer, notModified }: Delivery): Promise<readonly string[]> {
  if (notModified || serving.logHeaderAt === undefined) return [];
  const header = await serving.logHeaderAt(answer.asOf).catch(() => null);
  return header === null ? [] : ['Log-Checkpoint', header];
}

function rawQueryOf(url: string): string {
  const fragment = url.indexOf('#');
  const start = url.indexOf('?');
  const end = fragment === -1 ? url.length : fragment;
  return start === -1 ? '' : url.slice(start + 1, Math.max(start + 1, end));
}

function refuseUnacceptable(request: Request, route: Route): void {
  const accept = request.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  const offered = Object.entries(route.answers).flatMap(([status, types]) =>
    status < '300' ? Object.keys(types) : [],
  );
  if (offered.length > 0 && !acceptsAny(accept, offered)) {
    throw new ProblemError('not-acceptable', { detail: `This operation answers ${offered.join(' or ')}.` });
  }
}

interface FailureContext {
  readonly serving: Pick<ServeOptions, 'asProblem' | 'onFailure' | 'version' | 'baseUrl'>;
  readonly operation: OperationId | null;
  readonly requestId: string;
}

/** Sends the problem, logs an unexpected failure, and returns the problem's code. */
export function fail(response: Response, thrown: unknown, { serving, operation, requestId }: FailureContext): string {
  const error = serving.asProblem?.(thrown) ?? asProblem(thrown);
  // A deliberate refusal, such as a rate limit, has no cause: it is counted, not logged.
  if (error.entry.status >= 500 && error.cause !== undefined) {
    serving.onFailure({ requestId, operation, cause: error.cause });
  }
  sendProblem(response, error, { ...serving, requestId });
  return error.code;
}
