// An example as a reader takes it: one question, asked by curl, TypeScript, the command line and a chat, and what was answered.
import { contract } from '../../../server/contract/description.ts';
import { type OperationId, type Route, routes } from '../../../generated/routes.ts';

export type Example = {
  name: string;
  operation: OperationId;
  /** Which key asks; none where none is needed, the device code for a poll. */
  key: 'preview' | 'live' | 'empty' | 'limited' | 'narrow' | 'wrong' | 'device' | 'none';
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** Goes where an earlier example's answer says that the next page is. */
  follow?: string;
  requestId?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sends the entity tag of an earlier example's answer. */
  holds?: string;
  /** Another method or path than the operation's, to see it refused. */
  raw?: { method?: string; path: string };
  body?: unknown;
  /** JSON Pointers to what is shown of the answer; the whole of it without. */
  show?: readonly string[];
  /** A fault of the service, which no request can bring about: the meter fails with it. */
  fault?: 'request-running' | 'internal' | 'unavailable';
  /** Takes a live record back before the question. */
  takesBack?: 'withdraw' | 'remove-legally';
  /** Members of the answer that are new in each run, at any depth, with what stands for them here. */
  masked?: Readonly<Record<string, string>>;
  /** What a program does with the client; it prints what is shown below it. */
  ts?: string;
  /** The words behind `research`. */
  cli?: string;
  /** Whether a chat can ask it too. */
  mcp?: boolean;
  /** A sentence above the answer. */
  note?: string;
};

/** What the service said, and what the programs printed; kept in fixtures/examples and compared by a test. */
export type Recorded = {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: number;
  body: unknown;
  ts: string | null;
  cli: string | null;
};

/** Stands for the address of the service in recorded answers; whoever serves the pages puts the real one in its place. */
export const exampleAddress = 'https://research.example';
export const packageName = '@research-intelligence/client';

export function pathOf({ operation, path = {}, query = {}, raw }: Example): string {
  if (raw !== undefined) return raw.path;
  const place = routes[operation].path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeQuery(String(value))}`);
  return asked.length === 0 ? place : `${place}?${asked.join('&')}`;
}

/** As people write it: a colon and a slash need no escape in a query. */
function encodeQuery(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

export function methodOf({ operation, raw }: Example): string {
  return raw?.method ?? routes[operation].method.toUpperCase();
}

/** `url` is that of the answer before, for an example that follows it. */
export function curlOf(example: Example, url = `${exampleAddress}${pathOf(example)}`, tag?: string): string {
  const words = [`curl -s '${url}'`];
  const method = methodOf(example);
  if (method !== 'GET') words[0] = `curl -s -X ${method} '${url}'`;
  const bearer = { none: null, device: '$DEVICE_CODE', wrong: 'not-a-key' }[String(example.key)];
  if (bearer !== null) words.push(`-H "Authorization: Bearer ${bearer ?? '$SERVICE_API_KEY'}"`);
  if (example.requestId !== undefined) words.push(`-H 'X-Request-ID: ${example.requestId}'`);
  if (tag !== undefined) words.push(`-H 'If-None-Match: ${tag}'`);
  for (const [name, value] of Object.entries(example.headers ?? {})) words.push(`-H '${name}: ${value}'`);
  if (example.body !== undefined) {
    if (example.headers?.['Content-Type'] === undefined) words.push(`-H 'Content-Type: application/json'`);
    words.push(`-d '${JSON.stringify(example.body)}'`);
  }
  return words.join(' \\\n  ');
}

export function typescriptOf({ ts, key }: Example): string | null {
  if (ts === undefined) return null;
  const comment = key === 'none' ? '' : ' // reads SERVICE_API_KEY';
  const names = ['ResearchClient', 'isResearchError', 'isUsable', 'isComplete', 'verify', 'diff'];
  const used = names.filter((name) => name === 'ResearchClient' || new RegExp(`(?<!\\.)\\b${name}\\b`).test(ts));
  return [
    `import { ${used.join(', ')} } from '${packageName}';`,
    '',
    `const client = new ResearchClient({ baseUrl: '${exampleAddress}' });${comment}`,
    ts.trim(),
  ].join('\n');
}

export function cliOf({ cli }: Example): string | null {
  return cli === undefined ? null : `research ${cli}`;
}

type Tool = { tool: string };

/** The tool of the contract that answers with the same document. */
function toolOf(operation: OperationId): Tool | null {
  const { method, path }: Route = routes[operation];
  const paths = contract()['paths'] as Record<string, Record<string, { 'x-mcp'?: Tool }>>;
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]?.['x-mcp'] ?? null;
}

/** The call of a chat that asks the same. */
export function mcpOf(example: Example): string | null {
  const tool = example.mcp === true ? toolOf(example.operation) : null;
  if (tool === null) return null;
  const call = { name: tool.tool, arguments: { ...example.path, ...example.query } };
  return JSON.stringify({ method: 'tools/call', params: call }, null, 2);
}

export type Pointer = string;

/** The parts of a document at these places, in the document's own order; items of lists that are not shown are left out. */
export function partsOf(document: unknown, pointers: readonly Pointer[]): unknown {
  const wanted = pointers.map((pointer) => pointer.split('/').slice(1));
  return pruned(document, wanted, pointers.join(' '));
}

function pruned(value: unknown, wanted: readonly (readonly string[])[], asked: string): unknown {
  if (wanted.some((one) => one.length === 0)) return value;
  if (value === null || typeof value !== 'object') throw new Error(`an example shows what is not there: ${asked}`);
  const known = Array.isArray(value)
    ? value.map((item, index) => [String(index), item] as const)
    : Object.entries(value);
  const kept = known.flatMap(([key, inner]) => {
    const below = wanted.filter(([first]) => first === key).map((one) => one.slice(1));
    return below.length === 0 ? [] : [[key, pruned(inner, below, asked)] as const];
  });
  const missing = wanted.filter(([first]) => !known.some(([key]) => key === first));
  if (missing.length > 0) throw new Error(`an example shows what is not there: ${missing.join(' ')} of ${asked}`);
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}
