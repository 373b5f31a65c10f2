// Requests of people and chats: the forms of the authorization server, the consent page, and every other page.
import { pageRoutes } from '../../../server/pages/testing/mounted.ts';
import type { Operation } from './contract.ts';
import type { Draw } from './draw.ts';
import { encoded, written } from './encode.ts';
import { type Headers, acceptHeaders, otherHeaders, requestIdHeaders } from './request-headers.ts';
import { hostOf } from './requests.ts';
import { type FuzzRequest, anything } from './sent.ts';
import { hostile, text } from './values.ts';
import { type World, redirectUri } from './world.ts';

const fields: Readonly<Record<string, readonly string[]>> = {
  grant_type: ['refresh_token', 'authorization_code', 'client_credentials', 'password'],
  response_type: ['code', 'token'],
  client_id: ['chat', 'nobody'],
  client_secret: ['x'],
  redirect_uri: [redirectUri, `${redirectUri}/`, 'https://evil.test/', '//evil.test', 'javascript:alert(1)'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'short'],
  code_challenge_method: ['S256', 'plain'],
  code_verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  scope: ['research:read', 'research:write', 'research:read openid'],
  state: ['xyz', '', '\u0001'],
  token_type_hint: ['refresh_token', 'access_token'],
  decision: ['approve', 'deny', 'perhaps'],
};

/** The first of a list is what a client sends when nothing is wrong. */
function usual(draw: Draw, values: readonly string[], hasFirst: boolean): string {
  return hasFirst && !draw.once(4) ? (values[0] ?? '') : draw.pick(values);
}

/** Most fields are proper; one in eight is not. */
function pairsOf(draw: Draw, names: readonly string[], world: World): [string, string][] {
  const known: Readonly<Record<string, readonly string[]>> = {
    ...fields,
    ...world.secrets,
    resource: [`${world.baseUrl}/mcp`, 'https://evil.test/mcp', '::'],
    workspace: [world.workspaceId, 'ws_nobody'],
  };
  const own = names.filter(() => !draw.once(12));
  const pairs = own.flatMap((name): [string, string][] => {
    const value = draw.once(16) ? hostile(draw) : usual(draw, known[name] ?? [text(draw, 20, 'word')], name in fields);
    return draw.once(40)
      ? [
          [name, value],
          [name, hostile(draw)],
        ]
      : [[name, value]];
  });
  return draw.once(10) ? [...pairs, [hostile(draw), hostile(draw)]] : pairs;
}

const formText = (draw: Draw, pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encoded(name)}=${written(draw, value)}`).join('&');

const formTypes = ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'];
const otherTypes = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', null];

function form(draw: Draw, pairs: readonly (readonly [string, string])[]): { body: Buffer; headers: Headers } {
  const type = draw.once(12) ? draw.pick(otherTypes) : draw.pick(formTypes);
  const large = draw.once(40) ? `&x=${'y'.repeat(draw.pick([16_300, 20_000, 60_000]))}` : '';
  const headers: Headers = type === null ? [] : [['Content-Type', type]];
  if (draw.once(40)) headers.push(['Content-Encoding', 'gzip']);
  const broken = draw.once(30) ? Buffer.from([0x26, 0xff, 0x3d, 0x00]) : Buffer.alloc(0);
  return { body: Buffer.concat([Buffer.from(`${formText(draw, pairs)}${large}`), broken]), headers };
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** /oauth/token and /oauth/revoke. */
export function formRequest(draw: Draw, operation: Operation, world: World): FuzzRequest {
  const names = Object.keys((operation.body?.schema['properties'] ?? {}) as object).filter(
    (name) => name !== 'client_secret' || draw.once(8),
  );
  const pairs = pairsOf(draw, names, world);
  const { body, headers } = form(draw, pairs);
  const odd = [basic('chat:'), basic('chat:wrong'), basic('nobody:x'), basic('no colon'), 'Basic !', 'Bearer x'];
  const authorization: Headers = draw.once(6) ? [['Authorization', draw.pick(odd)]] : [];
  return {
    kind: 'operation',
    operation,
    method: 'POST',
    target: operation.path,
    headers: [
      ['Host', hostOf(world)],
      ...headers,
      ...authorization,
      ...requestIdHeaders(draw),
      ...acceptHeaders(draw).headers,
    ],
    body,
    isChunked: draw.once(4),
    expected: anything,
    values: pairs.map(([, value]) => value),
  };
}

function browser(draw: Draw, { session }: World): Headers {
  const cookies = [`__Host-session=${session}`, `session=${session}`, '__Host-session=nobody', '__Host-session=%00; a'];
  const headers: Headers = draw.once(2)
    ? [['Cookie', draw.once(2) ? cookies.slice(0, 2).join('; ') : draw.pick(cookies)]]
    : [];
  if (draw.once(2))
    headers.push(['Sec-Fetch-Site', draw.pick(['same-origin', 'same-origin', 'cross-site', 'none', 'x'])]);
  if (draw.once(4)) headers.push(['Origin', draw.pick(['https://evil.test', 'null', 'http://localhost'])]);
  return headers;
}

/** /oauth/authorize, which answers in pages. */
export function authorizeRequest(draw: Draw, operation: Operation, world: World): FuzzRequest {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const pairs = pairsOf(draw, names, world);
  const decision = operation.method === 'POST' ? form(draw, pairsOf(draw, ['decision', 'workspace'], world)) : null;
  return {
    kind: 'operation',
    operation,
    method: operation.method,
    target: `${operation.path}?${formText(draw, pairs)}`,
    headers: [
      ['Host', hostOf(world)],
      ...(decision?.headers ?? []),
      ...browser(draw, world),
      ...otherHeaders(draw, null),
    ],
    body: decision?.body ?? null,
    isChunked: decision !== null && draw.once(4),
    expected: anything,
    values: pairs.map(([, value]) => value),
  };
}

const samples: Readonly<Record<string, string>> = { '*name': 'NWTB', '*id': 'p%3Avaldermark' };
const pages = [
  // Signing out would end the session of all other requests.
  ...pageRoutes().filter((path) => path !== '/sign-out'),
  '/docs/errors/no-credit',
  '/docs/errors/nothing',
  '/docs/nothing',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/assets/nothing.css',
  '/favicon.ico',
].map((path) => path.replaceAll(/[:*]\w+/g, (parameter) => samples[parameter] ?? 'x'));
const pageNames = [
  'q',
  'ticker',
  'as_of',
  'code',
  'return_to',
  'workspace',
  'acquisition',
  'source',
  'receipt',
  'problem',
  'access',
];

/** Pages for people: not part of the contract, but they must never fail. */
export function pageRequest(draw: Draw, world: World): FuzzRequest {
  const isPost = draw.once(3);
  const pairs = draw.some(pageNames, 3).map((name): [string, string] => {
    const known = world.known[name] ?? ['x'];
    return [name, draw.once(2) ? hostile(draw) : draw.pick(known)];
  });
  const sent = isPost ? form(draw, pairs) : null;
  const query = isPost || pairs.length === 0 ? '' : `?${formText(draw, pairs)}`;
  return {
    kind: 'page',
    operation: null,
    method: isPost ? 'POST' : draw.pick(['GET', 'GET', 'GET', 'HEAD']),
    target: `${draw.pick(pages)}${query}`,
    headers: [['Host', hostOf(world)], ...(sent?.headers ?? []), ...browser(draw, world), ...otherHeaders(draw, null)],
    body: sent?.body ?? null,
    isChunked: sent !== null && draw.once(4),
    expected: anything,
    values: pairs.map(([, value]) => value),
  };
}
