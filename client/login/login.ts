// Device login in numbered steps: a person approves in a browser while this program polls; no step is metered.
import type { Acquisition, DeviceGrant, KeyStatus } from '../../generated/api.ts';
import { retryAfterOf } from '../transport/backoff.ts';
import { type Clock, pause } from './clock.ts';
import { checkoutOf, creditAwaited } from '../credit.ts';
import { ResearchError, type ResearchErrorCode } from '../problems.ts';
import type { ResearchResult } from '../result.ts';
import { keyOf } from '../settings.ts';
import { isUsable } from '../usable.ts';
import type { Raw } from '../transport/wire.ts';

/** For the person: the whole address to open, and separately the code to compare. */
export interface LoginCode {
  readonly browserUrl: string;
  readonly userCode: string;
  readonly expiresAt: string;
}

export interface LoginOptions {
  /** Name by which the person recognises this program; 1 to 48 characters. */
  readonly deviceName: string;
  readonly acquisition?: Acquisition;
  readonly onCode: (code: LoginCode) => void | Promise<void>;
  /** Called once, when the key arrives. Store it as a secret; it is not delivered again. */
  readonly save: (apiKey: string) => void | Promise<void>;
  /**
   * Called if the key cannot pay yet. The login then waits until it can; without this callback it ends as not usable.
   */
  readonly onCheckout?: (checkoutUrl: string) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

export interface Login {
  /** `existing-key`: the client already had a key, and nothing was requested. */
  readonly how: 'existing-key' | 'device';
  /** Null for an existing key: call `status()`. */
  readonly status: KeyStatus | null;
  readonly usable: boolean | null;
  readonly reason: string;
}

/** Operations of the client that the login uses. */
export interface LoginSteps {
  readonly clock: Clock;
  initiate(): Promise<{ response: Response; grant: DeviceGrant }>;
  /** One poll with any outcome, limited to this time. */
  poll(deviceCode: string, milliseconds: number): Promise<Raw>;
  /** Key of an earlier login that could not be saved; the service does not deliver it twice. */
  readonly unsaved: string | null;
  adopt(apiKey: string): void;
  saved(): void;
  status(): Promise<ResearchResult<KeyStatus>>;
}

/**
 * 1. Request the codes. The device code stays in here: it is never shown, logged or thrown.
 * 2. Give the person the address and, separately, the code to compare.
 * 3. Poll, never sooner than the interval; a longer interval from the service applies from then on.
 * 4. Stop when the person denies, or the code is expired, invalid or already used. Stop at once if the service asks to
 *    wait longer than the code lasts.
 * 5. Hand over the key, once, and use it from here on.
 * 6. Request the status. If the key cannot pay yet, give the checkout link, and wait until the status confirms the credit.
 *    The page behind the link proves nothing.
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
  // Uses the service's clock, because this machine's may be wrong.
  const serverTime = Date.parse(response.headers.get('Date') ?? '') || steps.clock.now();
  const endsAt = asked + Date.parse(expiresAt) - serverTime;
  await options.onCode({ browserUrl, userCode, expiresAt });
  return polledKey(steps, { deviceCode, seconds: grant.interval, endsAt, signal: options.signal });
}

interface PollOptions {
  readonly deviceCode: string;
  readonly seconds: number;
  /** Monotonic: setting the wall clock neither ends nor prolongs a login. */
  readonly endsAt: number;
  readonly signal: AbortSignal | undefined;
}

async function polledKey(
  { clock, poll }: LoginSteps,
  { deviceCode, seconds, endsAt, signal }: PollOptions,
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
    if (wait >= left) throw waitTooLong(status, retryAfter);
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

/** The service forbids an earlier poll, and afterwards the code has expired, so the approval stays unknown. */
function waitTooLong(status: number, retryAfter: number | null): ResearchError {
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

/** Final rows of the specification's table. */
function refusal(status: number, state: unknown): ResearchError {
  if (state === 'authorized')
    return ended(
      'device-already-delivered',
      'the key of this code was delivered before; no other is made without asking',
    );
  if (state === 'denied') return ended('device-denied', 'the person denied it');
  if (state === 'expired' || status === 410)
    return ended('device-expired', 'the code has expired; ask the person, then start again');
  if (state === 'invalid' || status === 401) return ended('device-invalid', 'the service does not know this code');
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
