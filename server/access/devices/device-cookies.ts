// Device cookies: they mark a browser in which a user has signed in before.

// Tries to sign in from it count against the browser. Strangers who guess elsewhere, even at the same address,
// therefore do not lock the user out.
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool } from '../../store/engine/db.ts';
import { findDeviceCookie, replaceDeviceCookie } from '../../store/people/device-cookies.ts';
import { DEVICE_COOKIE_DAYS } from '../../store/engine/lifetimes.ts';
import { isSecret, makeSecret, sha256 } from '../secrets.ts';
import type { RandomBytes } from '../secrets.ts';
import { secondsFrom } from '../sign-in/sessions.ts';

const prefix = 'ri_device_';

export const device_cookie_seconds = DEVICE_COOKIE_DAYS * 86_400;

export type DeviceMeans = { db: Pool; now: () => Instant; randomBytes: RandomBytes };

/** Makes the browser that sent these cookies known to the user; returns the secret for its new cookie. */
export async function rememberBrowser(
  { db, now, randomBytes }: DeviceMeans,
  { userId, sent }: { userId: string; sent: readonly string[] },
): Promise<string> {
  const secret = makeSecret(prefix, randomBytes);
  const at = now();
  const made = { digest: sha256(secret), userId, now: at, expiresAt: secondsFrom(at, device_cookie_seconds) };
  await retrying(db, (trx) => replaceDeviceCookie(trx, digestsOf(sent), made));
  return secret;
}

/** The id of the browser as one of this user's; null for every other browser, and without a user. */
export async function browserOf(
  { db, now }: Pick<DeviceMeans, 'db' | 'now'>,
  { userId, sent }: { userId: string | null; sent: readonly string[] },
): Promise<string | null> {
  const digests = digestsOf(sent);
  if (digests.length === 0) return null;
  // An unknown address takes as long as a known one.
  const found = await findDeviceCookie(db, { sent: digests, userId: userId ?? '', now: now() });
  return found?.toString('hex') ?? null;
}

function digestsOf(sent: readonly string[]): Buffer[] {
  return sent.filter((secret) => isSecret(prefix, secret)).map((secret) => sha256(secret));
}
