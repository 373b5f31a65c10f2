// Settings of a client: its options, checked, with the defaults filled in.
import { type Clock, systemClock } from './login/clock.ts';
import { ResearchError } from './problems.ts';

/** One line of the log. It holds no header and no body, and so neither a key nor a device code. */
export interface LogEvent {
  readonly event: 'request' | 'response' | 'failure' | 'retry';
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  readonly status: number | null;
  readonly requestId: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Duration of the attempt; for a retry, the pause before it. */
  readonly ms: number;
}

/** A request as an address and its method, headers and body. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** The part of a response that the client reads. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export type Fetch = (request: Request, init: FetchInit) => Promise<FetchedResponse>;

export interface ResearchClientOptions {
  /** Address of the service. Default: the address of `npm start` on this machine. */
  readonly baseUrl?: string;
  /** Default: SERVICE_API_KEY of the environment. Free questions that need no key work without one. */
  readonly apiKey?: string;
  /**
   * Replaces the platform's fetch. The second argument holds the same request, for implementations that take an
   * address, such as the package undici, whose classes differ from the platform's.
   */
  readonly fetch?: Fetch;
  /** Limit of each attempt until its answer is whole; Infinity for none. */
  readonly timeoutMs?: number;
  /** Attempts after the first. */
  readonly retries?: number;
  /** The most units that this client may spend. */
  readonly maxCharge?: number;
  readonly logger?: (event: LogEvent) => void;
  /** Allows use in a browser or its workers, where everyone who opens the page can read the key. */
  readonly dangerouslyAllowBrowser?: boolean;
  /** For tests. */
  readonly clock?: Clock;
}

export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxCharge: number;
  readonly logger: (event: LogEvent) => void;
  readonly clock: Clock;
}

/** The contract that this package was generated from. */
export const contractVersion = '2026-10-05';

export const localAddress = 'http://127.0.0.1:8080';

export function settingsOf(options: ResearchClientOptions): Settings {
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
    const detail =
      'a browser would show the key to everyone who opens the page; call the service from a server, or set dangerouslyAllowBrowser';
    throw new ResearchError('browser-refused', { detail });
  }
  const { baseUrl = localAddress, timeoutMs = 30_000, retries = 2, maxCharge = Number.POSITIVE_INFINITY } = options;
  checkLimits({ timeoutMs, retries });
  if (!(maxCharge >= 0)) throw invalid('maxCharge is 0 or a number above it');
  const { href } = addressOf(baseUrl);
  return {
    baseUrl: href.replace(/\/$/, ''),
    apiKey: keyOf(options.apiKey ?? environmentKey() ?? ''),
    // Looked up at each call and called without a receiver: some platforms refuse `fetch` as a method of another
    // object.
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeoutMs,
    retries,
    maxCharge,
    logger: options.logger ?? (() => undefined),
    clock: options.clock ?? systemClock,
  };
}

/** A page or its worker. Server runtimes have workers too, but only browsers report Mozilla as their user agent. */
function isBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  if ('WorkerGlobalScope' in globalThis) return navigator?.userAgent?.startsWith('Mozilla') === true;
  return 'window' in globalThis && 'document' in globalThis;
}

/** Above this, timers fire immediately. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function checkLimits({ timeoutMs, retries }: Pick<Settings, 'timeoutMs' | 'retries'>): void {
  if (!(timeoutMs > 0 && (timeoutMs <= TIMER_MS_MAX || timeoutMs === Number.POSITIVE_INFINITY)))
    throw invalid(`timeoutMs is above 0, at most ${TIMER_MS_MAX} or Infinity`);
  if (!(Number.isInteger(retries) && retries >= 0)) throw invalid('retries is 0 or a whole number above it');
}

/** The form of the contract, except one or two dots: URL parsers remove such a path segment. */
export function isRequestId(given: string): boolean {
  return !isLostInPath(given) && /^[A-Za-z0-9._~:+/=-]{1,128}$/.test(given);
}

export function isLostInPath(segment: string): boolean {
  return /^\.{0,2}$/.test(segment);
}

export function checkRequestId(given: string): void {
  if (!isRequestId(given)) throw invalid(`requestId has ${requestIdForm}`);
}

/** Path parameter of a receipt. */
export function receiptPath(requestId: string): { path: { request_id: string } } {
  checkRequestId(requestId);
  return { path: { request_id: requestId } };
}

export const requestIdForm = '1 to 128 of A-Z a-z 0-9 . _ ~ : + / = -, but not . or .., which have no receipt';

export function invalid(detail: string): ResearchError {
  return new ResearchError('invalid-argument', { detail });
}

function addressOf(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // Checked on the address: an empty query or fragment is not visible in the parts, and would swallow the path.
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(url.href) && `${url.username}${url.password}` === '';
  if (!isPlain) throw invalid('baseUrl is an http or https address without user, query or fragment');
  return url;
}

/** A key with a character that no header can carry would appear whole in the error of the fetch. */
export function keyOf(value: string): string | null {
  const key = value.trim();
  if (!hasKeyCharacters(key)) throw invalid('the API key holds characters that no key has');
  return key === '' ? null : key;
}

export function hasKeyCharacters(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}

type World = {
  process?: { env?: Record<string, string | undefined> };
  Deno?: { env?: { get(name: string): string | undefined } };
};

function environmentKey(): string | undefined {
  const { process, Deno } = globalThis as World;
  try {
    return process?.env?.['SERVICE_API_KEY'] ?? Deno?.env?.get('SERVICE_API_KEY');
  } catch {
    // Deno without the permission to read the environment: no key.
    return undefined;
  }
}
