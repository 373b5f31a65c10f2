// Fixes for errors of the service, in terms of this command line; one line per code.
import type { ResearchError, ResearchErrorCode } from '../problems.ts';

type Fix = string | ((error: ResearchError) => string | null);

const wait = ({ retryAfter }: ResearchError): string =>
  retryAfter === null ? 'try again in a while' : `try again in ${Math.ceil(retryAfter)} s`;

const fixes: Readonly<Partial<Record<ResearchErrorCode, Fix>>> = {
  unauthorized:
    'research login gets a key; a key of SERVICE_API_KEY may have been revoked, or belong to another service, which --base-url names',
  'operation-not-allowed':
    'research status shows what the key may do; an admin of the workspace changes it on the account page',
  'no-credit': 'a person adds credit: research status shows the link',
  'spend-limit-reached': 'an admin of the workspace raises the limit, or it starts anew next month',
  'not-covered': 'research tickers lists what is covered. Report the gap; another company is no substitute',
  'no-such-record': 'give an id as the service gave it, whole; a record may be newer than --as-of',
  'as-of-in-future': 'leave --as-of out for the newest settled answer',
  'request-id-reused': 'a request id belongs to one question: leave --request-id out, or ask the same again',
  'request-id-expired': 'leave --request-id out: the answer is kept for 30 days',
  'max-charge-reached': 'raise --max-charge, or stop here',
  'brief-too-large': ({ problem }) =>
    problem?.suggested_max_results === undefined ? null : `--max-results ${problem.suggested_max_results} fits`,
  'rate-limited': wait,
  unavailable: wait,
  'request-running': wait,
  network: 'is the service running there? --base-url names another one',
  timeout: 'try again, or allow more with --timeout SECONDS',
  'malformed-answer': 'is this the address of the service? --base-url names another one',
  'redirect-refused': 'use the address that it redirects to as --base-url, if you trust it',
  'foreign-origin': 'the address belongs to another service: --base-url names it, with a key of its own',
  'device-denied': 'research login starts again, if that was a mistake',
  'device-expired': 'research login starts again, when the person is there',
  'device-invalid': 'research login starts again',
  'device-already-delivered': 'revoke that key in the account if it is lost, then: research login',
  'log-not-signed':
    'a new key of the log is given with --log-key, once you have compared it with what the operator published elsewhere',
  'log-forked':
    'keep both checkpoints, and do not rely on the answers of this service until its operator has explained it',
  'key-not-saved': 'revoke the key in the account, make the folder writable, then: research login',
};

export function fixFor(error: ResearchError): string | null {
  const fix = fixes[error.code];
  return typeof fix === 'function' ? fix(error) : (fix ?? null);
}
