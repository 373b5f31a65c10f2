// Transport of a call: one request id for all attempts, the key to one origin only, failures as typed errors.
import { RETRY_AFTER_SECONDS_MAX, pauseBefore, retryAfterOf } from './backoff.ts';
import { Budget, UNITS } from '../budget.ts';
import { onAbort } from './abort.ts';
import { ResearchError, type ResearchErrorCode, isProblem } from '../problems.ts';
import { type FetchInit, type FetchedResponse, type LogEvent, type Settings, contractVersion } from '../settings.ts';
import type { Shape } from '../shapes.ts';

/** One logical request: the values that all its attempts share. */
export interface Call {
  readonly requestId: string;
  /** The id was made for this call: no earlier request used it. */
  readonly isNewId: boolean;
  readonly metered: boolean;
  readonly isExpected: Shape;
  /** The key or a device code; null if none is needed. */
  readonly bearer: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  readonly etag?: string | null | undefined;
}

/** An answer with its whole body. */
export interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** True if the outcome of an attempt is unknown. */
interface Doubt {
  isOpen: boolean;
}

/** Connection failures and untrusted certificates, as platforms name them: nothing was sent. */
const unsent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|Failed to parse URL|ConnectionRefused|CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|bad port/;

export class Wire {
  readonly #settings: Settings;
  readonly budget: Budget;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.budget = new Budget(settings.maxCharge);
  }

  /**
   * Returns a 200 or 304; throws anything else. A replayed answer is free because another attempt paid for it: one
   * whose answer was lost, or one that a proxy sent twice.
   */
  async send(request: Request, call: Call): Promise<Response> {
    const { budget } = this;
    const { requestId, metered } = call;
    const wasOpen = metered && budget.hold(requestId);
    const doubt: Doubt = { isOpen: wasOpen };
    try {
      const { status, bytes, ...raw } = await this.#untilAnswered(request, call, doubt);
      const headers = new Headers(raw.headers);
      if (metered) {
        const isRepeated = headers.get('Idempotent-Replayed') === 'true' && !isPreview(call);
        const said = chargeOf({ status, headers }, call);
        budget.settle(requestId, isRepeated && (doubt.isOpen || call.isNewId) ? UNITS : said);
        // The attempts of this call are one charge in its result; a replay of an earlier call is free.
        const isOwn = isRepeated && !wasOpen && (doubt.isOpen || call.isNewId);
        headers.set('Usage-Charge', String(isOwn ? UNITS : said));
      }
      // Always backed by an ArrayBuffer; TypeScript before 5.7 has no such type and must read the published types.
      return new Response(status === 304 ? null : (bytes as Uint8Array<ArrayBuffer>), { status, headers });
    } catch (thrown) {
      const isOpen = thrown instanceof ResearchError && thrown.charged === 'unknown';
      if (metered && isOpen) budget.leaveOpen(requestId);
      else if (metered) budget.settle(requestId, 0);
      throw thrown;
    }
  }

  async #untilAnswered(request: Request, call: Call, doubt: Doubt): Promise<Raw> {
    const { clock } = this.#settings;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.attempt(request, call, attempt).catch(asFailure);
      const failure = answer instanceof ResearchError ? answer : failureOf(answer, call, clock.now());
      if (failure === null) return answer as Raw;
      const reported = withDoubt(failure, doubt.isOpen);
      doubt.isOpen = reported.charged === 'unknown';
      const { retryable, retryAfter, status } = failure;
      if (!retryable || attempt > call.retries || (retryAfter ?? 0) > RETRY_AFTER_SECONDS_MAX) throw reported;
      const pause = pauseBefore(attempt, retryAfter, clock);
      this.#log('retry', request, { requestId: call.requestId, attempt: attempt + 1, ms: pause, status });
      await clock.sleep(pause, call.signal).catch(() => {
        throw withDoubt(abortedError(call), doubt.isOpen);
      });
    }
  }

  /** One attempt, of any status; throws unless a whole answer arrives. */
  async attempt(request: Request, call: Call, attempt = 1): Promise<Raw> {
    const { fetch, clock, baseUrl } = this.#settings;
    const { href, origin } = new URL(request.url);
    // Compared with the whole base address: another path of the same host may be another service.
    if (!href.startsWith(`${baseUrl}/`)) {
      const place = baseUrl.startsWith(`${origin}/`) ? href : origin;
      const detail = `${place} is not ${baseUrl}: the key goes nowhere else, and nothing was sent`;
      throw new ResearchError('foreign-origin', { detail, requestId: call.requestId });
    }
    if (call.signal?.aborted) throw abortedError(call);
    const deadline = new Deadline(call);
    const start = clock.elapsed();
    const seen = { requestId: call.requestId, attempt };
    const since = (): number => clock.elapsed() - start;
    this.#log('request', request, { ...seen, status: null, ms: 0 });
    try {
      const sent = new Request(request.clone(), {
        headers: headersOf(request, call),
        redirect: 'manual',
        signal: deadline.signal,
      });
      const answering = initOf(sent, deadline.signal).then((init) => fetch(sent, init));
      const raw = await Promise.race([deadline.passed, answering.then(readWhole)]);
      this.#log('response', request, { ...seen, status: raw.status, ms: since() });
      return raw;
    } catch (thrown) {
      this.#log('failure', request, { ...seen, status: null, ms: since() });
      throw deadline.explain() ?? brokenError(thrown, call);
    } finally {
      deadline.clear();
    }
  }

  #log(event: LogEvent['event'], { method, url }: Request, facts: Omit<LogEvent, 'event' | 'method' | 'path'>): void {
    // A failing logger never ends a call, neither at once nor later.
    try {
      const watched: unknown = this.#settings.logger({ event, method, path: new URL(url).pathname, ...facts });
      Promise.resolve(watched).catch(() => undefined);
    } catch {
      // Ignored, as above.
    }
  }
}

/** Limit of one attempt: its timeout, or the caller's abort. */
class Deadline {
  readonly #call: Call;
  readonly #controller = new AbortController();
  readonly #stop = (): void => this.#controller.abort();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #deafen: () => void;
  /** A fetch that ignores the signal is abandoned. */
  readonly passed: Promise<never>;

  constructor(call: Call) {
    this.#call = call;
    this.passed = new Promise((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(new Error('passed')));
    });
    this.passed.catch(() => undefined);
    if (Number.isFinite(call.timeoutMs)) this.#timer = setTimeout(this.#stop, call.timeoutMs);
    this.#deafen = onAbort(call.signal, this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  explain(): ResearchError | null {
    if (!this.signal.aborted) return null;
    const { metered, requestId, timeoutMs, signal } = this.#call;
    const charged = metered ? 'unknown' : false;
    if (signal?.aborted) return withDoubt(abortedError(this.#call), metered);
    const detail = `no whole answer within ${timeoutMs} ms`;
    return new ResearchError('timeout', { detail, requestId, charged, retryable: true });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#deafen();
  }
}

async function initOf(request: Request, signal: AbortSignal): Promise<FetchInit> {
  const { method } = request;
  const headers = Object.fromEntries(request.headers);
  const init = { method, headers, redirect: 'manual', signal } as const;
  return method === 'GET' ? init : { ...init, body: await request.clone().text() };
}

function headersOf(request: Request, { requestId, bearer, etag }: Call): Headers {
  const headers = new Headers(request.headers);
  headers.set('X-Request-ID', requestId);
  headers.set('Research-Version', contractVersion);
  if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
  if (etag != null) headers.set('If-None-Match', etag);
  return headers;
}

/**
 * Units that an answer was charged. A proxy may drop or double the header; the answer then counts as the most that it can
 * have cost, so that `maxCharge` holds.
 */
function chargeOf({ status, headers }: Pick<Raw, 'status' | 'headers'>, call: Call): number {
  const said = headers.get('Usage-Charge') ?? '';
  if (/^\d+$/.test(said)) return Number(said);
  return status === 304 || isPreview(call) ? 0 : UNITS;
}

/** Reads of a preview key are never charged. */
function isPreview({ bearer }: Call): boolean {
  return bearer?.startsWith('ri_preview_') === true;
}

async function readWhole(response: FetchedResponse): Promise<Raw> {
  const { status } = response;
  const headers = new Headers([...response.headers]);
  return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

function asFailure(thrown: unknown): ResearchError {
  if (thrown instanceof ResearchError) return thrown;
  throw thrown;
}

/** Error of an answer that cannot be used; null if it can. */
function failureOf({ status, headers, bytes }: Raw, call: Call, now: number): ResearchError | null {
  const { requestId, metered, bearer, etag, isExpected } = call;
  if (status === 304 && etag != null) return null;
  const text = withoutSecret(new TextDecoder().decode(bytes), bearer);
  const body = parsed(text);
  const isOurs = (headers.get('Research-Version') ?? contractVersion) === contractVersion;
  if (status === 200 && isOurs && isExpected(body)) return null;
  const retryAfter = retryAfterOf(headers, now);
  if (isProblem(body)) {
    const { code, detail, retryable } = body;
    const charged = metered && body.charged === null ? 'unknown' : false;
    return new ResearchError(code, { detail, status, charged, retryable, retryAfter, requestId, problem: body });
  }
  // Status 0: browsers hide a redirect that is not followed.
  if (status === 0 || (status >= 300 && status < 400)) {
    const detail = `answered with a redirect (${status}), which is not followed: the key is for one address`;
    return new ResearchError('redirect-refused', { detail, status, requestId });
  }
  // Not a problem document of the service: a proxy answered, which does not know whether the service charged.
  const isOpen = status < 400 || status >= 500;
  const detail = `the answer (${status}) is not one of the contract: is baseUrl the service's?`;
  const charged = metered && isOpen ? 'unknown' : false;
  const retryable = isOpen || status === 408 || status === 429;
  return new ResearchError('malformed-answer', { detail, status, charged, retryable, retryAfter, requestId });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function withoutSecret(text: string, secret: string | null): string {
  return secret === null ? text : text.replaceAll(secret, '[secret]');
}

function abortedError({ requestId }: Call): ResearchError {
  return new ResearchError('aborted', { detail: 'the signal was aborted', requestId });
}

function brokenError(thrown: unknown, { metered, requestId, bearer }: Call): ResearchError {
  const text = withoutSecret(wordsOf(thrown), bearer);
  const charged = metered && !unsent.test(text) ? 'unknown' : false;
  return new ResearchError('network', { detail: `no answer (${text})`, requestId, charged, retryable: true });
}

/** Only the messages: other properties of a platform's errors may hold the request with its headers. */
function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown failure';
  const { code } = thrown as { code?: unknown };
  const own = typeof code === 'string' ? `${thrown.message} ${code}` : thrown.message;
  return thrown.cause instanceof Error ? `${own}: ${wordsOf(thrown.cause)}` : own;
}

/** Refusals that come after the look-up of this id: no earlier answer existed. */
const afterTheLook: ReadonlySet<ResearchErrorCode> = new Set<ResearchErrorCode>([
  'request-id-reused',
  'not-covered',
  'no-such-record',
  'withdrawn',
  'brief-too-large',
  'answer-too-large',
  'precondition-failed',
  'no-credit',
  'spend-limit-reached',
]);

/** An earlier attempt may have been charged, unless the service looked it up and found nothing. */
function withDoubt(failure: ResearchError, isOpen: boolean): ResearchError {
  const { code, problem } = failure;
  const settles = problem !== null && afterTheLook.has(code);
  return isOpen && !settles ? new ResearchError(code, { ...failure, charged: 'unknown' }) : failure;
}
