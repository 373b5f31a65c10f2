// Requests that a page of another site has brought about: by a name of its own for this address, or from its own origin.
import type { IncomingHttpHeaders } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/** The names under which the service is asked. */
export function hostsOf(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl);
  return localhostAllowedHostnames().includes(hostname) ? localhostAllowedHostnames() : [hostname];
}

export function isForeign({ host, origin }: IncomingHttpHeaders, hosts: string[]): boolean {
  return !validateHostHeader(host, hosts).ok || !validateOriginHeader(origin, hosts).ok;
}
