// Exit codes of the command line: one closed table from error codes to numbers for scripts.
import type { ResearchErrorCode } from '../../problems.ts';

/** Errors of the command line itself. */
export type CommandLineCode =
  | 'usage'
  | 'no-key'
  | 'credentials-unsafe'
  | 'credentials-unreadable'
  | 'credentials-unwritable'
  | 'file-unreadable'
  | 'log-memory-unusable'
  | 'verification-failed';

export type FailureCode = ResearchErrorCode | CommandLineCode | 'unexpected';

/** The texts that the help shows. */
export const exitMeanings = {
  0: 'ok',
  1: 'anything else',
  2: 'usage: an option, a value or a question that is not right',
  3: 'not authorized: no key, a bad key, a login denied or expired',
  4: 'no credit, a spend limit, or --max-charge',
  5: 'not covered, or no such record',
  6: 'too many requests',
  7: 'the service is unavailable or cannot be reached',
  8: 'verification failed',
  130: 'stopped by Ctrl-C',
} as const satisfies Record<number, string>;

export type ExitCode = keyof typeof exitMeanings;

const codes: Readonly<Record<FailureCode, ExitCode>> = {
  usage: 2,
  'invalid-argument': 2,
  'invalid-request': 2,
  'as-of-in-future': 2,
  'cursor-mismatch': 2,
  'invalid-cursor': 2,
  'unsupported-version': 2,
  'retired-version': 2,
  'request-id-reused': 2,
  'request-id-expired': 2,
  'brief-too-large': 2,
  'answer-too-large': 2,
  'foreign-origin': 2,
  'file-unreadable': 2,
  'method-not-allowed': 1,
  'not-acceptable': 1,
  'precondition-failed': 1,
  'payload-too-large': 1,
  'unsupported-media-type': 1,
  'no-key': 3,
  unauthorized: 3,
  'operation-not-allowed': 3,
  forbidden: 3,
  'credentials-unsafe': 3,
  'credentials-unreadable': 3,
  'device-denied': 3,
  'device-expired': 3,
  'device-invalid': 3,
  'device-already-delivered': 3,
  'no-credit': 4,
  'spend-limit-reached': 4,
  'max-charge-reached': 4,
  'not-found': 5,
  'not-covered': 5,
  'no-such-record': 5,
  withdrawn: 5,
  'removed-legally': 5,
  'rate-limited': 6,
  network: 7,
  timeout: 7,
  unavailable: 7,
  internal: 7,
  'request-running': 7,
  'malformed-answer': 7,
  'redirect-refused': 7,
  'verification-failed': 8,
  'log-not-signed': 8,
  'log-forked': 8,
  aborted: 130,
  'pagination-loop': 1,
  'as-of-changed': 1,
  'browser-refused': 1,
  'credentials-unwritable': 1,
  'key-not-saved': 1,
  'log-memory-unusable': 1,
  unexpected: 1,
};

/** An unknown code of a newer service counts as any other failure. */
export function exitCodeOf(code: FailureCode): ExitCode {
  return (codes as Readonly<Partial<Record<string, ExitCode>>>)[code] ?? 1;
}
