// Every string input of the contract, each with every naughty string: one request apiece.
import type { Json } from '../../../server/contract/description.ts';
import type { ResearchTool } from '../../../server/mcp/tools.ts';
import { envelope } from '../../../server/testing/mcp.ts';
import { naughty } from '../journeys/hostile/hostile-strings.ts';
import type { Operation } from './contract.ts';
import { encoded, pathEncoded } from './encode.ts';
import { type Parts, expectedOf } from './expect.ts';
import { hostOf, targetOf } from './requests.ts';
import { type FuzzRequest, anything, headerText } from './sent.ts';
import { type World, redirectUri } from './world.ts';

/** One place that takes text, and the request with a text in it. */
export type Input = { name: string; request: (text: string) => FuzzRequest };

export { naughty };

const headerOf = (world: World, access: string): (readonly [string, string])[] => {
  const caller = world.credentials.find(({ opens }) => opens === access);
  return caller?.header == null ? [] : [['Authorization', caller.header]];
};

type Placement = { query?: [string, string]; path?: string; header?: [string, string]; body?: Json };

function request(operation: Operation, world: World, given: Placement): FuzzRequest {
  const isAlternative = given.query !== undefined && operation.exactlyOneOf.includes(given.query[0]);
  const isSent = (name: string): boolean => given.query?.[0] === name;
  const required = operation.parameters.filter((one) => one.in === 'query' && one.required && !isSent(one.name));
  const needed = [
    ...(operation.exactlyOneOf.length > 0 && !isAlternative ? [['ticker', 'NWTB'] as const] : []),
    ...required.map(({ name }) => [name, world.known[name]?.[0] ?? 'x'] as const),
  ];
  const query = [...needed, ...(given.query === undefined ? [] : [given.query])];
  const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const parts: Parts = {
    operation,
    query: query.map(([name, text]) => [name, encoded(text)]),
    path: new Map(inPath.map((name) => [name, pathEncoded(given.path ?? world.known[name]?.[0] ?? 'x')])),
    isAcceptable: true,
    isCredentialGood: given.header?.[0] !== 'Authorization',
    isTypeGood: true,
  };
  const body = operation.body === null ? null : Buffer.from(JSON.stringify(given.body ?? { deviceName: 'a' }));
  const sent = {
    operation,
    method: operation.method,
    target: targetOf(parts),
    headers: [
      ['Host', hostOf(world)] as const,
      ...(given.header?.[0] === 'Authorization' ? [] : headerOf(world, operation.access)),
      ...(given.header === undefined ? [] : [given.header]),
      ...(body === null ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body,
    isChunked: false,
  };
  return { ...sent, kind: 'operation', expected: expectedOf(parts, sent), values: query.map(([, text]) => text) };
}

/** Query, path, headers and body of the operations of the API. */
export function apiInputs(operations: readonly Operation[], world: World): Input[] {
  return operations.flatMap((operation) => {
    const input = (name: string, given: (text: string) => Placement): Input => ({
      name: `${operation.id} ${name}`,
      request: (text) => request(operation, world, given(text)),
    });
    const parameters = operation.parameters.map(({ name, in: place }) => {
      if (place === 'query') return input(`query.${name}`, (text) => ({ query: [name, text] }));
      if (place === 'path') return input(`path.${name}`, (text) => ({ path: text }));
      return input(`header.${name}`, (text) => ({ header: [name, headerText(text)] }));
    });
    const key = input('header.Authorization', (text) => ({ header: ['Authorization', headerText(`Bearer ${text}`)] }));
    const fields = operation.body === null ? [] : bodyInputs(input);
    return [...parameters, ...(operation.access === 'none' ? [] : [key]), ...fields];
  });
}

const acquisition = ['entrypoint', 'source', 'medium', 'clientName', 'clientVersion'];

function bodyInputs(input: (name: string, given: (text: string) => Placement) => Input): Input[] {
  return [
    input('body.deviceName', (text) => ({ body: { deviceName: text } })),
    ...acquisition.map((name) =>
      input(`body.acquisition.${name}`, (text) => ({ body: { deviceName: 'a', acquisition: { [name]: text } } })),
    ),
  ];
}

/** As a client that does nothing wrong fills a form, one field apart. */
const usual: Readonly<Record<string, string>> = {
  grant_type: 'refresh_token',
  response_type: 'code',
  client_id: 'chat',
  redirect_uri: redirectUri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  token: 'ri_rt_nobody',
  refresh_token: 'ri_rt_nobody',
  state: 'xyz',
};

const formOf = (names: readonly string[], name: string, text: string): string =>
  [...new Set([...names, name])]
    .filter((one) => one === name || one in usual)
    .map((one) => `${one}=${encoded(one === name ? text : (usual[one] ?? ''))}`)
    .join('&');

/** The forms and the address of the authorization server. */
export function oauthInputs(operations: readonly Operation[], world: World): Input[] {
  return operations.flatMap((operation) => {
    const inForm = operation.method === 'POST' && operation.path !== '/oauth/authorize';
    const fields = Object.keys((operation.body?.schema['properties'] ?? {}) as object);
    const names = inForm ? fields : operation.parameters.map(({ name }) => name);
    return names.map((name): Input => {
      const sentWith = (text: string): FuzzRequest => {
        const form = formOf(names, name, text);
        const type = inForm ? [['Content-Type', 'application/x-www-form-urlencoded'] as const] : [];
        return {
          kind: 'operation',
          operation,
          method: operation.method,
          target: inForm ? operation.path : `${operation.path}?${form}`,
          headers: [['Host', hostOf(world)], ...type],
          body: inForm ? Buffer.from(form) : null,
          isChunked: false,
          expected: anything,
          values: [text],
        };
      };
      return { name: `${operation.id} ${inForm ? 'form' : 'query'}.${name}`, request: sentWith };
    });
  });
}

/** The arguments of tools, their names, and the id that a chat gives. */
export function chatInputs(tools: readonly ResearchTool[], world: World): Input[] {
  const call = (name: string, sent: Json, meta: Json = {}): FuzzRequest => {
    const params = { name, arguments: sent, _meta: { ...envelope, ...meta } };
    const isName = /^[!-~]+$/.test(name);
    return {
      kind: 'mcp',
      operation: null,
      method: 'POST',
      target: '/mcp',
      headers: [
        ['Host', hostOf(world)],
        ...headerOf(world, 'mcp'),
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json, text/event-stream'],
        ['MCP-Protocol-Version', '2026-07-28'],
        ['Mcp-Method', 'tools/call'],
        ...(isName ? [['Mcp-Name', name] as const] : []),
      ],
      body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
      isChunked: false,
      expected: anything,
      values: [],
    };
  };
  const ofArguments = tools.flatMap(({ listed }) =>
    Object.keys((listed.inputSchema['properties'] ?? {}) as object).map((argument): Input => ({
      name: `${listed.name} arguments.${argument}`,
      request: (text) => call(listed.name, { [argument]: text }),
    })),
  );
  return [
    ...ofArguments,
    { name: 'tools/call name', request: (text) => call(text, {}) },
    { name: 'tools/call _meta.X-Request-ID', request: (text) => call('get_status', {}, { 'X-Request-ID': text }) },
  ];
}
