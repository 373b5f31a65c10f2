/**
 * One operation, from the request's head to the answer's last byte. The order of the checks is part of the contract:
 * (404 path and 405 before), 406, 413, 415, 401, 403, 429, 400 with every fault at once, then what the meter finds out of a
 * metered call, or what the operation itself says.
 */
import type { Request, Response } from 'express';
import { type DoorOptions, type Visit, isListening, open } from './door.ts';
import { acceptsAny } from './accept.ts';
import { conditionOf, isConditional } from './conditions.ts';
import { contentTypeOf, readBody, refuseLargeBody } from './body.ts';
import { requestOf } from '../contract/validation/canonical-request.ts';
import type { Access, Allowed, CountedAs, Credential, DeviceAccess, Limit, LimitKind } from '../contract/credential.ts';
import { requestIdFaults, versionFaults } from '../contract/validation/request-headers.ts';
import { merge } from '../contract/validation/faults.ts';
import type { Fault } from '../contract/validation/faults.ts';
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
import { ProblemError, asProblem, chargeUnknown } from '../contract/problems.ts';
import { sendProblem } from './respond.ts';
import { sendDelivery, sendReply } from './send-answer.ts';
import type { AnyReply } from './send-answer.ts';
import type { Checked, Validator } from '../contract/validation/validator.ts';
import { routes } from '../../generated/routes.ts';
import type { Route } from '../../generated/routes.ts';

export interface ServeOptions extends DoorOptions {
  readonly validator: Validator;
  readonly access: Access;
  readonly deviceAccess: DeviceAccess;
  readonly limit: Limit;
  readonly countedAs: CountedAs;
  /** Decides whether a metered document may be sent, and charges for it. */
  readonly deliver: Deliver;
  readonly baseUrl: string;
  readonly version: string;
  /** The address a request comes from, behind whatever proxies there are. */
  readonly addressOf: (request: Request) => string;
  /** Recognises failures that the layers above have their own problem for. */
  readonly asProblem?: (thrown: unknown) => ProblemError | null;
  readonly onFailure: (failure: Failure) => void;
  readonly onServed: (served: Served) => void;
  /** In tests: every answer is compared with what the contract documents. */
  readonly inspect?: (operation: OperationId, answer: Written) => void;
}

export interface Failure {
  readonly requestId: string;
  readonly operation: OperationId | null;
  /** The pattern of the page's address, where a page failed. */
  readonly page?: string;
  readonly cause: unknown;
}

/** One answered request, for the log and the metrics: no secret, no address, nothing of the query. */
export interface Served {
  /** Which way it came in. */
  readonly door: 'rest' | 'mcp';
  readonly requestId: string;
  readonly operation: OperationId;
  readonly status: number;
  /** The code of the problem, where it is one. */
  readonly code: string | null;
  readonly ms: number;
  readonly keyId: string | null;
  readonly charge: 0 | 1;
  readonly replayed: boolean;
}

export interface Written {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** A request without a fault, before its values have the types of an operation. */
export interface CheckedInput extends Pick<Checked, 'query' | 'path' | 'body'> {
  readonly principal: Principal | Reader | Device | null;
  readonly caller: Caller | null;
  readonly requestId: string;
}

export type AnyHandler = (input: CheckedInput) => Promise<AnyReply | Answer>;

/** The one place that takes the validator at its word: what it found no fault in is what the contract says. */
export function typed<Op extends OperationId>(handler: Handler<Op>): AnyHandler {
  return (input) => handler(input as unknown as Input<Op>);
}

/** What the table says of an operation. */
export interface Row {
  readonly handler: AnyHandler;
  /** The limit that counts, where it is not the usual one of a workspace, or of an address. */
  readonly limit?: LimitKind;
}

export function serve(operation: OperationId, row: Row, options: ServeOptions) {
  const route: Route = routes[operation];
  return open<Told>(
    {
      answer: (visit) => answer({ serving: options, route, operation, row, ...visit }),
      refuse: ({ response, requestId }, thrown) => fail(response, thrown, { serving: options, operation, requestId }),
      note({ response, requestId }, { told, ...noted }) {
        const { keyId = null, charge = 0, replayed = false } = told ?? {};
        const { statusCode: status } = response;
        options.onServed({ door: 'rest', requestId, operation, status, keyId, charge, replayed, ...noted });
      },
    },
    options,
  );
}

/** The service stays one object of its own: copying its parts for each request would take longer than what is asked. */
export interface Asked extends Visit {
  readonly serving: ServeOptions;
  readonly route: Route;
  readonly operation: OperationId;
  readonly row: Row;
}

type Told = Partial<Pick<Served, 'keyId' | 'charge' | 'replayed'>>;

async function answer(asked: Asked): Promise<Told> {
  const { request, route } = asked;
  refuseUnacceptable(request, route);
  if (route.body.length > 0) refuseLargeBody(request);
  const contentType = contentTypeOf(request, route.body);
  if (route.access === 'deviceCode') return deviceAnswer(asked, contentType);
  const credential = route.access === 'none' ? null : asked.serving.access.credential(request.headers.authorization);
  // Whoever is refused for anything later is told first when the key is not good: 401 and 403 outrank 429 and 400.
  const identified = async () =>
    credential === null ? null : asked.serving.access.identify(credential.keySha256, asked.operation);
  const limited = await limitedBy(asked, credential);
  if (limited.retryAfter !== null) {
    await identified();
    throw new ProblemError('rate-limited', {
      headers: { ...limited.headers, 'Retry-After': String(limited.retryAfter) },
    });
  }
  const checked = await check(asked, contentType);
  const version = versionFaultsOf(asked);
  if (credential !== null && checked.faults.length + version.length > 0) await identified();
  refuseFaults(checked.faults, version);
  if (credential !== null && route.units > 0) return meteredAnswer(asked, credential, checked, limited.headers);
  const principal = await identified();
  await freeAnswer(asked, checked, { principal, headers: limited.headers });
  return { keyId: principal?.keyId ?? null };
}

/** A poll: its limit is the interval of its own code, and an unknown code is refused in the operation's own words. */
async function deviceAnswer(asked: Asked, contentType: string | null): Promise<Told> {
  const { serving, request } = asked;
  const { deviceAccess } = serving;
  const deviceCodeSha256 = deviceAccess.credential(request.headers.authorization);
  const checked = await check(asked, contentType);
  const version = versionFaultsOf(asked);
  if (checked.faults.length + version.length > 0 && deviceCodeSha256 !== null) {
    if (await deviceAccess.isKnown(deviceCodeSha256)) refuseFaults(checked.faults, version);
  }
  await freeAnswer(asked, checked, { principal: { deviceCodeSha256 }, headers: {} });
  return {};
}

async function freeAnswer(
  asked: Asked,
  { query, path, body }: Checked,
  { principal, headers }: { principal: Principal | Device | null; headers: Headers },
): Promise<void> {
  const { serving, row, request, requestId } = asked;
  const caller: Caller = {
    address: () => serving.addressOf(request),
    isListening: () => isListening(request),
  };
  const input = { query, path, body: body ?? null, principal, caller, requestId };
  await sendReply(asked, (await row.handler(input)) as AnyReply, headers);
}

function limitedBy(asked: Asked, credential: Credential | null): Allowed | Promise<Allowed> {
  const { row, request } = asked;
  const { limit, countedAs, addressOf } = asked.serving;
  if (credential === null) return limit(row.limit ?? 'unkeyed', addressOf(request));
  const counted = countedAs(credential.keySha256);
  const kind = row.limit ?? 'keyed';
  return 'subject' in counted ? limit(kind, counted) : counted.then((one) => limit(kind, one));
}

/** Not every operation has versions; ids they all have. */
function versionFaultsOf({ route, request, serving }: Asked): readonly Fault[] {
  return route.headers.includes('Research-Version') ? versionFaults(request, serving.version) : [];
}

async function check(asked: Asked, contentType: string | null): Promise<Checked> {
  const { serving, operation, request, place } = asked;
  const read = contentType === null ? null : await place.whileArriving(() => readBody(request));
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

async function meteredAnswer(asked: Asked, credential: Credential, checked: Checked, headers: Headers): Promise<Told> {
  const { serving, operation, route, request, row, requestId } = asked;
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
    ...(isConditional(request) && { conditionOf: (answer) => conditionOf(request, answer) }),
    isListening: () => isListening(request),
  });
  const { keyId, charge, replayed } = delivery;
  await sendDelivery(asked, delivery, headers).catch((error: unknown) => {
    throw charge === 0 ? error : chargeUnknown(asProblem(error), requestId);
  });
  return { keyId, charge, replayed };
}

/** Everything at once; a wrong version alone has a code of its own. */
export function refuseFaults(found: readonly Fault[], version: readonly Fault[]): void {
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

interface Failing {
  readonly serving: Pick<ServeOptions, 'asProblem' | 'onFailure' | 'version' | 'baseUrl'>;
  readonly operation: OperationId | null;
  readonly requestId: string;
}

/** Sends the problem, and hands what we did not expect to the log. Gives the problem's code. */
export function fail(response: Response, thrown: unknown, { serving, operation, requestId }: Failing): string {
  const error = serving.asProblem?.(thrown) ?? asProblem(thrown);
  const { version, baseUrl } = serving;
  // What we refuse on purpose, such as one request too many, has no cause: it is counted, and no failure.
  if (error.entry.status >= 500 && error.cause !== undefined) {
    serving.onFailure({ requestId, operation, cause: error.cause });
  }
  sendProblem(response, error, { version, baseUrl, requestId });
  return error.code;
}
