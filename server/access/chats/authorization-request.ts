// Parser of an authorization request (RFC 6749, 7636, 8707, 9207).

// Client and redirect address come first: only when both are known is any other fault answered at that address.
import { isChallenge } from './pkce.ts';
import { isRegisteredUri } from './redirect-uris.ts';
import { return_to_length_max } from '../sign-in/return-to.ts';

/** The only scope. */
export const OAUTH_SCOPE = 'research:read';
export const authorizePath = '/oauth/authorize';

/** The resource indicator of tokens (RFC 8707). */
export function resourceOf(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/**
 * Scheme and host compare without case (RFC 3986, 6.2.2.1), as MCP asks of servers. Some clients append a slash. All
 * else is compared exactly.
 */
export function isResource(text: string, resource: string): boolean {
  const plain = text.replace(/^[a-z]+:\/\/[^/?#@]*/i, (origin) => origin.toLowerCase());
  return plain === resource || plain === `${resource}/`;
}

/** All others are ignored. */
const parameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;
type Parameter = (typeof parameters)[number];

/** The part of a client that reading a request needs. */
export type KnownClient = { readonly client_id: string; readonly redirect_uris: readonly string[] };

export type AuthorizationRequest = {
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  readonly scope: string;
  readonly resource: string;
  /** The same request as a path of this service, without ignored parameters. */
  readonly path: string;
};

/** Reasons to show a fault to the person instead of the client: the redirect address is not trusted. */
export type Unusable = 'no-client' | 'unknown-client' | 'unknown-address';

export type RefusedRequest = {
  readonly kind: 'refused';
  readonly redirectUri: string;
  readonly state: string | null;
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target';
  readonly description: string;
};

export type CheckedRequest =
  | { readonly kind: 'unusable'; readonly why: Unusable }
  | RefusedRequest
  | { readonly kind: 'good'; readonly request: AuthorizationRequest };

export function checkAuthorization(
  query: URLSearchParams,
  client: KnownClient | null,
  { baseUrl }: { baseUrl: string },
): CheckedRequest {
  if (client === null) return { kind: 'unusable', why: 'no-client' };
  if (onlyValue(query, 'client_id') !== client.client_id) return { kind: 'unusable', why: 'unknown-client' };
  const redirectUri = onlyValue(query, 'redirect_uri');
  if (redirectUri === null || !isRegisteredUri(redirectUri, client.redirect_uris)) {
    return { kind: 'unusable', why: 'unknown-address' };
  }
  const sent = onlyValue(query, 'state');
  const state = sent !== null && isState(sent) ? sent : null;
  const refused = faultOf(query, baseUrl);
  if (refused !== null) return { kind: 'refused', redirectUri, state, ...refused };
  const codeChallenge = onlyValue(query, 'code_challenge') ?? '';
  const resource = resourceOf(baseUrl);
  const request = { redirectUri, state, codeChallenge, scope: OAUTH_SCOPE, resource, path: pathOf(query) };
  return { kind: 'good', request };
}

type Fault = Pick<RefusedRequest, 'error' | 'description'>;

function invalid(description: string): Fault {
  return { error: 'invalid_request', description };
}

function faultOf(query: URLSearchParams, baseUrl: string): Fault | null {
  const twice = parameters.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) return invalid(`${twice} was sent more than once.`);
  const state = onlyValue(query, 'state');
  if (state !== null && !isState(state)) return invalid('state must be at most 2048 visible ASCII characters.');
  const type = onlyValue(query, 'response_type');
  if (type === null) return invalid('response_type is missing: it is code.');
  if (type !== 'code') return { error: 'unsupported_response_type', description: 'response_type must be code.' };
  const challenge = onlyValue(query, 'code_challenge');
  if (challenge === null) return invalid('code_challenge is missing: PKCE is required.');
  if (onlyValue(query, 'code_challenge_method') !== 'S256') return invalid('code_challenge_method must be S256.');
  if (!isChallenge(challenge)) return invalid('code_challenge must be a SHA-256 in base64url, 43 characters.');
  if (!isGrantedScope(onlyValue(query, 'scope'))) {
    return { error: 'invalid_scope', description: `The only scope is ${OAUTH_SCOPE}.` };
  }
  const resource = onlyValue(query, 'resource');
  if (resource !== null && !isResource(resource, resourceOf(baseUrl))) {
    return { error: 'invalid_target', description: `The only resource is ${resourceOf(baseUrl)}.` };
  }
  // A person who must sign in first returns with all of it.
  if (pathOf(query).length > return_to_length_max) {
    return invalid(`The request is too long: its address may have at most ${return_to_length_max} characters.`);
  }
  return null;
}

/** Absent or empty means the default scope. */
export function isGrantedScope(scope: string | null): boolean {
  return (scope ?? '').split(' ').every((one) => one === '' || one === OAUTH_SCOPE);
}

function isState(text: string): boolean {
  return /^[\x20-\x7E]{1,2048}$/.test(text);
}

/** An empty parameter counts as omitted (RFC 6749, 3.1), and a repeated one as unknown. */
function onlyValue(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || value === '' || others.length > 0 ? null : value;
}

function pathOf(query: URLSearchParams): string {
  const known = parameters.flatMap((name): [Parameter, string][] => {
    const value = onlyValue(query, name);
    return value === null ? [] : [[name, value]];
  });
  return `${authorizePath}?${new URLSearchParams(known)}`;
}

/** The address of an answer, which names its issuer (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  return `${redirectUri}?${new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer })}`;
}
