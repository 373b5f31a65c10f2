/** Requests caused by pages of other sites: under another host name, or from a foreign origin. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { isRegisteredOrigin } from '../access/chats/redirect-uris.ts';
import { sendPreflight } from '../http/respond.ts';

/** Host names of the service. */
export function hostsOf(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl);
  return localhostAllowedHostnames().includes(hostname) ? localhostAllowedHostnames() : [hostname];
}

export function hasForeignHost({ host }: IncomingHttpHeaders, hosts: string[]): boolean {
  return !validateHostHeader(host, hosts).ok;
}

/** A page may call the endpoint if the operator registered its address, because it could sign in too. */
export async function hasForeignOrigin(
  { origin }: IncomingHttpHeaders,
  hosts: string[],
  redirectUris: () => Promise<readonly string[]>,
): Promise<boolean> {
  if (validateOriginHeader(origin, hosts).ok) return false;
  return origin === undefined || !isRegisteredOrigin(origin, await redirectUris());
}

const readable = 'WWW-Authenticate, X-Request-ID, Retry-After, RateLimit, RateLimit-Policy';
const allowedHeaders =
  'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-Request-ID';

/**
 * Pages may read every answer, refusals included. Tokens are not cookies, so a page cannot use one that the browser
 * holds.
 */
export function openToPages(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', readable);
}

export function answerPreflight(response: ServerResponse): void {
  sendPreflight(response, { allow: 'POST, OPTIONS', allowedHeaders });
}
