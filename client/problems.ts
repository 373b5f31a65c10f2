// Errors of a call, as one closed union of codes: those of the contract and those of the client.
import type { Fault, Problem, ProblemCode } from '../generated/api.ts';

/** Errors without a problem document: not sent, not answered, or not understood. */
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
  | 'key-not-saved'
  | 'log-not-signed'
  | 'log-forked';

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

/** One failed call. `code` says what happened; the other fields say what to do about it. */
export class ResearchError extends Error {
  override readonly name = 'ResearchError';
  readonly code: ResearchErrorCode;
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null;
  /**
   * `unknown`: the connection broke after sending, or the service could not finish. Repeating the same request id is
   * safe: it is charged at most once. If a list ends at an answered page, that charge is in `usage`.
   */
  readonly charged: false | 'unknown';
  /** The same call, unchanged, may succeed later. */
  readonly retryable: boolean;
  readonly requestId: string | null;
  readonly detail: string;
  /** Every fault of the request, with its fix. */
  readonly errors: readonly Fault[];
  /** Seconds that the service asks to wait. */
  readonly retryAfter: number | null;
  /** The whole body, with fields that only some codes have: `suggested_max_results`, `reason`. */
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

/**
 * Also recognises an error of another copy of this package, for example when one program loads it as ESM and as
 * CommonJS.
 */
export function isResearchError(thrown: unknown): thrown is ResearchError {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return 'name' in thrown && thrown.name === 'ResearchError' && 'code' in thrown && 'charged' in thrown;
}

export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  return 'code' in body && typeof body.code === 'string' && 'request_id' in body && 'retryable' in body;
}
