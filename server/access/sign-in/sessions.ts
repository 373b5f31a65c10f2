/** Sessions of browsers: their secrets, their duration, and the browser's name in lists. */
import { SESSION_DAYS_MAX, SESSION_IDLE_HOURS } from '../../store/engine/lifetimes.ts';
import { isSecret, makeSecret, sha256 } from '../secrets.ts';
import type { RandomBytes } from '../secrets.ts';

const prefix = 'ri_ses_';

export const session_idle_seconds = SESSION_IDLE_HOURS * 3_600;
export const session_seconds_max = SESSION_DAYS_MAX * 86_400;
/** Being used is noted at most this often: a page that is read needs no write. */
export const session_seen_seconds = 300;

export type NewSession = {
  /** For the cookie alone. */
  secret: string;
  sha256: Buffer;
  /** Shown by lists, and used to end a session from another one. */
  sessionId: string;
};

export function makeSession(randomBytes: RandomBytes): NewSession {
  const secret = makeSecret(prefix, randomBytes);
  return { secret, sha256: sha256(secret), sessionId: `ses_${Buffer.from(randomBytes(12)).toString('hex')}` };
}

/** The digest to look up a cookie; null for a text that this service has not made. */
export function sessionDigest(secret: string): Buffer | null {
  return isSecret(prefix, secret) ? sha256(secret) : null;
}

/** An instant a number of seconds after another, in canonical form. */
export function secondsFrom(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1_000).toISOString();
}

const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
] as const;

/** A few constant words instead of the browser's own text: enough to recognise, nothing to inject. */
export function browserCalled(userAgent: string | undefined): string {
  const find = (table: typeof browsers | typeof systems): string | undefined =>
    table.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
