// Requests to the operations of the contract: valid, nearly valid and hostile ones, each drawn from its number.
import type { Draw } from './draw.ts';
import type { Operation } from './contract.ts';
import { encoded, pathEncoded, written } from './encode.ts';
import { type Parts, type Query, expectedOf } from './expect.ts';
import {
  type Headers,
  acceptHeaders,
  callerOf,
  conditionHeaders,
  otherHeaders,
  requestIdHeaders,
} from './request-headers.ts';
import { type FuzzRequest, anything } from './sent.ts';
import { anyJson, hostile, text, valueFor } from './values.ts';
import type { World } from './world.ts';

/** The host that the service is known by; where a header leads is never asked of it. */
export const hostOf = ({ baseUrl }: World): string => new URL(baseUrl).host;

const unknownNames = [
  'foo',
  'api_key',
  'Ticker',
  'ticker[]',
  'ticker[$ne]',
  '__proto__',
  '__proto__[x]',
  'constructor',
  '',
];

function queryOf(draw: Draw, operation: Operation, { known }: World): { query: Query; values: string[] } {
  const values: string[] = [];
  const pairs = (name: string): [string, string | null][] => {
    const parameter = operation.parameters.find((one) => one.name === name);
    const value = parameter === undefined ? hostile(draw) : valueFor(draw, parameter.schema, known[name] ?? []);
    values.push(value);
    const pair: [string, string | null] = [encoded(name), draw.once(100) ? null : written(draw, value)];
    return draw.once(60) ? [pair, [encoded(name), encoded(value)]] : [pair];
  };
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const of = inQuery.map(({ name }) => name);
  const { exactlyOneOf } = operation;
  const alternative = exactlyOneOf.length > 0 && !draw.once(12) ? [draw.pick(exactlyOneOf)] : [];
  const required = inQuery.filter((one) => one.required && !draw.once(12)).map(({ name }) => name);
  const needed = [...alternative, ...required];
  const optional = of.filter((name) => !exactlyOneOf.includes(name) || draw.once(12));
  const names = [...needed, ...draw.some(optional, optional.length > 5 ? 4 : 3)];
  const query = [...new Set(names)].flatMap(pairs);
  if (draw.once(20)) query.push([encoded(draw.once(3) ? hostile(draw) : draw.pick(unknownNames)), '1']);
  if (draw.once(60)) query.push(['%FF', 'x']);
  return { query, values };
}

function pathOf(draw: Draw, operation: Operation, { known }: World): { path: Map<string, string>; values: string[] } {
  const path = new Map<string, string>();
  const values: string[] = [];
  for (const { name, schema } of operation.parameters.filter((one) => one.in === 'path')) {
    const value = valueFor(draw, schema, known[name] ?? []);
    values.push(value);
    path.set(name, written(draw, value, pathEncoded));
  }
  return { path, values };
}

export function targetOf({ operation, path, query }: Pick<Parts, 'operation' | 'path' | 'query'>): string {
  const filled = operation.path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => path.get(name) ?? '');
  const pairs = query.map(([name, value]) => (value === null ? name : `${name}=${value}`));
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

const types: readonly (readonly [type: string | null, isGood: boolean])[] = [
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON;charset="UTF-8"', true],
  ['application/json; charset=utf-7', false],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  ['application/json, text/plain', false],
  [null, false],
];

function deviceBody(draw: Draw): Buffer {
  const kind = draw.below(30);
  if (kind === 0)
    return Buffer.from(draw.pick(['', '{', '[]', 'null', '{}', '{"deviceName":"a",}', '\uFEFF{"deviceName":"a"}']));
  if (kind === 1) return Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
  if (kind === 2) return Buffer.from(JSON.stringify(anyJson(draw)));
  if (kind === 3) return Buffer.from(`{"deviceName":"${'x'.repeat(draw.pick([100, 16_400, 40_000]))}"}`);
  if (kind === 4) return Buffer.from(`${'['.repeat(7_000)}${']'.repeat(7_000)}`);
  const name = draw.once(4) ? hostile(draw) : text(draw, 1 + draw.below(50), draw.pick(['word', 'wide']));
  const fields = ['entrypoint', 'source', 'medium', 'clientName', 'clientVersion'];
  const some = draw
    .some(fields, 3)
    .map((field) => [field, draw.once(4) ? hostile(draw) : text(draw, 1 + draw.below(64), 'word')]);
  const acquisition = draw.once(3) ? { acquisition: draw.once(8) ? anyJson(draw) : Object.fromEntries(some) } : {};
  const more = draw.once(12) ? `,"${draw.pick(['__proto__', 'extra', 'deviceName', 'DeviceName'])}":1` : '';
  const whole = JSON.stringify({ deviceName: draw.once(12) ? anyJson(draw) : name, ...acquisition });
  return Buffer.from(`${whole.slice(0, -1)}${more}}`);
}

/** A body is also sent to some operations that do not read one: it must not be parsed as the next request. */
function bodyOf(draw: Draw, operation: Operation): { body: Buffer | null; headers: Headers; isTypeGood: boolean } {
  if (operation.body === null) {
    const body = draw.once(40) ? Buffer.from('GET /v1/status HTTP/1.1\r\n\r\n') : null;
    return { body, headers: [], isTypeGood: true };
  }
  const [type, isTypeGood] = draw.once(6) ? draw.pick(types) : (['application/json', true] as const);
  const coding = draw.once(30) ? 'gzip' : null;
  const headers: Headers = type === null ? [] : [['Content-Type', type]];
  if (coding !== null) headers.push(['Content-Encoding', coding]);
  return { body: deviceBody(draw), headers, isTypeGood: isTypeGood && coding === null };
}

/** The drawn types of Accept are judged for JSON alone. */
const isOfJson = ({ answers }: Operation): boolean => answers.get(200)?.content.has('application/json') === true;

/** A request to one operation of the API; the pages and forms of OAuth have separate generators. */
export function operationRequest(draw: Draw, operation: Operation, world: World): FuzzRequest {
  const { query, values } = queryOf(draw, operation, world);
  const inPath = pathOf(draw, operation, world);
  const accept = acceptHeaders(draw);
  const caller = callerOf(draw, world, operation.access);
  const { body, headers, isTypeGood } = bodyOf(draw, operation);
  const parts: Parts = {
    operation,
    query,
    path: inPath.path,
    isAcceptable:
      isOfJson(operation) || accept.headers.every(([name]) => name !== 'Accept') ? accept.isAcceptable : null,
    // A poll has its own refusals, so its credential always counts as good here.
    isCredentialGood: operation.access === 'none' || caller.opens === operation.access,
    isTypeGood,
  };
  const isHead = operation.method === 'GET' && draw.once(30);
  const sent = {
    operation,
    method: isHead ? 'HEAD' : operation.method,
    target: targetOf(parts),
    headers: [
      ['Host', hostOf(world)] as const,
      ...(caller.header === null || operation.access === 'none' ? [] : [['Authorization', caller.header] as const]),
      ...accept.headers,
      ...requestIdHeaders(draw),
      ...conditionHeaders(draw, []),
      ...headers,
      ...otherHeaders(draw, operation),
    ],
    body,
    isChunked: body !== null && draw.once(3),
  };
  // HEAD is for what is free and gives nothing away.
  const isRefused = isHead && (operation.units > 0 || operation.access === 'deviceCode');
  const expected = expectedOf(parts, sent);
  const values405 = { ...anything, status: 405 };
  return {
    ...sent,
    kind: isRefused ? 'refused' : 'operation',
    expected:
      isRefused && ![400, 404, 431].includes(expected.status ?? 0) ? values405 : isRefused ? anything : expected,
    values: [...values, ...inPath.values],
  };
}

const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'REPORT', 'HEAD', 'GET'];

/** A method that the path does not have, or an unknown path. */
export function refusedRequest(draw: Draw, operations: readonly Operation[], world: World): FuzzRequest {
  const operation = draw.pick(operations);
  const isPath = draw.once(2);
  const caller = callerOf(draw, world, operation.access);
  const isFree = operation.method === 'GET' && operation.units === 0 && operation.access !== 'deviceCode';
  const own = [operation.method, isFree && 'HEAD', operation.access === 'none' && 'OPTIONS'];
  const fitting = otherMethods.filter((method) => !own.includes(method) && (isFree || method !== 'OPTIONS'));
  const path = operation.path.replaceAll(/\{[^}]+\}/g, 'x');
  const hasParameter = path !== operation.path;
  const odd = ['/', '//', '/v1', '/v1/', '/%2e%2e', '/v2/brief', '/v1/events', '/api', '/api/auth', '/v1/tickers.json'];
  const longer = hasParameter ? [] : [`${path}%20`, `${path};a=1`];
  // The number of a tile may have several path elements.
  const deeper = operation.path.endsWith('{tile}') ? [] : [`${path}/`, `${path}/x/y`];
  const changed = [`/${path}`, path.toUpperCase(), ...deeper, ...longer, ...odd.slice(1)];
  const body = draw.once(3) ? Buffer.from(JSON.stringify(anyJson(draw))) : null;
  return {
    kind: 'refused',
    operation: null,
    method: isPath ? draw.pick(['GET', 'POST', 'DELETE', 'HEAD']) : draw.pick(fitting),
    target: `${isPath ? draw.pick(changed) : path}${draw.once(3) ? `?${encoded(hostile(draw))}` : ''}`,
    headers: [
      ['Host', hostOf(world)],
      ...(caller.header === null ? [] : [['Authorization', caller.header] as const]),
      ...acceptHeaders(draw).headers,
      ...requestIdHeaders(draw),
      ...otherHeaders(draw, null),
    ],
    body,
    isChunked: body !== null && draw.once(3),
    expected: { ...anything, status: isPath ? 404 : 405 },
    values: [],
  };
}
