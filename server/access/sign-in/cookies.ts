/** Cookies of the pages: their names, attributes, parsing and removal. */
import { pathPrefixOf } from '../../contract/path-prefix.ts';

/**
 * The use of each cookie: the session, a link that was opened, a sign-in at the identity provider, an address typed, the page
 * to go back to, a known browser.
 */
export type CookieUse = 'session' | 'welcome' | 'upstream' | 'typed' | 'return' | 'device';

/** Browsers keep cookies of these names only when they are secure; the first also only of this very host and its whole site. */
const wholeHost = '__Host-';
const partOfHost = '__Secure-';

export type Cookie = { use: CookieUse; value: string; seconds: number };

/** On plain http, which only loopback addresses serve, a browser keeps no secure cookies. */
export function cookieName(baseUrl: string, use: CookieUse): string {
  if (!baseUrl.startsWith('https:')) return use;
  return `${pathPrefixOf(baseUrl) === '' ? wholeHost : partOfHost}${use}`;
}

/** Not Strict: a person who follows a link from a chat or an identity provider arrives signed in. */
export function setCookie(baseUrl: string, { use, value, seconds }: Cookie): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const path = pathPrefixOf(baseUrl) || '/';
  return `${cookieName(baseUrl, use)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function clearCookie(baseUrl: string, use: CookieUse): string {
  return setCookie(baseUrl, { use, value: '', seconds: 0 });
}

/** Each value may be looked up in the store: only an attack sends more of one name. */
const values_max = 8;

/** The values that were sent under the name: another port of a loopback host may have set one of the same name. */
export function readCookies(header: string | undefined, { baseUrl, use }: { baseUrl: string; use: CookieUse }) {
  const start = `${cookieName(baseUrl, use)}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .slice(0, values_max)
    .map((part) => part.slice(start.length));
}
