// Requests to /mcp: calls of tools with drawn arguments, and envelopes that are nearly or not at all JSON-RPC.
import type { Json } from '../../../server/contract/description.ts';
import type { ResearchTool } from '../../../server/mcp/tools.ts';
import { envelope } from '../../../server/testing/mcp.ts';
import type { Draw } from './draw.ts';
import { type Headers, callerOf, otherHeaders, requestIdHeaders } from './request-headers.ts';
import { hostOf } from './requests.ts';
import { type FuzzRequest, anything } from './sent.ts';
import { anyJson, hostile, valueFor } from './values.ts';
import type { World } from './world.ts';

const methods = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'server/discover',
  'initialize',
  'ping',
  'notifications/initialized',
  'notifications/cancelled',
  'completion/complete',
  'logging/setLevel',
  'tools/../call',
  '__proto__',
  '',
];

function argumentsOf(draw: Draw, { listed }: ResearchTool, { known }: World): Json {
  const properties = Object.entries((listed.inputSchema['properties'] ?? {}) as Record<string, Json>);
  const some = properties.filter(() => !draw.once(2));
  const given = some.map(([name, schema]): [string, unknown] => {
    if (draw.once(12)) return [name, anyJson(draw)];
    const value = valueFor(draw, schema, known[name] ?? []);
    return [name, schema['type'] === 'integer' && /^\d{1,6}$/.test(value) ? Number(value) : value];
  });
  const more: [string, unknown][] = draw.once(12) ? [[hostile(draw), anyJson(draw)]] : [];
  return Object.fromEntries([...given, ...more]);
}

type Message = { [name: string]: unknown };

function message(draw: Draw, tools: readonly ResearchTool[], world: World): Message {
  const id = draw.once(20) ? anyJson(draw) : draw.below(1_000_000);
  const _meta = draw.once(20) ? anyJson(draw) : { ...envelope, ...(draw.once(6) && { 'X-Request-ID': hostile(draw) }) };
  if (draw.below(4) > 0) {
    const tool = draw.pick(tools);
    const name = draw.once(30) ? hostile(draw) : tool.listed.name;
    const sent = draw.once(20) ? anyJson(draw) : argumentsOf(draw, tool, world);
    return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: sent, _meta } };
  }
  const uri = draw.pick(['ui://research/brief', 'file:///etc/passwd', hostile(draw)]);
  const more = draw.once(3)
    ? { uri, protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    : {};
  const params = draw.once(12) ? anyJson(draw) : { ...more, _meta };
  return { jsonrpc: '2.0', id, method: draw.pick(methods), params };
}

/** A message with one part missing, changed or too many. */
function nearly(draw: Draw, made: Message): unknown {
  const name = draw.pick(['jsonrpc', 'id', 'method', 'params']);
  switch (draw.below(5)) {
    case 0:
      return Object.fromEntries(Object.entries(made).filter(([one]) => one !== name));
    case 1:
      return { ...made, [name]: anyJson(draw) };
    case 2:
      return { ...made, extra: anyJson(draw), result: {} };
    case 3:
      return [made, made];
    default:
      return anyJson(draw);
  }
}

const raw = [
  '',
  '{',
  'null',
  '[]',
  '"',
  '{"jsonrpc":"2.0"',
  '\u0000',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}}',
  '\uFEFF{}',
];

function bodyOf(draw: Draw, made: Message): Buffer {
  const kind = draw.below(40);
  if (kind === 0) return Buffer.from(draw.pick(raw));
  if (kind === 1)
    return Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xff, 0xc0]),
      Buffer.from('"}'),
    ]);
  if (kind === 2 && draw.once(4)) return Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  if (kind === 2 && draw.once(4)) return Buffer.from(JSON.stringify({ ...made, extra: 'x'.repeat(300_000) }));
  return Buffer.from(JSON.stringify(kind < 6 ? nearly(draw, made) : made));
}

function headersOf(draw: Draw, made: Message, world: World): Headers {
  const caller = callerOf(draw, world, 'mcp');
  const accept = draw.once(30)
    ? draw.pick(['application/json', 'text/event-stream', 'text/html', '*/*', ''])
    : 'application/json, text/event-stream';
  const type = draw.once(30)
    ? draw.pick(['text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', ''])
    : 'application/json';
  const headers: Headers = [
    ['Host', draw.once(30) ? 'evil.test' : hostOf(world)],
    ['Content-Type', type],
    ['Accept', accept],
  ];
  if (caller.header !== null) headers.push(['Authorization', caller.header]);
  if (!draw.once(20))
    headers.push([
      'MCP-Protocol-Version',
      draw.once(20) ? draw.pick(['1900-01-01', 'x', '2025-06-18', '2025-11-25']) : '2026-07-28',
    ]);
  const method = /^[!-~]+$/.test(String(made['method'])) ? String(made['method']) : 'x';
  if (!draw.once(20)) headers.push(['Mcp-Method', draw.once(20) ? 'tools/list' : method]);
  const name = (made['params'] as Json | null)?.['name'];
  if (typeof name === 'string' && /^[!-~]+$/.test(name) && !draw.once(20)) headers.push(['Mcp-Name', name]);
  if (draw.once(20)) headers.push(['Origin', draw.pick(['https://evil.test', 'null', world.baseUrl])]);
  if (draw.once(20)) headers.push(['Mcp-Session-Id', 'x'], ['Last-Event-ID', '1']);
  return [
    ...headers,
    ...requestIdHeaders(draw),
    ...otherHeaders(draw, null).filter(([one]) => one !== 'Content-Type' && one !== 'Origin'),
  ];
}

export function chatRequest(draw: Draw, tools: readonly ResearchTool[], world: World): FuzzRequest {
  const made = message(draw, tools, world);
  const isPost = !draw.once(40);
  return {
    kind: 'mcp',
    operation: null,
    method: isPost ? 'POST' : draw.pick(['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD']),
    target: draw.once(60) ? '/mcp?x=1' : '/mcp',
    headers: headersOf(draw, made, world),
    body: isPost ? bodyOf(draw, made) : null,
    isChunked: isPost && draw.once(6),
    expected: anything,
    values: [],
  };
}
