/** Where a person is sent after signing in: only ever to a path of this very service. */
import { holdsSecret } from '../../contract/validation/secret-text.ts';

/**
 * A browser sends it twice, as the address of a form and as where that was found, and both have to fit into the header
 * that a request may have; and a cookie carries it in base64 past an identity provider, which no browser keeps with more
 * than 4,096 bytes.
 */
export const return_to_length_max = 2_900;

/**
 * The text as a path that no browser reads as another site, or null. What decides is how a browser reads it, and then
 * how it would read the result: `/.//evil.test` is a path here whose normal form is not.
 */
export function safeReturnTo(text: string | null | undefined, baseUrl: string): string | null {
  if (text === null || text === undefined || text.length > return_to_length_max) return null;
  if (!/^\/(?![/\\])/.test(text) || /[\\\p{C}\p{Z}]/u.test(text) || !URL.canParse(text, baseUrl)) return null;
  const { origin, pathname, search, hash } = new URL(text, baseUrl);
  const path = `${pathname}${search}${hash}`;
  if (origin !== new URL(baseUrl).origin || path.startsWith('//')) return null;
  // A user code stands in the address of its own page; any other secret was put into an address by mistake, and stays there.
  if (holdsSecret(path) && !/^\/cli-auth\?code=RI-[A-Z-]+(&problem=[a-z-]+)?$/.test(path)) return null;
  return path;
}
