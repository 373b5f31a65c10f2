/** Return address after a sign-in: always a path of this service. */
import { holdsSecret } from '../../contract/validation/secret-text.ts';

/**
 * A browser sends it twice, as form address and as referrer, and both must fit in the headers of a request. A cookie
 * carries it in base64 past an identity provider, and no browser keeps more than 4,096 bytes.
 */
export const return_to_length_max = 2_900;

/**
 * The text as a path that no browser reads as another site, or null. The browser's reading decides, and then its
 * reading of the result: `/.//evil.test` is a path here whose normal form is not.
 */
export function safeReturnTo(text: string | null | undefined, baseUrl: string): string | null {
  if (text === null || text === undefined || text.length > return_to_length_max) return null;
  if (!/^\/(?![/\\])/.test(text) || /[\\\p{C}\p{Z}]/u.test(text) || !URL.canParse(text, baseUrl)) return null;
  const { origin, pathname, search, hash } = new URL(text, baseUrl);
  const path = `${pathname}${search}${hash}`;
  if (origin !== new URL(baseUrl).origin || path.startsWith('//')) return null;
  // A user code belongs in the address of its page; any other secret got there by mistake and is not passed on.
  if (holdsSecret(path) && !/^\/cli-auth\?code=RI-[A-Z-]+(&problem=[a-z-]+)?$/.test(path)) return null;
  return path;
}
