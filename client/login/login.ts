// The device login, as numbered steps: a person approves in a browser, this program polls, and stops before anything that costs.
import type { Acquisition, DeviceGrant, KeyStatus } from '../../generated/api.ts';
import { retryAfterOf } from '../transport/backoff.ts';
import { type Clock, pause } from './clock.ts';
import { checkoutOf, creditAwaited } from '../credit.ts';
import { ResearchError, type ResearchErrorCode } from '../problems.ts';
import type { ResearchResult } from '../result.ts';
import { keyOf } from '../settings.ts';
import { isUsable } from '../usable.ts';
import type { Raw } from '../transport/wire.ts';

/** What the person needs: the whole address to open, and apart from it the code to compare. */
export interface LoginCode {
  readonly browserUrl: string;
  readonly userCode: string;
  readonly expiresAt: string;
}

export interface LoginOptions {
  /** How the person recognises this program; 1 to 48 characters. */
  readonly deviceName: string;
  readonly acquisition?: Acquisition;
  readonly onCode: (code: LoginCode) => void | Promise<void>;
  /** Called once, as soon as the key is there. Put it into a secret store; it cannot be had again. */
  readonly save: (apiKey: string) => void | Promise<void>;
  /** Called when the key cannot pay yet. The login then waits until it can; without this it ends, not usable. */
  readonly onCheckout?: (checkoutUrl: string) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

export interface Login {
  /** `existing-key`: there was one already, and nothing was asked for. */
  readonly how: 'existing-key' | 'device';
  /** Null of an existing key: ask `status()`. */
  readonly status: KeyStatus | null;
  readonly usable: boolean | null;
  readonly reason: string;
}

/** What the login needs of the client. */
export interface LoginSteps {
  readonly clock: Clock;
  initiate(): Promise<{ response: Response; grant: DeviceGrant }>;
  /** One poll, whatever it is answered, that takes so long at most. */
  poll(deviceCode: string, milliseconds: number): Promise<Raw>;
  /** A key that was delivered to an earlier login and could not be saved: it is not delivered again. */
  readonly unsaved: string | null;
  adopt(apiKey: string): void;
  saved(): void;
  status(): Promise<ResearchResult<KeyStatus>>;
}

/**
 * 1. Ask for codes. The device code stays in here: it is never shown, logged or thrown.
 * 2. Give the person the address and, apart from it, the code to compare.
 * 3. Poll, never sooner than the interval; a longer one that the service names holds from then on.
 * 4. Stop when the person has denied, the code is expired or invalid, or its key was delivered before; and at once when the
 *    service asks to wait for longer than the code lasts.
 * 5. Hand over the key, once, and use it from here on.
 * 6. Ask for the status. Where the key cannot pay yet, give the checkout link, and wait until the status, never the page
 *    behind the link, says that it can.
 */
export async function deviceLogin(steps: LoginSteps, options: LoginOptions): Promise<Login> {
  const key = steps.unsaved ?? (await deliveredKey(steps, options));
  steps.adopt(key);
  try {
    await options.save(key);
  } catch {
    const detail =
      'the key was delivered, and saving it failed; log in again with this client to try it once more, or revoke it';
    throw new ResearchError('key-not-saved', { detail });
  }
  steps.saved();
  return usableStatus(steps, options);
}

async function deliveredKey(steps: LoginSteps, options: LoginOptions): Promise<string> {
  const asked = steps.clock.elapsed();
  const { response, grant } = await steps.initiate();
  const { deviceCode, browserUrl, userCode, expiresAt } = grant;
  // By the service's own clock: this machine's may be wrong.
  const told = Date.parse(response.headers.get('Date') ?? '') || steps.clock.now();
  const endsAt = asked + Date.parse(expiresAt) - told;
  await options.onCode({ browserUrl, userCode, expiresAt });
  return polledKey(steps, { deviceCode, seconds: grant.interval, endsAt, signal: options.signal });
}

interface Polling {
  readonly deviceCode: string;
  readonly seconds: number;
  /** Of what has elapsed: a clock that is set anew meanwhile neither ends a login nor prolongs it. */
  readonly endsAt: number;
  readonly signal: AbortSignal | undefined;
}

async function polledKey(
  { clock, poll }: LoginSteps,
  { deviceCode, seconds, endsAt, signal }: Polling,
): Promise<string> {
  let interval = seconds;
  let retryAfter: number | null = null;
  let status = 200;
  const unapproved = 'nobody approved in time';
  let last = unapproved;
  for (;;) {
    const left = endsAt - clock.elapsed();
    const wait = Math.max(interval, retryAfter ?? 0) * 1_000;
    if (interval * 1_000 >= left) throw ended('device-expired', `${last}; ask the person, then start again`);
    if (wait >= left) throw toldToWait(status, retryAfter);
    await pause(clock, wait, signal);
    retryAfter = null;
    let raw: Raw;
    try {
      raw = await poll(deviceCode, endsAt - clock.elapsed());
    } catch (thrown) {
      if (!(thrown instanceof ResearchError && thrown.retryable)) throw thrown;
      last = `the last poll failed: ${thrown.detail}`;
      continue;
    }
    const body = bodyOf(raw);
    ({ status } = raw);
    if (typeof body.interval === 'number') interval = Math.max(interval, body.interval);
    retryAfter = retryAfterOf(raw.headers, clock.now());
    last = status === 200 ? unapproved : `the last poll got ${status}`;
    if (status === 429 || status >= 500 || body.status === 'pending') continue;
    if (status === 200 && body.status === 'authorized' && typeof body.apiKey === 'string')
      return checkedKey(body.apiKey);
    throw refusal(status, body.status);
  }
}

/** To poll sooner is what the service asks not to do, and after it the code is gone: whether it was approved, nobody knows. */
function toldToWait(status: number, retryAfter: number | null): ResearchError {
  const code = status < 500 ? 'rate-limited' : 'unavailable';
  const detail = `asked to wait ${retryAfter} s, longer than the code lasts`;
  return new ResearchError(code, { detail, status, retryable: true, retryAfter });
}

type PollBody = { status?: unknown; interval?: unknown; apiKey?: unknown };

function bodyOf({ bytes }: Raw): PollBody {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as PollBody;
  } catch {
    return {};
  }
}

function checkedKey(apiKey: string): string {
  const key = keyOf(apiKey);
  if (key === null) throw ended('malformed-answer', 'the key is empty');
  return key;
}

/** The rows of the specification's table that end a login. */
function refusal(status: number, said: unknown): ResearchError {
  if (said === 'authorized')
    return ended(
      'device-already-delivered',
      'the key of this code was delivered before; no other is made without asking',
    );
  if (said === 'denied') return ended('device-denied', 'the person denied it');
  if (said === 'expired' || status === 410)
    return ended('device-expired', 'the code has expired; ask the person, then start again');
  if (said === 'invalid' || status === 401) return ended('device-invalid', 'the service does not know this code');
  return ended('malformed-answer', `the poll was answered with ${status}, which is not in the table`);
}

function ended(code: ResearchErrorCode, detail: string): ResearchError {
  return new ResearchError(code, { detail });
}

async function usableStatus(steps: LoginSteps, { onCheckout, signal }: LoginOptions): Promise<Login> {
  let { data: status } = await steps.status();
  const checkoutUrl = checkoutOf(status);
  if (checkoutUrl !== null && onCheckout !== undefined) {
    await onCheckout(checkoutUrl);
    status = await creditAwaited(status, { clock: steps.clock, signal, ask: () => steps.status() });
  }
  return { how: 'device', status, ...isUsable(status) };
}
