// Address of a request, which limits count for callers without a key.
import type { IncomingMessage } from 'node:http';

/**
 * The address seen by the outermost of our own proxies: each appends one to X-Forwarded-For, and the client wrote the
 * parts before those. Without proxies, the address of the connection.
 */
export function addressBehind(request: IncomingMessage, proxies: number): string {
  const connected = request.socket.remoteAddress ?? 'unknown';
  if (proxies === 0) return networkOf(connected);
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return networkOf(forwarded.at(-proxies) ?? connected);
}

/**
 * One household or host has a whole /64 of IPv6 and could change its address with each request, so the network is
 * counted.
 */
function networkOf(written: string): string {
  const address = withoutPort(written).toLowerCase();
  if (address.startsWith('::ffff:')) return address.slice(7);
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** Some proxies append the port too, which changes with every connection. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
