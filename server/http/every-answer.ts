/** Headers that every answer carries, whichever part of the service has written it, unless that part says otherwise. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { pathPrefixOf } from '../contract/path-prefix.ts';

export type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];
export type Policies = readonly (readonly [name: string, value: string])[];

/** A browser that opens a document for programs shows it, and runs and loads nothing for it; nothing frames it. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A year. On plain http, which only this machine is, browsers ignore it. */
const transport = 'max-age=31536000';

/** All subdomains, unless the host is shared and others decide for it. */
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
 * The head with what it lacks. A flat list stays one, and is added to where it is: that is the way of nearly every
 * answer, and the fast one.
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

/** Names stand at every other place. */
function isNamed(head: readonly OutgoingHttpHeader[], length: number, lower: string): boolean {
  for (let at = 0; at < length; at += 2) {
    const name = String(head[at]);
    if (name.length === lower.length && name.toLowerCase() === lower) return true;
  }
  return false;
}
