/** Requests that a page of another site has brought about: under another name for this address, or from a foreign origin. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { isRegisteredOrigin } from '../access/chats/redirect-uris.ts';
import { sendPreflight } from '../http/respond.ts';

/** The names under which the service is asked. */
export function hostsOf(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl);
  return localhostAllowedHostnames().includes(hostname) ? localhostAllowedHostnames() : [hostname];
}

export function hasForeignHost({ host }: IncomingHttpHeaders, hosts: string[]): boolean {
  return !validateHostHeader(host, hosts).ok;
}

/** A page that could sign in, because the operator registered its address, may ask as well. */
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

/** Pages read every answer, refusals too. A token is in no cookie, so no page asks with what a person's browser holds. */
export function openToPages(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', readable);
}

export function answerPreflight(response: ServerResponse): void {
  sendPreflight(response, { allow: 'POST, OPTIONS', allowedHeaders });
}
