/** Security headers for every answer of the service, unless the answer sets its own. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { pathPrefixOf } from '../contract/path-prefix.ts';

export type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];
export type Policies = readonly (readonly [name: string, value: string])[];

/** A browser shows a document for programs, and runs, loads and frames nothing in it. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** One year. Browsers ignore it on plain http, which only serves this machine. */
const transport = 'max-age=31536000';

/** Includes all subdomains, unless the host is shared with others. */
const transportOf = (baseUrl: string): string =>
  pathPrefixOf(baseUrl) === '' ? `${transport}; includeSubDomains` : transport;

export function policiesOf(baseUrl: string): Policies {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', nothing],
    ['Referrer-Policy', 'no-referrer'],
    ...(baseUrl.startsWith('https:') ? [['Strict-Transport-Security', transportOf(baseUrl)] as const] : []),
  ];
}

/**
 * Adds the missing headers to a head. A flat list stays flat and is extended in place: nearly all answers use one, and
 * it is fast.
 */
export function withPolicies(head: Head | undefined, policies: Policies, isSet: (name: string) => boolean): Head {
  if (!Array.isArray(head)) {
    const given = new Set(Object.keys(head ?? {}).map((name) => name.toLowerCase()));
    const missing = policies.filter(([name]) => !given.has(name.toLowerCase()) && !isSet(name));
    return { ...head, ...Object.fromEntries(missing) };
  }
  const given = head.length;
  for (const [name, value] of policies) {
    if (!isNamed(head, given, name.toLowerCase()) && !isSet(name)) head.push(name, value);
  }
  return head;
}

/** Names are at even positions. */
function isNamed(head: readonly OutgoingHttpHeader[], length: number, lower: string): boolean {
  for (let at = 0; at < length; at += 2) {
    const name = String(head[at]);
    if (name.length === lower.length && name.toLowerCase() === lower) return true;
  }
  return false;
}
