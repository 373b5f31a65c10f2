/** Redirect addresses of AI chats: rules for registration, and the match of a request with a registered one. */

/** Programs on a person's own computer, which listen on any free port (RFC 8252). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::[1-9]\d{0,4})?(\/[^?#]*)?$/;

const uri_length_max = 2_048;

/** The fault of an address to be registered; null for a valid one. */
export function redirectUriFault(uri: string): string | null {
  if (uri.length > uri_length_max) return `it has more than ${uri_length_max} characters`;
  if (!/^[\x21-\x7E]+$/.test(uri) || !URL.canParse(uri)) return 'it is no address';
  const { protocol, hostname, username, password, href } = new URL(uri);
  if (protocol !== 'https:' && !loopback.test(uri)) {
    return 'it must begin with https://, or with http:// and 127.0.0.1, [::1] or localhost';
  }
  if (username !== '' || password !== '') return 'it must hold no user name';
  if (uri.includes('#')) return 'it must have no fragment';
  if (uri.includes('?')) return 'it must have no query';
  // Some valid hosts have another meaning in the content policy of the page.
  if (!/^([a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname)) return `the host ${hostname} is none`;
  // An address that a browser would rewrite would never compare equal.
  if (href !== uri && href !== `${uri}/`) return `write it as ${href}`;
  return null;
}

/** True when the address is a registered one, letter by letter; on a loopback host the port may be another. */
export function isRegisteredUri(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true;
  const anyPort = withoutPort(asked);
  return anyPort !== null && URL.canParse(asked) && registered.some((one) => withoutPort(one) === anyPort);
}

function withoutPort(uri: string): string | null {
  const found = loopback.exec(uri);
  return found === null ? null : `${found[1]}${found[2] ?? ''}`;
}

/** True for the origin of a page behind a registered address; on a loopback host the port may be another. */
export function isRegisteredOrigin(origin: string, registered: readonly string[]): boolean {
  return registered.some((uri) => {
    const known = new URL(uri).origin;
    return known === origin || (isLoopback(uri) && withoutPort(known) === withoutPort(origin));
  });
}

/** The source by which a policy of the page allows its form to lead there; a policy cannot name an IPv6 host. */
export function policySourceOf(uri: string): string {
  const { hostname, protocol, origin } = new URL(uri);
  return hostname.startsWith('[') ? protocol : origin;
}

/** The host as a person reads it, with its port. */
export function hostOf(uri: string): string {
  return new URL(uri).host;
}

export function isLoopback(uri: string): boolean {
  return loopback.test(uri);
}
