// Everything that can go wrong in a call, as one closed union of codes: the contract's own, and those that only a client can know.
import type { Fault, Problem, ProblemCode } from '../generated/api.ts';

/** What no server says: it never got there, could not be understood, or was refused before it was sent. */
export type ClientCode =
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'malformed-answer'
  | 'redirect-refused'
  | 'foreign-origin'
  | 'pagination-loop'
  | 'as-of-changed'
  | 'max-charge-reached'
  | 'invalid-argument'
  | 'browser-refused'
  | 'device-denied'
  | 'device-expired'
  | 'device-invalid'
  | 'device-already-delivered'
  | 'key-not-saved';

export type ResearchErrorCode = ProblemCode | ClientCode;

export interface ResearchErrorFacts {
  readonly detail: string;
  readonly status?: number | null;
  readonly charged?: false | 'unknown';
  readonly retryable?: boolean;
  readonly requestId?: string | null;
  /** Seconds. */
  readonly retryAfter?: number | null;
  readonly problem?: Problem | null;
}

/** One failed call. `code` says what happened; the rest says what to do about it. */
export class ResearchError extends Error {
  override readonly name = 'ResearchError';
  readonly code: ResearchErrorCode;
  /** The HTTP status; null where there was no answer. */
  readonly status: number | null;
  /**
   * `unknown`: the connection broke after sending, or the service could not finish. The same request id is safe to repeat,
   * and is charged once at most. Of a list that ends at a page that was answered, the charge is in `usage`.
   */
  readonly charged: false | 'unknown';
  /** The same call may succeed later with nothing in it changed. */
  readonly retryable: boolean;
  readonly requestId: string | null;
  readonly detail: string;
  /** Every fault of the request, with its fix. */
  readonly errors: readonly Fault[];
  /** Seconds that the service asks to wait. */
  readonly retryAfter: number | null;
  /** The whole body, with what only some codes have: `suggested_max_results`, `reason`. */
  readonly problem: Problem | null;

  constructor(code: ResearchErrorCode, facts: ResearchErrorFacts) {
    const { detail, charged = false, requestId = null } = facts;
    const repeat = `; whether it was charged is not known, and repeating it with the request id ${requestId} is safe`;
    super(`${code}: ${detail}${charged === 'unknown' ? repeat : ''}`);
    this.code = code;
    this.status = facts.status ?? null;
    this.charged = charged;
    this.retryable = facts.retryable ?? false;
    this.requestId = requestId;
    this.detail = detail;
    this.retryAfter = facts.retryAfter ?? null;
    this.problem = facts.problem ?? null;
    this.errors = this.problem?.errors ?? [];
  }
}

/** Also true for an error of another copy of this package, as when one program loads it as ESM and as CommonJS. */
export function isResearchError(thrown: unknown): thrown is ResearchError {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return 'name' in thrown && thrown.name === 'ResearchError' && 'code' in thrown && 'charged' in thrown;
}

export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  return 'code' in body && typeof body.code === 'string' && 'request_id' in body && 'retryable' in body;
}
