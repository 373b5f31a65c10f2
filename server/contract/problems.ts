/** Catalogue of problems, and their body on the wire (RFC 9457). */
import type { Problem } from '../../generated/api.ts';
import { type Fault, merge } from './validation/faults.ts';
import type { Headers } from './operations.ts';

export type ProblemCode = Problem['code'];

export interface ProblemEntry {
  readonly status: number;
  /** The same request, unchanged, may succeed later. */
  readonly retryable: boolean;
  readonly title: string;
}

function entry(status: number, retry: 'retry' | 'change', title: string): ProblemEntry {
  return { status, retryable: retry === 'retry', title };
}

// One line each. A test compares these keys with the contract's enum in both directions.
export const catalogue: Readonly<Record<ProblemCode, ProblemEntry>> = {
  'invalid-request': entry(400, 'change', 'The request is not valid'),
  'as-of-in-future': entry(400, 'change', 'The cutoff lies in the future'),
  'invalid-cursor': entry(400, 'change', 'The cursor is not one of ours'),
  'cursor-mismatch': entry(400, 'change', 'The cursor belongs to another query'),
  'unsupported-version': entry(400, 'change', 'There is no such contract version'),
  unauthorized: entry(401, 'change', 'The key is missing or not valid'),
  'no-credit': entry(402, 'change', 'No credit is available'),
  'spend-limit-reached': entry(402, 'change', 'The spend limit is reached'),
  forbidden: entry(403, 'change', 'The form did not come from this service'),
  'operation-not-allowed': entry(403, 'change', 'The key may not do this'),
  'not-found': entry(404, 'change', 'There is nothing at this path'),
  'no-such-record': entry(404, 'change', 'There is no such record'),
  'not-covered': entry(404, 'change', 'No research covers this'),
  'method-not-allowed': entry(405, 'change', 'The method is not allowed here'),
  'not-acceptable': entry(406, 'change', 'No acceptable representation'),
  'request-running': entry(409, 'retry', 'The same request is still running'),
  withdrawn: entry(410, 'change', 'The record was withdrawn'),
  'retired-version': entry(410, 'change', 'The contract version is retired'),
  'precondition-failed': entry(412, 'change', 'The document is another one'),
  'payload-too-large': entry(413, 'change', 'The body is too large'),
  'unsupported-media-type': entry(415, 'change', 'The body has an unsupported type'),
  'brief-too-large': entry(422, 'change', 'The brief does not fit its bound'),
  'answer-too-large': entry(422, 'change', 'The answer is too large for a chat'),
  'request-id-reused': entry(422, 'change', 'The request id was used for another request'),
  'request-id-expired': entry(422, 'change', 'The answer of this request id is no longer kept'),
  'rate-limited': entry(429, 'retry', 'Too many requests'),
  'removed-legally': entry(451, 'change', 'The record was removed for legal reasons'),
  internal: entry(500, 'retry', 'Something failed on our side'),
  unavailable: entry(503, 'retry', 'The service is not available now'),
};

/** Default advice, if the thrower has nothing more exact; the page of the code shows it too. */
export const advice: Readonly<Record<ProblemCode, string>> = {
  'invalid-request': 'Correct every fault that is listed, then send it again.',
  'as-of-in-future': 'Send an as_of in the past, or none for the newest research.',
  'invalid-cursor': 'Start again from the first page; use next_page_url unchanged.',
  'cursor-mismatch': 'Keep the filters and as_of of the first page, or start again without a cursor.',
  'unsupported-version': 'Leave Research-Version out, or send one that the documentation lists.',
  unauthorized: 'Send an active key as Authorization: Bearer <API_KEY>.',
  'no-credit': 'A person adds credit or a subscription; nothing was charged.',
  'spend-limit-reached': 'A workspace admin raises the limit, or a new month begins.',
  'operation-not-allowed':
    'Use a key that may call this operation, or ask an admin of the workspace to change this one.',
  forbidden: 'Open the page again in the browser and use the form on it.',
  'not-found': 'The documentation lists every path; they are case-sensitive and have no trailing slash.',
  'no-such-record': 'Use an id that an answer of this service gave, at a cutoff that knows it.',
  'not-covered':
    'Say that coverage is missing; do not substitute another company. GET /v1/tickers lists what is covered.',
  'method-not-allowed': 'Use a method that the Allow header names.',
  'not-acceptable': 'Accept application/json.',
  'request-running': 'Wait as Retry-After says, then send it again with the same X-Request-ID.',
  withdrawn: 'Stop using it; the detail gives the reason.',
  'retired-version': 'Move to a version that the documentation lists.',
  'precondition-failed': 'Leave If-Match out to get the current document, or send its ETag.',
  'payload-too-large': 'Send a smaller body.',
  'unsupported-media-type': 'Send application/json in UTF-8, not compressed.',
  'brief-too-large': 'Ask for fewer results, or fetch detail by belief id.',
  'answer-too-large': 'Ask for fewer results or the shorter form; nothing was charged.',
  'request-id-reused': 'Use a new X-Request-ID when anything in the request changes.',
  'request-id-expired': 'Use a new X-Request-ID.',
  'rate-limited': 'Wait as Retry-After says.',
  'removed-legally': 'Stop using it and delete copies.',
  internal: 'Try again with the same X-Request-ID. Quote the request id if it goes on.',
  unavailable: 'Wait as Retry-After says, then try again with the same X-Request-ID.',
};

export interface ProblemOptions {
  /** Sentence for the client: no value of the request except through echo(), and nothing internal. */
  readonly detail?: string;
  readonly errors?: readonly Fault[];
  readonly headers?: Headers;
  /** Members that only some codes have: the sizes of brief-too-large and answer-too-large, the reason of withdrawn. */
  readonly extra?: Partial<Pick<Problem, 'limit_bytes' | 'actual_bytes' | 'suggested_max_results' | 'reason'>>;
  /** Null if it is unknown whether the request was charged; all other refusals are free. */
  readonly charged?: null;
  /** Actual failure, for the log only. */
  readonly cause?: unknown;
}

/**
 * A refusal. It has no stack: the code says what happened, and an unexpected failure is its cause, with a stack. Taking
 * one here would add a fifth to the cost of a refusal.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly entry: ProblemEntry;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const depth = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(options.detail ?? catalogue[code].title, { cause: options.cause });
    Error.stackTraceLimit = depth;
    this.code = code;
    this.entry = catalogue[code];
    this.options = options;
  }
}

/** Refusal of a method that a path does not have; `allow` becomes the header. */
export function methodNotAllowed(allow: string): ProblemError {
  return new ProblemError('method-not-allowed', { headers: { Allow: allow } });
}

/** Any thrown value as a problem; an unknown one reveals nothing to the client. */
export function asProblem(thrown: unknown): ProblemError {
  return thrown instanceof ProblemError ? thrown : new ProblemError('internal', { cause: thrown });
}

/** Reports all faults at once; a wrong version alone has a separate code. */
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

/**
 * The same refusal with further headers; any other failure as it is, and so is every 401: what is left of a limit would
 * reveal whose keys exist.
 */
export function withHeaders(thrown: unknown, headers: Headers): unknown {
  if (!(thrown instanceof ProblemError) || thrown.code === 'unauthorized') return thrown;
  return new ProblemError(thrown.code, { ...thrown.options, headers: { ...headers, ...thrown.options.headers } });
}

/** Problems after which the charge may be unknown; all others are free. */
export const perhapsCharged: ReadonlySet<ProblemCode> = new Set(['internal', 'unavailable']);

/** A metered call that may have been charged: the client should repeat its request id. */
export function chargeUnknown(error: ProblemError, requestId: string): ProblemError {
  const code = perhapsCharged.has(error.code) ? error.code : 'unavailable';
  const detail = `Whether this request was charged is not known. Repeat it with X-Request-ID ${requestId}: under that id it is charged at most once.`;
  return new ProblemError(code, { detail, charged: null, headers: { 'Retry-After': '2' }, cause: error.cause });
}

function problemType(baseUrl: string, code: ProblemCode): string {
  return `${baseUrl}/docs/errors/${code}`;
}

export function problem(error: ProblemError, { baseUrl, requestId }: { baseUrl: string; requestId: string }): Problem {
  const { status, title, retryable } = error.entry;
  return {
    type: problemType(baseUrl, error.code),
    title,
    status,
    detail: error.options.detail ?? advice[error.code],
    instance: `urn:request:${requestId}`,
    code: error.code,
    request_id: requestId,
    charged: error.options.charged === null ? null : false,
    retryable,
    errors: error.options.errors ?? [],
    ...error.options.extra,
  };
}
